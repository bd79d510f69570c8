#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "citations.h"

using namespace restraint::citations;

namespace {

/// Whether a number of the code is 1e-5 or smaller by its exponent: 1e-9, 4e-16, 0x1p-40.
bool has_small_number(const std::string& text) {
    const std::string code = text.substr(0, text.find("//"));
    static const std::regex small(
        R"re((^|[^\w.])([0-9][0-9.]*e-(0?[5-9]|[1-9][0-9]+)|0x[0-9a-f.]+p-[2-9][0-9]+)\b)re");
    return code.find('"') == std::string::npos && std::regex_search(code, small);
}

/// A member of a struct of options, with its standard value: a user's choice.
bool is_option(const Line& line) {
    static const std::regex member(R"re(^ +double \w+ =.*$)re");
    return line.file.starts_with("include/") && std::regex_match(line.text, member);
}

}  // namespace

TEST_CASE("a number of 1e-5 or smaller is a tolerance") {
    for (const char* text : {"x < 1e-9", "{1e-12, 1}", "0x1p-40", "(2.5e-16)", "-1e-05;"})
        CHECK(has_small_number(text));
    for (const char* text : {"x < 1e-3", "// 1e-9", "\"1e-50\"", "base1e-9", "1e50", "0.5"})
        CHECK(!has_small_number(text));
}

TEST_CASE("tolerances stand in their chapter's tolerances.h, and nowhere else") {
    for (const char* folder : {"include", "src"})
        for (const Line& line : lines_below(folder))
            if (!line.file.ends_with("/tolerances.h") && !is_option(line))
                CHECK_MESSAGE(!has_small_number(line.text), line.place() << ": " << line.text);
}

TEST_CASE("every tolerance says what it compares, and stands on the page of tolerances") {
    std::ifstream file("src/TOLERANCES.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    for (const char* folder : {"include", "src"})
        for (const Tolerance& tolerance : tolerances_of(lines_below(folder))) {
            CAPTURE(tolerance.file);
            CAPTURE(tolerance.name);
            CHECK(tolerance.meaning.size() > 20);
            CHECK(page.find("| `" + tolerance.name + "` | ") != std::string::npos);
        }
}
