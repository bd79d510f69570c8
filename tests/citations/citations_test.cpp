#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The tests run in the project's root, where `make test` starts them.
namespace fs = std::filesystem;

namespace {

struct Line {
    std::string file;
    std::size_t number = 0;
    std::string text;
    std::string place() const { return file + ":" + std::to_string(number); }
};

/// Every line of every C++ file below a folder, files in alphabetical order.
std::vector<Line> lines_below(const std::string& folder) {
    if (!fs::exists(folder)) return {};
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<Line> lines;
    for (const fs::path& file : files) {
        std::ifstream in(file);
        std::size_t number = 0;
        for (std::string text; std::getline(in, text);)
            lines.push_back({file.generic_string(), ++number, text});
    }
    return lines;
}

/// The ids of tests/citations/equations.tsv.
std::set<std::string> known_ids() {
    std::ifstream in("tests/citations/equations.tsv");
    std::set<std::string> ids;
    for (std::string text; std::getline(in, text);)
        if (!text.empty() && text[0] != '#') ids.insert(text.substr(0, text.find('\t')));
    ids.erase("id");
    return ids;
}

/// The ids cited in a line: what stands between brackets, at commas, if it begins with a document's key.
std::vector<std::string> citations(const std::string& text) {
    std::vector<std::string> ids;
    for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open + 1)) {
        const std::size_t close = text.find(']', open);
        if (close == std::string::npos) break;
        std::stringstream inside(text.substr(open + 1, close - open - 1));
        for (std::string id; std::getline(inside, id, ',');) {
            id.erase(0, id.find_first_not_of(' '));
            id.erase(id.find_last_not_of(' ') + 1);
            for (const char* key : {"PBM-", "BARAFF89-", "ROTE-", "SLIDES-", "OBA-"})
                if (id.rfind(key, 0) == 0) ids.push_back(id);
        }
    }
    return ids;
}

/// The floor of each chapter: a chapter includes only itself and chapters on a lower floor.
const std::map<std::string, int> floors = {{"linalg", 1},    {"optimize", 2},    {"ode", 2},   {"gauss", 3},
                                           {"particles", 4}, {"constraints", 4}, {"rigid", 4}, {"collide", 5},
                                           {"contact", 6},   {"bricks", 6},      {"oba", 7},   {"io", 8}};

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
    REQUIRE(ids.size() == 722);
    std::size_t cited = 0;
    for (const char* folder : {"include", "src", "tests", "scenes"})
        for (const Line& line : lines_below(folder))
            for (const std::string& id : citations(line.text)) {
                if (line.file == "tests/citations/citations_test.cpp") continue;
                ++cited;
                CHECK_MESSAGE(ids.count(id) == 1, line.place() << ": there is no formula " << id);
            }
    CHECK(cited > 0);
}

TEST_CASE("a bracket is split at its commas, and only documents' keys are citations") {
    CHECK(citations("x  [ROTE-Q', SLIDES-**] a[i] [1, 2]") ==
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
