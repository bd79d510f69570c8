#pragma once

#include <vector>

#include "restraint/oba/close_pairs.h"
#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// How near a point must be to count in what holds the bodies up: 2 |g| dt^2, m. Gravity brings a body at
/// rest nearer by g dt^2 within a frame, and the free end of a bar whose other end is held by 1.5 g dt^2.
double support_reach(const World& world);

/// The points, farther apart than `touching` and nearer than support_reach, at which these pairs may touch
/// within the frame.
std::vector<Contact> contacts_to_come(const World& world, const std::vector<ClosePair>& near,
                                      double touching);

/// Impulsive static contact: gravity for one frame, and the impulses that hold it.
/// [OBA-static, OBA-6.43]
///
/// Where bodies touch, they do not approach afterwards. Where they will touch within the frame, at a gap h,
/// they do not approach faster than  max((h - touching)/dt, v),  v the approach without gravity: so a brick
/// that stands on one edge comes to stand on both, and is not carried beyond by a whole frame's gravity,
/// which the position update would have to turn back, for ever. A body that comes nearer as it flies is not
/// braked: its collision is that of the next frame.
MomentumUpdate hold_against_gravity(World& world, const std::vector<Contact>& touching_ones,
                                    const std::vector<Contact>& to_come, double touching,
                                    const MomentumOptions& options = {}, MomentumMemory* memory = nullptr);

}  // namespace restraint::oba
