#pragma once

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../citations/citations.h"

/// Which lines of code a citation speaks of.
namespace restraint::mutation {

using Lines = std::vector<std::string>;

inline Lines read_lines(const std::string& file) {
    Lines lines;
    std::ifstream in(file);
    for (std::string text; std::getline(in, text);) lines.push_back(text);
    return lines;
}

inline std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// A line without its comment.
inline std::string code_of(const std::string& line) { return line.substr(0, line.find("//")); }

inline bool is_comment(const std::string& line) { return trimmed(line).rfind("//", 0) == 0; }
inline bool is_cited(const std::string& line) { return !citations::cited_ids(line).empty(); }

/// The name of the function that a line at the margin begins to declare; "" if it begins none.
inline std::string function_name(const std::string& line) {
    std::smatch match;
    static const std::regex head(R"re(^[A-Za-z][^=;]*?([\w~]+|operator\S+)\()re");
    return std::regex_search(line, match, head) ? match[1].str() : "";
}

/// The line after the last one of the function that begins at line i.
inline std::size_t end_of_function(const Lines& lines, std::size_t i) {
    for (std::size_t k = i; k < lines.size(); ++k) {
        const std::string code = trimmed(code_of(lines[k]));
        const bool at_the_margin = k == i || lines[k][0] == '}' || lines[k][0] != ' ';
        if (at_the_margin && !code.empty() && (code.back() == '}' || code.back() == ';')) return k + 1;
    }
    return lines.size();
}

/// The whole statement that line i is a part of; if line i is a comment, the statement that follows.
inline void add_statement(const Lines& lines, std::size_t i, std::set<std::size_t>& cited) {
    const auto ends = [&](std::size_t k) {
        const std::string code = trimmed(code_of(lines[k]));
        return code.empty() || code.back() == ';' || code.back() == '{' || code.back() == '}';
    };
    while (i < lines.size() && is_comment(lines[i])) ++i;
    while (i > 0 && !ends(i - 1)) --i;
    for (; i < lines.size(); ++i) {
        cited.insert(i);
        if (ends(i)) return;
    }
}

/// The lines of code of a file that a citation in it, or in the comment above the declaration of one of
/// `functions`, speaks of: beside or above a statement this statement, above a function all of it.
inline std::set<std::size_t> cited_lines(const Lines& lines, const std::set<std::string>& functions) {
    std::set<std::size_t> cited;
    bool above = false;  // a citation in the comment that ends here
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool margin = !lines[i].empty() && lines[i][0] != ' ';
        if (is_cited(lines[i]) && !(margin && is_comment(lines[i]))) add_statement(lines, i, cited);
        if (margin && is_comment(lines[i])) {
            above = above || is_cited(lines[i]);
        } else {
            const std::string name = margin ? function_name(lines[i]) : "";
            if (!name.empty() && (above || functions.count(name) != 0))
                for (std::size_t k = i; k < end_of_function(lines, i); ++k) cited.insert(k);
            above = false;
        }
    }
    return cited;
}

/// The names of the functions that a header declares below a comment with a citation.
inline std::set<std::string> cited_functions(const Lines& header) {
    std::set<std::string> names;
    bool above = false;
    for (const std::string& line : header) {
        if (is_comment(line)) {
            above = above || is_cited(line);
        } else {
            const std::string name = function_name(trimmed(line));
            if (above && !name.empty()) names.insert(name);
            above = false;
        }
    }
    return names;
}

}  // namespace restraint::mutation
