#include <doctest/doctest.h>

#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include "citations.h"

using namespace restraint::citations;

namespace {

std::vector<std::string> lines_of(const std::string& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// The lines of the block of a page that begins with ```LANGUAGE and a first line that contains `first`.
std::vector<std::string> block(const std::string& page, const std::string& language,
                               const std::string& first) {
    std::vector<std::string> found;
    bool inside = false;
    for (const std::string& line : lines_of(page)) {
        if (line.rfind("```", 0) == 0) {
            if (inside && !found.empty() && found[0].find(first) != std::string::npos) return found;
            inside = !inside && line == "```" + language;
            found.clear();
        } else if (inside) {
            found.push_back(line);
        }
    }
    return {};
}

}  // namespace

TEST_CASE("the listing on README's first page is the body of scenes/first_page.cpp, line by line") {
    const std::vector<std::string> listing = block("README.md", "cpp", "diamond");
    REQUIRE(!listing.empty());
    const std::vector<std::string> scene = lines_of("scenes/first_page.cpp");
    std::size_t start = 0;
    while (start < scene.size() && scene[start] != "        " + listing[0]) ++start;
    REQUIRE(start + listing.size() <= scene.size());
    for (std::size_t i = 0; i < listing.size(); ++i)
        CHECK(scene[start + i] == (listing[i].empty() ? "" : "        " + listing[i]));
    CHECK(scene[start + listing.size()] == "    });");  // to the end of the body
}

TEST_CASE("README fits on 120 lines, and its links and pictures exist") {
    const std::vector<std::string> readme = lines_of("README.md");
    CHECK(readme.size() <= 120);
    const std::regex link(R"re(\]\(([^)#]+)\))re");
    std::size_t links = 0;
    for (const char* page :
         {"README.md", "src/COURSE.md", "src/GAUSS.md", "src/GLOSSARY.md", "src/NUMBERS.md"})
        for (const std::string& line : lines_of(page))
            for (std::sregex_iterator it(line.begin(), line.end(), link), end; it != end; ++it) {
                const std::string target = (std::filesystem::path(page).parent_path() / (*it)[1].str())
                                               .lexically_normal()
                                               .generic_string();
                CHECK_MESSAGE(std::filesystem::exists(target), page << " points to " << target);
                ++links;
            }
    CHECK(links > 20);
}

TEST_CASE("the lengths of headers and the scenes that the course names are those of the project") {
    // A length is told to a fifth: enough to plan an evening, and a line more breaks nothing.
    const std::regex length(R"re(`([\w/]+\.h)` \((\d+) lines\))re"), run(R"re(build/scenes/(\w+))re");
    std::size_t lengths = 0;
    for (const std::string& line : lines_of("src/COURSE.md")) {
        for (std::sregex_iterator it(line.begin(), line.end(), length), end; it != end; ++it) {
            const std::string header = (*it)[1];
            const double told = std::stod((*it)[2]);
            const auto real = static_cast<double>(lines_of("include/restraint/" + header).size());
            CHECK_MESSAGE(std::abs(told - real) <= 0.2 * real, header << " has " << real << " lines");
            ++lengths;
        }
        for (std::sregex_iterator it(line.begin(), line.end(), run), end; it != end; ++it)
            CHECK_MESSAGE(std::filesystem::exists("scenes/" + (*it)[1].str() + ".cpp"), line);
    }
    CHECK(lengths >= 15);
}
