#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "citations.h"

using namespace restraint::citations;

namespace {

const std::vector<std::string> chapters = {"linalg",      "optimize", "ode",     "gauss", "particles",
                                           "constraints", "rigid",    "collide", "world", "contact",
                                           "bricks",      "oba",      "io"};

std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
    std::vector<std::string> found;
    const std::regex expression(pattern);
    for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it)
        found.push_back((*it)[1]);
    return found;
}

/// The names x.h that the comment "/// Chapter NAME ..." mentions, in its order; the lines of all its
/// comment.
std::vector<std::string> reading_order(const std::vector<Line>& lines, const std::string& chapter) {
    std::string opening;
    bool inside = false;
    for (const Line& line : lines) {
        if (line.text.rfind("/// Chapter " + chapter, 0) == 0) inside = true;
        else if (inside && line.text.rfind("///", 0) != 0) break;
        if (inside) opening += line.text + "\n";
    }
    return matches(opening, R"re(\b(\w+\.h)\b)re");
}

}  // namespace

TEST_CASE("each chapter's opening names its headers, all of them, in the order of dependence") {
    for (const std::string& chapter : chapters) {
        CAPTURE(chapter);
        std::vector<Line> lines;
        for (const Line& line : lines_below("include/restraint/" + chapter))
            if (line.file.find("/fast/") == std::string::npos) lines.push_back(line);
        const std::vector<std::string> order = reading_order(lines, chapter);
        const auto place = [&](const std::string& header) {
            return std::find(order.begin(), order.end(), header) - order.begin();
        };
        CHECK_MESSAGE(!order.empty(), "no header of the chapter begins with /// Chapter " << chapter);
        for (const Line& line : lines) {
            const std::string header = line.file.substr(line.file.rfind('/') + 1);
            if (line.number == 1)
                CHECK_MESSAGE(std::count(order.begin(), order.end(), header) == 1,
                              header << " must stand once in the reading order of " << chapter);
            for (const std::string& used :
                 matches(line.text, "#include \"restraint/" + chapter + R"re(/(?:\w+/)?(\w+\.h)")re"))
                if (line.text.find("/fast/") == std::string::npos)
                    CHECK_MESSAGE(place(used) < place(header),
                                  header << " includes " << used << ", which must be read before");
        }
    }
}
