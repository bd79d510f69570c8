#include "restraint/io/text/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace restraint::io {

OutputFile::OutputFile(const std::string& path) : path_(path) {
    std::error_code ignored;
    const bool in_place =
        std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
    target_ = in_place || resolved.empty() ? path : resolved.string();
    written_ = in_place ? target_ : target_ + ".part";
    errno = 0;
    stream_.open(written_, std::ios::binary | std::ios::trunc);
    if (stream_) return;
    finished_ = true;  // there is nothing to take away
    fail();
}

OutputFile::~OutputFile() {
    if (finished_ || written_ == target_) return;
    stream_.close();
    std::remove(written_.c_str());
}

void OutputFile::fail() const {
    throw OutputError(path_ + " could not be written" +
                      (errno ? std::string(": ") + std::strerror(errno) : ""));
}

void OutputFile::write(const std::string& text) {
    errno = 0;
    if (!(stream_ << text)) fail();
}

void OutputFile::finish() {
    errno = 0;
    stream_.close();  // writes what is still in the buffer
    if (!stream_ || (written_ != target_ && std::rename(written_.c_str(), target_.c_str()) != 0)) fail();
    finished_ = true;
}

void write_file(const std::string& path, const std::string& text) {
    OutputFile file(path);
    file.write(text);
    file.finish();
}

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code none;
    if (std::filesystem::exists(a, none) && !std::filesystem::is_regular_file(a, none)) return false;
    if (std::filesystem::equivalent(a, b, none)) return true;
    const auto full = [&](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, none), none).string();
    };
    const std::string first = full(a), second = full(b);
    return first == second || first + ".part" == second || first == second + ".part";
}

}  // namespace restraint::io
