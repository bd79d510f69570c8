#pragma once

#include <cstdio>

namespace restraint {

inline int failures = 0;  // promises that did not hold

inline void require(bool holds, const char* what) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n", what);
}

/// The thesis' claims of its large scenes, at their size: packages of 200 cubes [claim CL-O-18]
/// [claim CL-O-27] [claim CL-O-29] and the hourglass of 1000 balls [claim CL-O-25]. Prints what it measured.
/// `brief`: with fewer bodies.
void animations(bool brief);

}  // namespace restraint
