#pragma once

#include <functional>
#include <vector>

#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// How near a point must be to count in what holds the bodies up: 2 |g| dt^2, m. Gravity brings a body at
/// rest nearer by g dt^2 within a frame, and the free end of a bar whose other end is held by 1.5 g dt^2.
double support_reach(const World& world);

/// The contacts that may hold a body up within the frame, and how fast each may approach: v_n >= least.
struct Supports {
    std::vector<Contact> contacts;
    std::vector<double> least;  // m/s
};

/// Where bodies touch, least = 0: they do not approach. Where they will touch within the frame, at a gap h,
/// least = min((touching - h)/dt, v_n), v_n without gravity: so a brick that stands on one edge comes to
/// stand on both, and is not carried beyond by a whole frame's gravity, which the position update would have
/// to turn back, for ever. A body that comes nearer as it flies is not braked: its collision is that of the
/// next frame.
///
/// A ball touches a face with all its points that are nearer than `touching`, a disc of radius
/// sqrt(2 r touching). If it is calm (freezing.h), and so is what it touches, its contact is three points on
/// the rim of that disc, or else its one point. Coulomb's rule at a single point knows neither rolling nor
/// drilling friction: a ball between two cubes, or a cube between two balls, would turn for ever.
/// touching_ones    contacts nearer than `touching`
/// near             pairs nearer than support_reach
Supports find_supports(const World& world, const std::vector<Contact>& touching_ones,
                       const std::vector<ClosePair>& near, double touching);

/// What gravity and the contacts that hold bodies up make of their momenta in one frame.   [OBA-static]
using Support =
    std::function<MomentumUpdate(World& world, const Supports& supports, const MomentumOptions& options)>;

/// Impulsive static contact (OBA 6.3.2): gravity, then the momentum update without bounce.
/// [OBA-static, OBA-6.43]
MomentumUpdate by_impulses(World& world, const Supports& supports, const MomentumOptions& options);

}  // namespace restraint::oba
