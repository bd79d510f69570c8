#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
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

/// A constant of a chapter's tolerances.h: its name, its value as written, and its comment, above or behind.
struct Tolerance {
    std::string file, name, value, meaning;
};

/// The constants of all files named tolerances.h among the lines.
inline std::vector<Tolerance> tolerances_of(const std::vector<Line>& lines) {
    const std::regex constant(R"re(^inline constexpr [\w:]+ (\w+)(?:\[\])? =(.*)$)re");
    const auto behind = [](const std::string& text) {
        const std::size_t at = text.find("// ");
        return at == std::string::npos ? "" : text.substr(at + 3);
    };
    std::vector<Tolerance> tolerances;
    std::string above;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        if (!lines[i].file.ends_with("/tolerances.h")) continue;
        if (lines[i].text.starts_with("/// ")) above += (above.empty() ? "" : " ") + lines[i].text.substr(4);
        if (lines[i].text.empty()) above.clear();
        if (!std::regex_match(lines[i].text, match, constant)) continue;
        Tolerance found{lines[i].file, match[1], match[2], above};
        std::string comment = behind(lines[i].text);
        while (i + 1 < lines.size() && lines[i + 1].text.starts_with("    ")) {
            const std::string& more = lines[++i].text;
            if (found.value.find(';') == std::string::npos) found.value += more;
            comment += (comment.empty() ? "" : " ") + behind(more);
        }
        found.value = found.value.substr(0, found.value.find(';'));
        found.value.erase(0, found.value.find_first_not_of(' '));
        found.meaning += (above.empty() || comment.empty() ? "" : " ") + comment;
        tolerances.push_back(found);
        above.clear();
    }
    return tolerances;
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
