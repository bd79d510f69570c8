#pragma once

#include <fstream>
#include <string>

#include "restraint/io/errors.h"

namespace restraint::io {

/// A file that appears under its name only when it is complete: it is written beside, as PATH.part, and
/// renamed by finish(). Without finish() it vanishes; on a signal too, see below. What is no regular file (a
/// device, a named pipe) is written in place. Failures throw OutputError, which names the path and the
/// reason.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

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

/// After this, SIGINT, SIGTERM and SIGHUP take the unfinished files away before they end the process, as they
/// would without. A signal that is ignored stays ignored.
void remove_unfinished_files_on_signals();

/// Writes the whole text to a file, or throws OutputError and leaves no file.
void write_file(const std::string& path, const std::string& text);

}  // namespace restraint::io
