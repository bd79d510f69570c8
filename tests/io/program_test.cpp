#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

#include "restraint/io/text/program.h"

using namespace restraint::io;

TEST_CASE("whatever a program throws becomes one line and the status that belongs to it") {
    struct Row {
        std::function<int()> body;
        int status;
        const char* line;
    };
    const Row table[] = {
        {[]() -> int { throw UsageError("what?"); }, 2, "drop: what? (drop --help tells more)\n"},
        {[]() -> int { throw FileError("f:1: no"); }, 2, "f:1: no\n"},
        {[]() -> int { throw std::invalid_argument("m = -1"); }, 2,
         "drop: m = -1 (drop --help tells more)\n"},
        {[]() -> int { throw GaveUp("no proof"); }, 3, "drop: no proof\n"},
        {[]() -> int { throw std::runtime_error("it turns too fast"); }, 3, "drop: it turns too fast\n"},
        {[]() -> int { throw std::length_error("9 bricks hang together"); }, 3,
         "drop: the solver gave up beforehand: 9 bricks hang together\n"},
        {[]() -> int { throw ClosedPipe("standard output"); }, 0, ""},
        {[]() -> int { throw std::bad_alloc(); }, 3, "drop: out of memory\n"},
        {[]() -> int { throw OutputError("x could not be written"); }, 4, "drop: x could not be written\n"},
        {[] { return 1; }, 1, ""},
    };
    for (const Row& row : table) {
        std::ostringstream out, err;
        CHECK(run_program("drop", out, err, row.body) == row.status);
        CHECK(err.str() == row.line);
    }
}

TEST_CASE("a terminal hears of long work after two seconds, and a file never does") {
    const int before = dup(STDERR_FILENO);
    const auto patience_of = [](int file) {
        dup2(file, STDERR_FILENO);
        close(file);
        return patience_of_terminal();
    };
    const double of_file = patience_of(open("/dev/null", O_WRONLY));
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);  // -1 where there are none
    const double of_terminal = terminal < 0 ? 2.0 : patience_of(terminal);
    dup2(before, STDERR_FILENO);
    close(before);
    CHECK(of_file == std::numeric_limits<double>::infinity());
    CHECK(of_terminal == 2.0);
}

TEST_CASE("up to 10^8 rows are printed: those of t = 0, of every K-th step and of the last, for each body") {
    struct Row {
        std::size_t steps, every, bodies;
        const char* refused;  // how many rows are too many
    };
    const Row table[] = {{10, 5, 33'333'333, ""},  // t = 0, and steps 5 and 10
                         {10, 5, 33'333'334, "100000002"}, {11, 5, 25'000'000, ""},  // and step 11
                         {11, 5, 25'000'001, "100000004"}, {0, 1, 100'000'000, ""}, {99'999'999, 1, 1, ""},
                         {100'000'000, 1, 1, "100000001"}, {100'000'000, 2, 1, ""}};
    for (const auto& [steps, every, bodies, refused] : table)
        if (const std::string rows = refused; rows.empty())
            CHECK_NOTHROW(require_printable(steps, every, bodies));
        else
            CHECK_THROWS_WITH_AS(
                require_printable(steps, every, bodies),
                (rows +
                 " rows would be printed, more than 10^8: a shorter --time or a larger --every is needed")
                    .c_str(),
                UsageError);
    CHECK(step_count(0.0, 0.5) == 0);
    CHECK(step_count(1.2, 0.5) == 2);  // the nearest
    CHECK(step_count(0.26, 0.5) == 1);
    CHECK_THROWS_WITH_AS(step_count(0.24, 0.5), "a time of 0.24 s has no step of 0.5 s", UsageError);
    CHECK(step_count(1e9, 1.0) == 1'000'000'000);
    CHECK_THROWS_WITH_AS(step_count(1e9 + 1.0, 1.0),
                         "more than 10^9 steps: a larger step or a shorter time is needed", UsageError);
}
