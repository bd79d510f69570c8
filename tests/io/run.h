#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "restraint/io/command/command.h"

namespace restraint::io {

/// What the command `restraint` answers.
struct Answer {
    int status = 0;
    std::string out, err;
};

/// Runs the command in this process; `input` is its standard input.
inline Answer run(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::istringstream in(input);
    std::ostringstream out, err;
    Answer answer;
    answer.status = run_command(arguments, in, out, err);
    answer.out = out.str();
    answer.err = err.str();
    return answer;
}

/// The lines of a text.
inline std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

/// The lines of a text whose first word is `key`, split into words.
inline std::vector<std::vector<std::string>> rows(const std::string& text, const std::string& key) {
    std::vector<std::vector<std::string>> result;
    for (const std::string& line : lines(text)) {
        std::istringstream stream(line);
        std::vector<std::string> words;
        for (std::string word; stream >> word;) words.push_back(word);
        if (!words.empty() && words[0] == key) result.push_back(words);
    }
    return result;
}

}  // namespace restraint::io
