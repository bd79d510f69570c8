#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/formulation.h"
#include "restraint/bricks/nearest_motion.h"
#include "restraint/bricks/tower.h"
#include "restraint/optimize/problem.h"

/// How a collapse starts: one projection gives the exact accelerations, or the velocities after an impact.
namespace restraint::bricks {

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
