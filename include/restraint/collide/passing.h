#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "restraint/collide/convex.h"

namespace restraint::collide {

/// Where a body is, and how it moves.
struct Moving {
    Pose pose;
    Vec3 velocity, angular_velocity;  // m/s, rad/s
};

/// The motion of a pair as a function of time.
using PairAt = std::function<std::pair<Moving, Moving>(double t)>;

/// The share of the two thicknesses, added, to which the search below is fine.
inline constexpr double passing_share = 0.25;

/// A box around all that a body sweeps between two moments, `duration` s apart.
Box swept_box(const ConvexShape& shape, const Moving& from, const Moving& to, double duration);

/// A moment between `from` and `to` at which the bodies overlap deeper than `depth` m; none if they do not.
/// At `from` and `to` themselves they do not overlap: a body may have passed through a wall in between.
///
/// Along a fixed normal n the gap is a lower bound of the distance [OBA-3.1], and shrinks no faster than the
/// centres approach along n plus what turning moves a vertex. So from a moment with the distance D along n,
/// no overlap comes before D over that speed: the search goes on from there. Where the bodies are near, it
/// goes on by the time in which they move against each other by passing_share of their thicknesses: only an
/// overlap that begins and ends within such a stretch, so one that is shallow and clips an edge, is let pass.
/// The speeds are taken as no greater inside than at the ends.
std::optional<double> find_passing(const ConvexShape& a, const ConvexShape& b, const PairAt& at, double from,
                                   double to, double depth);

}  // namespace restraint::collide
