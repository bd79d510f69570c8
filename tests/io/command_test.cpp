#include "restraint/io/command/command.h"

#include <unistd.h>
#include <csignal>
#include <fstream>

#include "restraint/io/text/program.h"
#include "restraint/version.h"
#include "run.h"

namespace restraint::io {
namespace {

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
        const Answer refused = run({name, "--nonsense"});
        CHECK(refused.status == 2);
        CHECK(refused.err.starts_with("restraint " + name +
                                      ": unknown option \"--nonsense\": the options are --"));
        ++commands;
    }
    CHECK(commands >= 1);
}

TEST_CASE("a call that makes no sense is one line and status 2") {
    check_refused({}, "restraint: a command is missing (restraint --help tells more)");
    check_refused(
        {"towr", "single"},
        "restraint: there is no command \"towr\": COMMAND is one of stability, accelerate, impact, collapse, "
        "compare, tower, lp, qp (restraint --help tells more)");
    check_refused({"--help", "tower"},
                  "restraint: the command stands before the options (restraint --help tells more)");
    check_refused({"--hlep"},
                  "restraint: unknown option \"--hlep\": the options are --help, --version (restraint --help "
                  "tells more)");
}

TEST_CASE("an output that cannot be written is status 4") {
    std::istringstream in;
    std::ostringstream out, err;
    out.setstate(std::ios::badbit);
    CHECK(run_command({"tower", "single"}, in, out, err) == 4);
    CHECK(err.str() == "restraint tower: standard output could not be written\n");
}

TEST_CASE("after -- what looks like an option is a file") {
    check_refused({"stability", "--", "--nonsense"},
                  "--nonsense: cannot be opened: No such file or directory");
}

TEST_CASE("a pipe that nobody reads any more ends the command quietly") {
    std::signal(SIGPIPE, SIG_IGN);  // else the process ends here, quietly
    int ends[2] = {-1, -1};
    REQUIRE(pipe(ends) == 0);
    {
        std::ofstream out("/dev/fd/" + std::to_string(ends[1]));
        close(ends[0]);
        close(ends[1]);
        std::istringstream in;
        std::ostringstream err;
        CHECK(run_command({"tower", "single"}, in, out, err) == 0);
        CHECK(err.str().empty());
    }
    std::signal(SIGPIPE, SIG_DFL);
}

TEST_CASE("restraint compare: the methods agree on a tower that tips, and on bricks pinned together") {
    for (const char* tower : {"table -5 0 0\nbrick b 0.1 0.125 0 1 0.25\n",
                              "table -5 5 0\nbrick a 0 0.5 0 1 1\nbrick b 1 0.5 0 1 1\npin a 1 b 0\n"}) {
        const Answer answer = run({"compare", "-"}, tower);
        CAPTURE(answer.out);
        CHECK(answer.status == 0);
        const auto table = rows(answer.out, "method");
        CHECK(table.size() >= 3);
        for (const auto& row : table) {
            REQUIRE(row.size() == 8);  // method A method B what difference bound ok
            CHECK(row[2] == "method");
            CHECK(row[7] == "ok");
        }
    }
}

TEST_CASE("restraint tower prints towers that read back") {
    for (const std::string kind : {"single", "harmonic", "harmonic 30", "stack 4", "optimal 4", "pyramid 3",
                                   "diamond", "wall 3 4", "bond 2"}) {
        std::vector<std::string> arguments{"tower"};
        std::istringstream words(kind);
        for (std::string word; words >> word;) arguments.push_back(word);
        const Answer answer = run(arguments);
        CAPTURE(answer.out);
        CHECK(answer.status == 0);
        CHECK(answer.out.starts_with("# restraint tower " + kind));
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
    const std::string printed =
        run({"tower", "bond", "4", "3", "--scale", "1.5", "--table", "-1.5", "1.5"}).out;
    CHECK(printed.starts_with("# restraint tower bond 4 3 --scale 1.5 --table -1.5 1.5\n# stack bond"));
}

TEST_CASE("a tower that does not exist is refused") {
    const std::string whole = "\" is not a whole number from 1 to 100000";
    check_refused({"tower"}, {
                                 {{}, "KIND is missing"},
                                 {{"babel"},
                                  "there is no tower \"babel\": KIND is one of single, harmonic, stack, "
                                  "optimal, pyramid, diamond, "
                                  "wall, bond"},
                                 {{"diamond", "5", "5"}, "unexpected \"5\""},
                                 {{"diamond", "five"}, "N \"five" + whole},
                                 {{"diamond", "-1"}, "N \"-1" + whole},
                                 {{"diamond", "-.5"}, "N \"-.5" + whole},
                                 {{"diamond", "0"}, "N \"0" + whole},
                                 {{"diamond", "1e3"}, "N \"1e3" + whole},
                                 {{"wall", "3", "-2"}, "COLUMNS \"-2" + whole},
                                 {{"diamond", "--scale", "-1"}, "--scale: \"-1\" is not above 0"},
                                 {{"diamond", "--scale", "0.5"}, "b2 and b3 overlap by 0.25 m"},
                                 {{"pyramid", "2", "--scale", "1e300"},
                                  "b2 is up to 5e+299 m from the origin, where features are told apart to "
                                  "7.105427358e+285 m, but is "
                                  "0.25 m thin: move the tower to the origin"},
                                 {{"diamond", "--table", "1", "0"}, "--table: X0 must be below X1"},
                                 {{"diamond", "--table", "1"}, "--table needs values: X0 X1"},
                                 {{"diamond", "--table", "1", "x"}, "--table: \"x\" is not a number"},
                                 {{"diamond", "1000"}, "a tower of more than 100000 bricks"},
                             });
}

}  // namespace
}  // namespace restraint::io
