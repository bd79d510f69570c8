#pragma once

#include <span>
#include <vector>

#include "restraint/oba/world.h"

namespace restraint::oba {

/// Where a body is: x, and R both ways.
struct Placement {
    Vec3 position;
    Quaternion quaternion;
    Mat3 orientation = Mat3::identity();

    Pose pose() const { return {position, orientation}; }
};
using Placements = std::vector<Placement>;  // one a body

Placement make_placement(Vec3 position, const Quaternion& orientation);

/// Where the bodies are now.
Placements current_placements(const World& world);

/// Where each body would be after one frame if nothing were in its way:   [OBA-2.30, OBA-2.33, OBA-2.37]
///
///     x_tgt = x + v dt,   R_tgt = exp(omega dt) R
///
/// The rotation is exact, where the columns R + (omega x R) dt of the thesis grow (erratum O07). Scripted
/// bodies are where their script has them; if they are behind it, they catch up, but no point of them goes
/// farther than twice as far as the script goes in this frame, or a tenth of the smallest size. Frozen and
/// fixed ones stay.
Placements target_placements(const World& world);

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
/// No point of the body goes farther on this way, m: |dx| + r |dphi|, r from its centre to its farthest
/// point.
double longest_way(const World& world, std::size_t body, const Placement& from, const Placement& to);
/// x + dx, exp(dphi) R.
Placement perturbed(const Placement& from, const Perturbation& by);

}  // namespace restraint::oba
