#include "restraint/io/text/files.h"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "folder.h"

namespace restraint::io {
namespace {

TEST_CASE("a file appears when it is complete, and not before") {
    const Folder folder;
    {
        OutputFile file(folder.file("a"));
        file.stream() << "half";
        CHECK(folder.names() == std::vector<std::string>{"a.part"});
    }
    CHECK(folder.names().empty());
    OutputFile file(folder.file("a"));
    file.stream() << "whole";
    file.finish();
    CHECK(folder.names() == std::vector<std::string>{"a"});
    CHECK(folder.read("a") == "whole");
}

TEST_CASE("a process that is killed leaves the old file as it was, and a half one named .part") {
    const Folder folder;
    folder.write("kept", "old");
    const pid_t child = fork();
    if (child == 0) {
        OutputFile kept(folder.file("kept"));
        kept.stream() << "half";
        std::raise(SIGKILL);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(folder.names() == std::vector<std::string>{"kept", "kept.part"});
    CHECK(folder.read("kept") == "old");
}

TEST_CASE("one file is recognised under every spelling, whether it exists or not; a device is no file") {
    const Folder folder;
    const std::string a = folder.file("a");
    for (const bool exists : {false, true}) {
        if (exists) folder.write("a", "");
        CHECK(is_same_file(a, a));
        CHECK(is_same_file(folder.file("./a"), a));
        CHECK(is_same_file(folder.file("nowhere/../a"), a));
        CHECK(is_same_file(folder.file("a.part"), a));  // where a is written until it is complete
        CHECK(is_same_file(a, folder.file("a.part")));
        CHECK_FALSE(is_same_file(folder.file("b"), a));
    }
    std::filesystem::create_symlink(a, folder.file("link"));
    CHECK(is_same_file(folder.file("link"), a));
    std::filesystem::create_hard_link(a, folder.file("hard"));
    CHECK(is_same_file(folder.file("hard"), a));
    CHECK_FALSE(is_same_file("/dev/null", "/dev/null"));
}

}  // namespace
}  // namespace restraint::io
