#include "restraint/io/text/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "restraint/io/text/number.h"

namespace restraint::io {

std::string reason(int error) { return error == 0 ? "" : std::string(": ") + std::strerror(error); }

TextFile read_text_file(const std::string& path, std::istream& standard_input, std::size_t limit) {
    TextFile file{path == "-" ? "<stdin>" : path, ""};
    errno = 0;
    std::ifstream opened;
    bool too_large = false;
    if (path != "-") {
        opened.open(path, std::ios::binary);
        if (!opened) throw FileError(path + ": cannot be opened" + reason(errno));
        if (std::filesystem::is_directory(path)) throw FileError(path + ": cannot be read: Is a directory");
        std::error_code no_size;                                                    // of a device or a pipe
        too_large = std::filesystem::file_size(path, no_size) > limit && !no_size;  // nothing is read then
    }
    std::istream& stream = path == "-" ? standard_input : opened;
    std::array<char, 65536> chunk{};
    while (!too_large && stream.good()) {
        stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        file.text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
        too_large = file.text.size() > limit;
    }
    if (stream.bad()) throw FileError(file.name + ": cannot be read" + reason(errno));
    if (too_large) fail_at(file.name, 1, "the input is larger than " + std::to_string(limit >> 20) + " MiB");
    return file;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<std::string_view> words_of(std::string_view line, std::string_view separators) {
    std::vector<std::string_view> words;
    for (std::size_t start = 0; (start = line.find_first_not_of(separators, start)) < line.size();) {
        const std::size_t end = std::min(line.find_first_of(separators, start), line.size());
        words.push_back(line.substr(start, end - start));
        start = end;
    }
    return words;
}

void fail_at(const std::string& name, std::size_t line, const std::string& what) {
    throw FileError(name + ":" + std::to_string(line) + ": " + what);
}

void require_text(const std::string& name, std::size_t line, std::string_view text) {
    for (const char c : text)
        if ((c >= '\0' && c < ' ' && c != '\t') || c == '\x7f')
            fail_at(name, line, "not a text file: it holds the character " + in_quotes({&c, 1}));
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
    std::error_code ignored;
    const bool in_place =
        std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
    target_ = in_place || resolved.empty() ? path : resolved.string();
    written_ = in_place ? target_ : target_ + ".part";
    errno = 0;
    stream_.open(written_, std::ios::binary | std::ios::trunc);
    if (!stream_) fail();
}

OutputFile::~OutputFile() {
    if (written_ == target_) return;
    stream_.close();
    std::remove(written_.c_str());
}

void OutputFile::fail() const { throw OutputError(path_ + " could not be written" + reason(errno)); }

void OutputFile::finish() {
    if (stream_) errno = 0;  // else it still tells why
    stream_.close();         // writes what is still in the buffer
    if (!stream_ || (written_ != target_ && std::rename(written_.c_str(), target_.c_str()) != 0)) fail();
    written_ = target_;
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
