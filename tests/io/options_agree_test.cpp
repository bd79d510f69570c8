#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "run.h"

namespace restraint::io {
namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// The option names --a-b in a text, each with the character that stands before it.
std::multimap<std::string, std::size_t> options_in(const std::string& text) {
    std::multimap<std::string, std::size_t> found;
    for (std::size_t at = 0; (at = text.find("--", at)) != std::string::npos;) {
        std::size_t end = at + 2;
        while (end < text.size() &&
               (std::islower(static_cast<unsigned char>(text[end])) || text[end] == '-' || text[end] == '_'))
            ++end;
        if (end > at + 2 && text[at + 2] != '-' && (at == 0 || text[at - 1] != '-'))
            found.emplace(text.substr(at, end - at), at);
        at = end;
    }
    return found;
}

/// All options that --help of the commands shows.
std::set<std::string> shown_options() {
    std::set<std::string> shown;
    for (const std::string& line : lines(run({"--help"}).out)) {
        if (!line.starts_with("  ")) continue;
        const std::string command = line.substr(2, line.find(' ', 2) - 2);
        for (const std::string& row : lines(run({command, "--help"}).out))
            if (row.starts_with("  --")) shown.insert(options_in(row).begin()->first);
    }
    return shown;
}

TEST_CASE(
    "the options that the commands ask for are those that --help shows, and each of them is asked for") {
    const std::set<std::string> shown = shown_options();
    CHECK(shown.size() >= 15);
    std::set<std::string> asked;
    for (const auto& entry : std::filesystem::directory_iterator("src/io/command")) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string text = text_of(entry.path());
        for (const auto& [named, at] : options_in(text)) {
            const std::string& option = named;  // a structured binding cannot be captured
            const bool literal = text[at - 1] == '"' && text[at + option.size()] == '"';
            const bool declared = literal && at >= 2 && text[at - 2] == '{' &&
                                  text[at + option.size() + 1] == ',' &&
                                  text[at + option.size() + 3] == '"' && text[at + option.size() + 4] != '-';
            if (literal && !declared) asked.insert(option);
            INFO("file ", entry.path().string(), ", option ", option);
            CHECK(shown.contains(option));
        }
    }
    for (const std::string& option : shown) {
        CAPTURE(option);
        if (option != "--version") CHECK(asked.contains(option));
    }
}

/// The options that the scenes declare, and those that they share.
std::set<std::string> scene_options() {
    std::string sources = text_of("src/io/text/scene_options.cpp");
    for (const auto& entry : std::filesystem::directory_iterator("scenes"))
        if (entry.is_regular_file()) sources += text_of(entry.path());
    std::set<std::string> declared;
    for (const auto& [option, at] : options_in(sources))
        if (sources[at - 1] == '"' && sources[at + option.size()] == '"') declared.insert(option);
    return declared;
}

TEST_CASE("every option that README.md names is one of the commands' or of a scene's") {
    const std::set<std::string> shown = shown_options(), declared = scene_options();
    for (const auto& [named, at] : options_in(text_of("README.md"))) {
        const std::string& option = named;  // a structured binding cannot be captured
        CAPTURE(option);
        if (option != "--yes")
            CHECK((shown.contains(option) || declared.contains(option)));  // that one is apt-get's
    }
}

}  // namespace
}  // namespace restraint::io
