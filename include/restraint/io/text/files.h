#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "restraint/io/text/errors.h"

/// Whole files in and out.
namespace restraint::io {

/// ": No such file or directory", the system's words for its error; empty for 0.
std::string reason(int error);

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

/// The words of a line, separated by any of those characters.
std::vector<std::string_view> words_of(std::string_view line, std::string_view separators = " \t");

/// Throws FileError `NAME:LINE: what`.
[[noreturn]] void fail_at(const std::string& name, std::size_t line, const std::string& what);

/// Throws FileError if the line holds a control character (of which tabs are harmless): the file is no text.
void require_text(const std::string& name, std::size_t line, std::string_view text);

/// A file that appears under its name only when it is complete: it is written beside, as PATH.part, and
/// renamed by finish(). Without finish() it vanishes; only a process that is killed leaves the PATH.part.
/// What is no regular file (a device, a named pipe) is written in place. Failures throw OutputError, which
/// names the path and the reason.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Where to append to the file.
    std::ostream& stream() { return stream_; }
    /// Closes the file and gives it its name. Throws OutputError, and leaves no file, if it is not whole.
    void finish();

  private:
    [[noreturn]] void fail() const;

    std::string path_;     // as the user wrote it
    std::string target_;   // with symbolic links resolved, so that a link stays a link
    std::string written_;  // target_ or target_.part
    std::ofstream stream_;
};

/// Do two paths lead to one regular file? Also of files that do not exist yet, and if one path is the other's
/// PATH.part.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace restraint::io
