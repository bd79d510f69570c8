#include "restraint/io/output_file.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace restraint::io {

namespace {

/// Paths of the files that are being written, for the signal handler, which may only look at such atoms.
std::array<std::atomic<const char*>, 16> unfinished_paths;

void note_unfinished(const char* path) {
    for (std::atomic<const char*>& place : unfinished_paths) {
        const char* empty = nullptr;
        if (place.compare_exchange_strong(empty, path)) return;
    }
}

void forget_unfinished(const char* path) {
    for (std::atomic<const char*>& place : unfinished_paths) {
        const char* noted = path;
        if (place.compare_exchange_strong(noted, nullptr)) return;
    }
}

extern "C" void remove_unfinished_files(int signal) {
    for (const std::atomic<const char*>& place : unfinished_paths)
        if (const char* path = place.load()) unlink(path);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

void remove_unfinished_files_on_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, remove_unfinished_files) == SIG_IGN) std::signal(signal, SIG_IGN);
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
    std::error_code ignored;
    const bool in_place =
        std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
    target_ = in_place || resolved.empty() ? path : resolved.string();
    written_ = in_place ? target_ : target_ + ".part";
    errno = 0;
    if (!in_place) note_unfinished(written_.c_str());
    stream_.open(written_, std::ios::binary | std::ios::trunc);
    if (stream_) return;
    forget_unfinished(written_.c_str());
    finished_ = true;  // there is nothing to take away
    fail();
}

OutputFile::~OutputFile() {
    if (finished_ || written_ == target_) return;
    stream_.close();
    std::remove(written_.c_str());
    forget_unfinished(written_.c_str());
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
    forget_unfinished(written_.c_str());
    finished_ = true;
}

void write_file(const std::string& path, const std::string& text) {
    OutputFile file(path);
    file.write(text);
    file.finish();
}

}  // namespace restraint::io
