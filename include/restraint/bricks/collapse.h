#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/framework.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/tower.h"
#include "restraint/optimize/problem.h"

/// How a collapse starts: one projection gives the exact accelerations, or the velocities after an impact. It
/// is Gauss' principle for a tower: of all motions that close no gap, the one nearest to the free motion.
/// [ROTE-Q, ROTE-Q*]
namespace restraint::bricks {

/// A contact, its force and the motion of its gap.
struct ContactAnswer {
    Contact contact;
    double force = 0.0;     // along the normal on a: N, or the impulse in N s
    double gap_rate = 0.0;  // gap acceleration in m/s^2, or gap velocity after the impact in m/s; >= 0
    bool lifts = false;  // gap_rate is above 1e-9 of gravity; of an impact: of the fastest velocity before it
};

/// The result of the projection: motions, and the forces of contacts and pins.
struct Answer {
    optimize::Status status = optimize::Status::numerical;  // `optimal`, or the solver gave up in a heap
    std::vector<Motion> bodies;  // accelerations, or velocities after the impact; in the tower's order
    // In the order of find_contacts, then the corners that were needed.
    std::vector<ContactAnswer> contacts{};
    std::vector<Vec2> pin_forces{};  // on a; N, or N s
    std::vector<std::string> warnings{};
};

/// The answer without the corners, and again with those that would collide, until none would. Where corners
/// pass each other freely, the answer without them is the nearest admissible motion; a corner that does not
/// pass is held with its averaged normal. Each heap (heaps.h) is solved by itself.   [BARAFF89-degen]
///
/// throws as `heaps` does
Answer nearest_motion(const Bricks& bricks, Unknown unknown, const Touching& touching);

/// Thrown by `accelerate` for bodies that approach each other: their accelerations are not finite.
class ApproachError : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// The accelerations with which a tower starts to move, or goes on moving: the admissible ones nearest to
/// gravity.   [ROTE-Q, SLIDES-*]
///
///     minimise 1/2 sum m |a - g|^2   subject to   gap'' >= 0 where the gap and its rate are 0   [ROTE-S2]
///
/// throws PartError and std::invalid_argument as find_contacts does; ApproachError, naming the pair and
/// `impact`, if a gap closes or the vertices of a pin move apart; std::invalid_argument if a framework is
/// asked of a polygon.
Answer accelerate(const Tower& tower, Model model = Model::rigid, Bars bars = Bars::minimal);

/// The velocities after the totally inelastic collision of everything that approaches: the admissible ones
/// nearest to those before.   [ROTE-Q*, SLIDES-coll]
Answer impact(const Tower& tower, Model model = Model::rigid, Bars bars = Bars::minimal);

}  // namespace restraint::bricks
