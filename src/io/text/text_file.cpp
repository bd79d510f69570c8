#include "restraint/io/text/text_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>

#include "restraint/io/text/number.h"

namespace restraint::io {

TextFile read_text_file(const std::string& path, std::istream& standard_input, std::size_t limit) {
    TextFile file{path == "-" ? "<stdin>" : path, ""};
    const auto refuse = [&] {
        fail_at(file.name, 1, "the input is larger than " + std::to_string(limit >> 20) + " MiB");
    };
    errno = 0;
    std::ifstream opened;
    if (path != "-") {
        opened.open(path, std::ios::binary);
        if (!opened) throw FileError(path + ": cannot be opened: " + std::strerror(errno));
        if (std::filesystem::is_directory(path)) throw FileError(path + ": cannot be read: Is a directory");
        std::error_code no_size;  // of a device or a pipe
        const auto size = std::filesystem::file_size(path, no_size);
        if (!no_size && size > limit) refuse();  // before a byte of it is in memory
    }
    std::istream& stream = path == "-" ? standard_input : opened;
    std::array<char, 65536> chunk{};
    while (file.text.size() <= limit && stream.good()) {
        stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        file.text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad())
        throw FileError(file.name + ": cannot be read" +
                        (errno ? std::string(": ") + std::strerror(errno) : ""));
    if (file.text.size() > limit) refuse();
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

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t start = 0; (start = line.find_first_not_of(" \t", start)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t", start), line.size());
        words.push_back(line.substr(start, end - start));
        start = end;
    }
    return words;
}

void fail_at(const std::string& name, std::size_t line, const std::string& what) {
    throw FileError(name + ":" + std::to_string(line) + ": " + what);
}

void require_text(const std::string& name, std::size_t line, std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\t') || byte == 0x7f)
            fail_at(name, line,
                    "not a text file: it holds the character " + in_quotes(std::string_view(&c, 1)));
    }
}

}  // namespace restraint::io
