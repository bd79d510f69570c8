#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "restraint/world/close_pairs.h"
#include "restraint/world/world.h"

/// Chapter oba: optimization-based animation. Bodies go as near as they can to where they would fly, at frame
/// times only, and every stage is a quadratic program.   (OBA chapter 6)
///
/// Read in this order: world.h (the parameters of a world that is animated), tolerances.h, placement.h (where
/// bodies are, and where they would fly), scripts.h (bodies that are moved a priori, and where they yield),
/// separation_rows.h (planes between bodies); then stage by stage: position_update.h, friction.h,
/// momentum_group.h, least_energy.h (the rule of the thesis), coulomb.h (the default), momentum_update.h,
/// momentum_queue.h, support.h and acceleration.h (what holds bodies up), freezing.h, flight.h (bodies too
/// fast for a frame), animation.h (the loop).
///
/// OBA's normals point from A to B, those of chapter collide from B to A. Contacts keep collide's direction
/// here: the impulse j acts along the normal on A and against it on B, so that the document's A is our B.
namespace restraint::oba {

using collide::Contact, rigid::RigidBody;
using world::CloseFinder, world::ClosePair, world::ConvexShape, world::gap_velocity, world::Joint,
    world::MotionRow, world::Pair, world::Part, world::Pose, world::relative_velocity, world::Script,
    world::Scripted;

/// The world of the thesis, with the parameters of section 7.2: g = 10, friction and restitution 0.3, a frame
/// of 1/30 s. A scripted body ends each frame where its script has it at that time, and pushes all others
/// aside, by impulses and by overlap, without being pushed. Where they have no room it gives way (scripts.h).
/// Its mass does not matter.
struct World : world::World {
    World() {
        gravity = {0.0, 0.0, -10.0};
        restitution = 0.3;
    }
    double friction = 0.3;   // mu
    double dt = 1.0 / 30.0;  // a frame, s

    /// True if impulses change how the body moves.
    bool takes_impulses(std::size_t body) const { return responds(body) && !is_frozen(body); }
};

/// Kinetic energy plus the potential energy of gravity from the origin, of all bodies that respond, J.
///
/// A body's v moves it for the whole next frame, x' = x + v dt: it is the velocity of the middle of that
/// frame. The velocity that belongs to x is half a frame older, u = v - g dt/2, and with it the kinetic
/// energy is taken: in free flight the sum is constant from frame to frame.
double total_energy(const World& world);

/// Throws std::invalid_argument, naming the body and the value, if a parameter or a state makes no sense.
void require_sound(const World& world);

/// The groups of bodies that are connected by some pairs of them, those apart that do not move; in order.
struct Islands {
    std::vector<std::vector<std::size_t>> bodies;  // of each group
    std::vector<std::size_t> group, place;  // of each body: its group, and where it is in that; a body in no
                                            // pair has the number of all bodies
    /// The group of a pair, of which one may not move.
    std::size_t of(std::size_t a, std::size_t b) const { return std::min(group[a], group[b]); }
};
Islands islands(std::size_t bodies, std::span<const Pair> connections,
                const std::function<bool(std::size_t body)>& moves);

}  // namespace restraint::oba
