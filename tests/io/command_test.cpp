#include "restraint/io/command.h"

#include <doctest/doctest.h>

#include "restraint/io/tower_file.h"
#include "restraint/version.h"
#include "run.h"

namespace restraint::io {
namespace {

/// Is this how a bad call should end: status 2, no result, one line?
void check_refused(const std::vector<std::string>& arguments, const std::string& message,
                   const std::string& input = "") {
    const Answer answer = run(arguments, input);
    CAPTURE(message);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.err == message + "\n");
}

TEST_CASE("the command tells what it can do, and its version") {
    const Answer help = run({"--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    CHECK(help.out.find("usage: restraint COMMAND") == 0);
    CHECK(run({"--version"}).out == "restraint " RESTRAINT_VERSION "\n");
    // Every command that the overview names has a help and the version, too.
    std::size_t commands = 0;
    for (const std::string& line : lines(help.out)) {
        if (!line.starts_with("  ")) continue;
        const std::string name = line.substr(2, line.find(' ', 2) - 2);
        CAPTURE(name);
        const Answer answer = run({name, "--help"});
        CHECK(answer.status == 0);
        CHECK(answer.out.find("usage: restraint " + name + " ") == 0);
        CHECK(answer.out.find("--version") != std::string::npos);
        CHECK(run({name, "--version"}).out == "restraint " RESTRAINT_VERSION "\n");
        check_refused({name, "--nonsense"}, "restraint " + name +
                                                ": unknown option \"--nonsense\" (restraint " + name +
                                                " --help tells more)");
        ++commands;
    }
    CHECK(commands >= 1);
}

TEST_CASE("a call that makes no sense is one line and status 2") {
    check_refused({}, "restraint: a command is missing (restraint --help tells more)");
    check_refused(
        {"towr", "single"},
        "restraint: there is no command \"towr\"; did you mean tower? (restraint --help tells more)");
    check_refused({"xyzzyxyzzy"},
                  "restraint: there is no command \"xyzzyxyzzy\" (restraint --help tells more)");
    check_refused({"--help", "tower"},
                  "restraint: the command stands before the options (restraint --help tells more)");
    check_refused({"--hlep"},
                  "restraint: unknown option \"--hlep\"; did you mean --help? (restraint --help tells more)");
}

TEST_CASE("an output that cannot be written is status 4") {
    std::istringstream in;
    std::ostringstream out, err;
    out.setstate(std::ios::badbit);
    CHECK(run_command({"tower", "single"}, in, out, err) == 4);
    CHECK(err.str() == "restraint tower: standard output could not be written\n");
}

TEST_CASE("restraint tower prints towers that read back") {
    for (const std::vector<std::string>& kind : {std::vector<std::string>{"single"},
                                                 {"harmonic"},
                                                 {"harmonic", "30"},
                                                 {"stack", "4"},
                                                 {"optimal", "4"},
                                                 {"pyramid", "3"},
                                                 {"diamond"},
                                                 {"wall", "3", "4"},
                                                 {"bond", "2"}}) {
        std::vector<std::string> arguments{"tower"};
        arguments.insert(arguments.end(), kind.begin(), kind.end());
        const Answer answer = run(arguments);
        CAPTURE(answer.out);
        CHECK(answer.status == 0);
        CHECK(answer.out.starts_with("# restraint tower " + kind[0]));
        CHECK_NOTHROW(read_tower(answer.out, "printed"));
    }
    CHECK(read_tower(run({"tower", "diamond", "5"}).out, "x").bodies.size() == 25);
    CHECK(read_tower(run({"tower", "bond", "2"}).out, "x").bodies.size() == 10);  // 2 rows of 5, the default
}

TEST_CASE("a tower can be scaled, and given another table") {
    const bricks::Tower gaps = read_tower(run({"tower", "pyramid", "2", "--scale", "1.0625"}).out, "x");
    CHECK(gaps.bodies[1].pose.position.x == -0.53125);
    const bricks::Tower narrow =
        read_tower(run({"tower", "wall", "5", "5", "--table", "-1.5", "1.5"}).out, "x");
    REQUIRE(narrow.tables.size() == 1);
    CHECK(narrow.tables[0].x_left == -1.5);
    CHECK(narrow.tables[0].x_right == 1.5);
}

TEST_CASE("a tower that does not exist is refused") {
    const std::string more = " (restraint tower --help tells more)";
    check_refused({"tower"}, "restraint tower: KIND is missing" + more);
    check_refused({"tower", "babel"},
                  "restraint tower: there is no tower \"babel\": KIND is one of single, harmonic, "
                  "stack, optimal, pyramid, diamond, wall, bond" +
                      more);
    check_refused({"tower", "diamond", "5", "5"}, "restraint tower: unexpected \"5\"" + more);
    check_refused({"tower", "diamond", "five"},
                  "restraint tower: N \"five\" is not a whole number from 1 to 100000" + more);
    check_refused({"tower", "diamond", "--scale", "-1"},
                  "restraint tower: --scale: \"-1\" is not above 0" + more);
    check_refused({"tower", "diamond", "--scale", "0.5"},
                  "restraint tower: b2 and b3 overlap by 0.25 m" + more);
    check_refused({"tower", "diamond", "--table", "1", "0"},
                  "restraint tower: --table: X0 must be below X1" + more);
    check_refused({"tower", "diamond", "--table", "1"},
                  "restraint tower: --table needs values: X0 X1" + more);
    check_refused({"tower", "diamond", "--table", "1", "x"},
                  "restraint tower: --table: \"x\" is not a number" + more);
    check_refused({"tower", "diamond", "1000"}, "restraint tower: a tower of more than 100000 bricks" + more);
}

}  // namespace
}  // namespace restraint::io
