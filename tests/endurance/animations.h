#pragma once

namespace restraint {

/// The thesis' claims of its large scenes, at their size: packages of 200 cubes [claim CL-O-18]
/// [claim CL-O-27] [claim CL-O-29] and the hourglass of 1000 balls [claim CL-O-25]. Prints what it measured;
/// returns how many promises did not hold. `brief`: with fewer bodies.
int animations(bool brief);

}  // namespace restraint
