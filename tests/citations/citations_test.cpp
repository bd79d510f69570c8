#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "citations.h"

using namespace restraint::citations;

namespace {

/// Everything that may be cited: the formulas, the errata, the claims.
std::set<std::string> known_ids() {
    std::set<std::string> ids;
    for (const auto& row : read_table("tests/citations/equations.tsv")) ids.insert(row[0]);
    for (const auto& row : read_table("tests/citations/errata.tsv")) ids.insert("erratum " + row[0]);
    for (const auto& row : read_table("tests/citations/claims.tsv")) ids.insert("claim " + row[0]);
    return ids;
}

/// The floor of each chapter: a chapter includes only itself and chapters on a lower floor.
const std::map<std::string, int> floors = {
    {"linalg", 1},      {"optimize", 2}, {"ode", 2},     {"gauss", 3}, {"particles", 4},
    {"constraints", 5}, {"rigid", 4},    {"collide", 5}, {"world", 6}, {"contact", 7},
    {"bricks", 6},      {"oba", 7},      {"io", 8}};

/// "gauss" of "restraint/gauss/row.h" or "src/gauss/project.cpp"; empty where there is no chapter.
std::string chapter_of(const std::string& path, const std::string& before) {
    const std::size_t start = path.find(before);
    if (start == std::string::npos) return "";
    const std::string rest = path.substr(start + before.size());
    const std::size_t slash = rest.find('/');
    return slash == std::string::npos ? "" : rest.substr(0, slash);
}

}  // namespace

TEST_CASE("every citation names a formula that exists") {
    const std::set<std::string> ids = known_ids();
    REQUIRE(ids.size() == 722 + 116 + 124);
    std::size_t cited = 0;
    for (const char* folder : {"include", "src", "tests", "scenes"})
        for (const Line& line : lines_below(folder))
            for (const std::string& id : cited_ids(line.text)) {
                if (line.file == "tests/citations/citations_test.cpp") continue;
                ++cited;
                CHECK_MESSAGE(ids.count(id) == 1, line.place() << ": nothing has the id " << id);
            }
    CHECK(cited > 0);
}

TEST_CASE("no citation is broken across lines, where nobody would find it") {
    for (const char* folder : {"include", "src", "tests", "scenes"})
        for (const Line& line : lines_below(folder)) {
            const std::size_t open = line.text.rfind('[');
            if (open == std::string::npos || line.text.find(']', open) != std::string::npos) continue;
            CHECK_MESSAGE(cited_ids(line.text.substr(open) + "]").empty(),
                          line.place() << ": the bracket must close in its line");
            const std::string rest = line.text.substr(open + 1);
            CHECK_MESSAGE(
                (rest != "erratum" && rest != "claim" && rest != "claim \"" && rest != "erratum \""),
                line.place() << ": the bracket must close in its line");
        }
}

TEST_CASE("a bracket is split at its commas, and only documents' keys are citations") {
    CHECK(cited_ids("x  [ROTE-Q', SLIDES-**] a[i] [1, 2]") ==
          std::vector<std::string>{"ROTE-Q'", "SLIDES-**"});
    CHECK(known_ids().count("ROTE-Q'''") == 0);  // a made-up id would be found out
}

TEST_CASE("a chapter includes only chapters above it") {
    std::size_t includes = 0;
    for (const char* folder : {"include", "src"})
        for (const Line& line : lines_below(folder)) {
            if (line.text.rfind("#include \"", 0) != 0) continue;
            const std::string from =
                chapter_of(line.file, std::string(folder) == "src" ? "src/" : "include/restraint/");
            const std::string to = chapter_of(line.text, "restraint/");
            if (from.empty() || to.empty()) continue;  // src/main.cpp may include everything
            ++includes;
            REQUIRE_MESSAGE(floors.count(from) == 1, line.place() << ": unknown chapter " << from);
            REQUIRE_MESSAGE(floors.count(to) == 1, line.place() << ": unknown chapter " << to);
            CHECK_MESSAGE((from == to || floors.at(to) < floors.at(from)),
                          line.place() << ": chapter " << from << " may not include chapter " << to);
        }
    CHECK(includes > 0);
}

TEST_CASE("every scene says in its first line what it reads along with, and says what to try") {
    std::map<std::string, std::string> first, text;
    for (const Line& line : lines_below("scenes")) {
        if (line.file.size() < 4 || line.file.substr(line.file.size() - 4) != ".cpp") continue;
        if (line.number == 1) first[line.file] = line.text;
        text[line.file] += line.text + "\n";
    }
    CHECK(first.size() > 40);
    for (const auto& [name, line] : first) {
        const std::string& file = name;  // a structured binding cannot be captured
        CAPTURE(file);
        const std::size_t chapter = line.find(": chapter ");
        CHECK(line.rfind("// Reads along with ", 0) == 0);
        REQUIRE(chapter != std::string::npos);
        CHECK(line.back() == '.');
        CHECK(floors.count(line.substr(chapter + 10, line.size() - chapter - 11)) == 1);
        CHECK(text.at(file).find("// Try: ") != std::string::npos);
    }
}
