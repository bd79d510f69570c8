#pragma once

#include "restraint/oba/placement.h"

/// How bodies that follow a script give way, but for their weight in a position update.
///
/// A scripted body is not moved: it pushes all others aside and is not pushed. Where they have no room, which
/// would leave the thesis' programs without a solution (chapter 8), it yields, by shifting only: it is never
/// turned against its script. It stays behind, and catches up as soon as it can.
namespace restraint::oba {

/// Where the body goes in this frame: turned as its script has it, and shifted by at most twice the way of
/// its script in this frame, or a tenth of the smallest size where that is more. Throws
/// std::invalid_argument, naming the body and the time, if the script gives a place that is not finite.
Placement script_target(const World& world, std::size_t body);

/// Gives all scripted bodies the velocities with which they come to `reached`: those of their scripts, unless
/// they yield.
void set_script_velocities(World& world, const Placements& reached);

/// The body where it yields to impulses: as fast as its script has it, a thousand times as heavy as the
/// heaviest free one, and without end hard to turn. For momenta, where no motion satisfies the rows of
/// scripts and walls.
RigidBody yielding(const World& world, std::size_t body);

}  // namespace restraint::oba
