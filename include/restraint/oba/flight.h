#pragma once

#include <vector>

#include "restraint/oba/momentum_update.h"
#include "restraint/oba/placement.h"

namespace restraint::oba {

/// What the hybrid position update does for bodies that are fast and thin (OBA 6.6). It is needed for
/// bullets, thin walls and tiny bodies; most scenes do without.
struct FlightOptions {
    std::size_t bounces = 0;  // c_max of a pair of bodies in a frame; 0: pure OBA, which may tunnel
    double slowest = 0.1;     // v_min, m/s: a slower meeting is left to the position update
    double share = 0.1;       // a pair is fast if it moves farther than this share of the thinner one
};

/// The outcome: where bodies would be after the frame, which the position update then takes as its targets.
struct Flight {
    Placements targets;
    std::size_t bounces = 0;
};

/// Retroactive detection within one frame, for fast pairs only: bodies fly until the first two of such a pair
/// meet, these bounce, and so on to the frame's end. A pair that has bounced c_max times, or meets slower
/// than v_min, is left out for the rest of this frame.   [OBA-hybpos]
///
/// The first meeting is found by conservative advancement: along the normal between them two bodies come
/// nearer at no more than  -n.(v_a - v_b) + |omega_a| r_a + |omega_b| r_b,  so they cannot meet before their
/// distance is used up at this speed. A meeting is two parts nearer than `touching` m that approach.
/// targets     of free flight, as target_placements gives them
/// world       momenta change by the bounces, placements do not; bodies that are struck hard enough thaw
/// touching    as the distance of contact
Flight bounce_in_flight(World& world, const Placements& targets, double touching,
                        const FlightOptions& options, const MomentumOptions& momentum = {});

}  // namespace restraint::oba
