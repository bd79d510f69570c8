#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/formulation.h"
#include "restraint/bricks/tower.h"
#include "restraint/optimize/problem.h"

/// How a collapse starts: one projection gives the exact accelerations, or the velocities after an impact.
namespace restraint::bricks {

/// A contact and what became of it.
struct ContactAnswer {
    Contact contact;
    double force = 0.0;     // along the normal on a: N, or the impulse in N s
    double gap_rate = 0.0;  // gap acceleration in m/s^2, or gap velocity after the impact in m/s; >= 0
    bool lifts = false;  // gap_rate is above 1e-9 of gravity; of an impact: of the fastest velocity before it
};

/// What the projection says of the tower at this moment.
struct Answer {
    optimize::Status status = optimize::Status::numerical;  // `optimal`, or the solver gave up
    std::vector<Motion> bodies;  // accelerations, or velocities after the impact; in the tower's order
    std::vector<ContactAnswer> contacts;  // in the order of find_contacts, then the corners that were needed
    std::vector<std::size_t> corners;     // which of find_contacts' corners those are
    std::vector<Vec2> pin_forces;         // on a; N, or N s
    std::vector<std::string> warnings;
};

/// Thrown by `accelerate` for bodies that approach each other: their accelerations are not finite.
class ApproachError : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// A gap velocity in m/s up to this counts as none: neither approach nor separation.
inline constexpr double gap_velocity_tolerance = 1e-9;

/// The accelerations with which a tower starts to move, or goes on moving: the admissible ones nearest to
/// gravity.   [ROTE-Q, SLIDES-*]
///
///     minimise 1/2 sum m |a - g|^2   subject to   gap'' >= 0 where the gap and its rate are 0   [ROTE-S2]
///
/// throws OverlapError and std::invalid_argument as find_contacts does; ApproachError, naming the pair and
/// `impact`, if a gap closes or the vertices of a pin move apart; std::invalid_argument if a framework is
/// asked of a polygon.
Answer accelerate(const Tower& tower, Model model = Model::rigid, Bars bars = Bars::minimal,
                  Overlaps overlaps = Overlaps::refused);

/// The accelerations from rest, whatever the velocities, with the given contacts and corners in question.
Answer accelerate_from_rest(const Tower& tower, const std::vector<Contact>& contacts,
                            const std::vector<CornerContact>& corners);

/// The velocities after the totally inelastic collision of everything that approaches: the admissible ones
/// nearest to those before.   [ROTE-Q*, SLIDES-coll]
Answer impact(const Tower& tower, Model model = Model::rigid, Bars bars = Bars::minimal,
              Overlaps overlaps = Overlaps::refused);

}  // namespace restraint::bricks
