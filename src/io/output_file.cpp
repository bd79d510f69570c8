#include "restraint/io/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "restraint/io/program.h"

namespace restraint::io {

OutputFile::OutputFile(const std::string& path) : path_(path) {
    std::error_code ignored;
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
    target_ = ignored || resolved.empty() ? path : resolved.string();
    const bool in_place =
        std::filesystem::exists(target_, ignored) && !std::filesystem::is_regular_file(target_, ignored);
    written_ = in_place ? target_ : target_ + ".part";
    errno = 0;
    stream_.open(written_, std::ios::binary | std::ios::trunc);
    if (!stream_) {
        finished_ = true;  // there is nothing to take away
        throw OutputError(path_ + " could not be written: " + std::strerror(errno));
    }
}

OutputFile::~OutputFile() {
    if (finished_ || written_ == target_) return;
    stream_.close();
    std::remove(written_.c_str());
}

void OutputFile::check() { require_written(stream_, path_); }

void OutputFile::finish() {
    check();
    errno = 0;
    stream_.close();
    if (!stream_ || (written_ != target_ && std::rename(written_.c_str(), target_.c_str()) != 0))
        throw OutputError(path_ + " could not be written: " + std::strerror(errno));
    finished_ = true;
}

void write_file(const std::string& path, const std::string& text) {
    OutputFile file(path);
    file.stream() << text;
    file.finish();
}

}  // namespace restraint::io
