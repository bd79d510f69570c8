#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// What the citation tests and the reading guide share: every source line, and the ids cited in it. Programs
/// that use it run in the project's root.
namespace restraint::citations {

struct Line {
    std::string file;
    std::size_t number = 0;
    std::string text;
    std::string place() const { return file + ":" + std::to_string(number); }
};

/// Every line of every C++ file below a folder, files in alphabetical order.
inline std::vector<Line> lines_below(const std::string& folder) {
    namespace fs = std::filesystem;
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

/// The ids cited in a line: what stands between brackets, at commas, if it begins with a document's key, or
/// with "erratum" or "claim".
inline std::vector<std::string> cited_ids(const std::string& text) {
    std::vector<std::string> ids;
    for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open + 1)) {
        const std::size_t close = text.find(']', open);
        if (close == std::string::npos) break;
        std::stringstream inside(text.substr(open + 1, close - open - 1));
        for (std::string id; std::getline(inside, id, ',');) {
            id.erase(0, id.find_first_not_of(' '));
            id.erase(id.find_last_not_of(' ') + 1);
            for (const char* key : {"PBM-", "BARAFF89-", "ROTE-", "SLIDES-", "OBA-", "erratum ", "claim "})
                if (id.rfind(key, 0) == 0) ids.push_back(id);
        }
    }
    return ids;
}

/// The fields of each line of a tab-separated file, comments (#) and the heading line left out.
inline std::vector<std::vector<std::string>> read_table(const std::string& file) {
    std::ifstream in(file);
    std::vector<std::vector<std::string>> table;
    bool heading = true;
    for (std::string text; std::getline(in, text);) {
        if (text.empty() || text[0] == '#') continue;
        if (heading) {
            heading = false;
            continue;
        }
        std::vector<std::string> fields;
        std::size_t start = 0;
        for (std::size_t tab; (tab = text.find('\t', start)) != std::string::npos; start = tab + 1)
            fields.push_back(text.substr(start, tab - start));
        fields.push_back(text.substr(start));
        table.push_back(fields);
    }
    return table;
}

}  // namespace restraint::citations
