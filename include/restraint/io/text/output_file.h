#pragma once

#include <fstream>
#include <string>

#include "restraint/io/text/errors.h"

namespace restraint::io {

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
    /// Appends to the file.
    void write(const std::string& text);
    /// Closes the file and gives it its name.
    void finish();

  private:
    [[noreturn]] void fail() const;

    std::string path_;     // as the user wrote it
    std::string target_;   // with symbolic links resolved, so that a link stays a link
    std::string written_;  // target_ or target_.part
    std::ofstream stream_;
    bool finished_ = false;
};

/// Writes the whole text to a file, or throws OutputError and leaves no file.
void write_file(const std::string& path, const std::string& text);

/// Do two paths lead to one regular file? Also of files that do not exist yet, and if one path is the other's
/// PATH.part.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace restraint::io
