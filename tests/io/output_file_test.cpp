#include "restraint/io/output_file.h"

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
        file.write("half");
        CHECK(folder.names() == std::vector<std::string>{"a.part"});
    }
    CHECK(folder.names().empty());
    write_file(folder.file("a"), "whole");
    CHECK(folder.names() == std::vector<std::string>{"a"});
    CHECK(folder.read("a") == "whole");
}

/// Whether a child that has half a file, whose earlier contents are complete, dies of the signal, to which it
/// came with this disposition (a shell that runs it behind nohup, or in the background, leaves SIG_IGN).
bool dies_of(int signal, const Folder& folder, void (*inherited)(int) = SIG_DFL) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(signal, inherited);
        remove_unfinished_files_on_signals();
        OutputFile kept(folder.file("kept")), fresh(folder.file("fresh"));
        kept.write("half");
        fresh.write("half");
        std::raise(signal);
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

TEST_CASE("a signal ends the process as ever, but leaves no half file, and the old one as it was") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Folder folder;
        folder.write("kept", "old");
        CHECK(dies_of(signal, folder));
        CHECK(folder.names() == std::vector<std::string>{"kept"});
        CHECK(folder.read("kept") == "old");
    }
}

TEST_CASE("a signal that the process was started to ignore stays ignored") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Folder folder;
        CHECK_FALSE(dies_of(signal, folder, SIG_IGN));
    }
}

}  // namespace
}  // namespace restraint::io
