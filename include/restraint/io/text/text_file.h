#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "restraint/io/text/errors.h"

namespace restraint::io {

/// A whole input file in memory, and the name that messages give it.
struct TextFile {
    std::string name;  // the path, or <stdin>
    std::string text;
};

/// Reads the file at `path`, or `standard_input` if that is "-". Reads no more than `limit` bytes: a larger
/// input, a folder, or a file that cannot be opened is a FileError.
TextFile read_text_file(const std::string& path, std::istream& standard_input, std::size_t limit);

/// The lines of a text, without line ends (LF or CRLF) and without a byte-order mark; the last one may lack
/// its end. The views look into `text`.
std::vector<std::string_view> lines_of(std::string_view text);

/// The words of a line, separated by blanks and tabs.
std::vector<std::string_view> words_of(std::string_view line);

/// Throws FileError `NAME:LINE: what`.
[[noreturn]] void fail_at(const std::string& name, std::size_t line, const std::string& what);

/// Throws FileError if the line holds a control character (of which tabs are harmless): the file is no text.
void require_text(const std::string& name, std::size_t line, std::string_view text);

}  // namespace restraint::io
