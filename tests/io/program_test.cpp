#include <doctest/doctest.h>

#include <functional>
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
