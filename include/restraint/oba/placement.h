#pragma once

#include <span>
#include <vector>

#include "restraint/oba/world.h"

namespace restraint::oba {

/// Where a body is.
struct Placement {
    Vec3 position;
    Quaternion quaternion;

    Pose pose() const { return {position, to_matrix(quaternion)}; }
};
using Placements = std::vector<Placement>;  // one a body

std::vector<Pose> poses_of(const Placements& placements);

/// Where the bodies are now.
Placements current_placements(const World& world);

/// With which angular velocity a body turns for a whole frame.
enum class Turn {
    midpoint,  // that of the middle of each small part of the frame: a free body keeps its energy
    start,     // that of the frame's start, as in the thesis: a thin body gains energy without end
};

/// Where each body would be after one frame without contacts and joints:   [OBA-2.30, OBA-2.33, OBA-2.37]
///
///     x_tgt = x + v dt
///     start       R_tgt = exp(omega dt) R
///     midpoint    R <- exp(h omega_m) R for each part h of dt, in which the body turns by 0.05 rad at most;
///                 omega_m = R_m I_body^-1 R_m' L   with   R_m = exp(h omega/2) R
///
/// The rotation is exact, where the columns R + (omega x R) dt of the thesis grow (erratum O07). L stays
/// while omega = I^-1 L changes with R, so that the omega of the frame's start is not that of the frame: a
/// stick of 0.1 x 0.1 x 0.9 m thrown at 6 rad/s with `start` turns at 160 rad/s half a second later. Scripted
/// bodies are where their script has them; one that is behind its script catches up: it turns at once, and is
/// shifted by at most twice the way of its script in this frame, or a tenth of the smallest size where that
/// is more. Frozen and fixed bodies stay.
Placements target_placements(const World& world, Turn turn = Turn::midpoint);

/// Moves the bodies there. Momenta stay, velocities follow: since L is what is kept, omega = I^-1 L changes
/// with the orientation, which is the term -omega x I omega that the thesis leaves out of its torque law
/// (erratum O05).   [OBA-2.14, OBA-2.19]
void place(World& world, const Placements& placements);

/// v += g dt for all bodies that respond and are not frozen.   [OBA-2.31]
void add_gravity(World& world);

/// The perturbation that leads from one placement to another: dx = x' - x, dphi the rotation vector of R'
/// R^-1.   [OBA-6.3, OBA-6.4]
struct Perturbation {
    Vec3 translation, rotation;
};
Perturbation perturbation(const Placement& from, const Placement& to);
/// x + dx, exp(dphi) R.
Placement perturbed(const Placement& from, const Perturbation& by);

}  // namespace restraint::oba
