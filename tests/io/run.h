#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "folder.h"
#include "restraint/io/command/command.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/tower_file.h"

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

/// Does a bad call end with status 2, this one line, and no result?
inline void check_refused(const std::vector<std::string>& arguments, const std::string& message,
                          const std::string& input = "") {
    const Answer answer = run(arguments, input);
    CAPTURE(message);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.err == message + "\n");
}

/// Words behind a call like `restraint collapse -`, and what the one line says of them.
struct BadCall {
    std::vector<std::string> words;
    std::string message;
};
inline void check_refused(const std::vector<std::string>& call, const std::vector<BadCall>& table,
                          const std::string& input = "") {
    const std::string command = "restraint " + call[0];
    for (const BadCall& row : table) {
        std::vector<std::string> words = call;
        words.insert(words.end(), row.words.begin(), row.words.end());
        check_refused(words, command + ": " + row.message + " (" + command + " --help tells more)", input);
    }
}

/// How often does the piece stand in the text?
inline std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t found = 0;
    for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
    return found;
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
