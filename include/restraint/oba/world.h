#pragma once

#include <algorithm>
#include <cstddef>
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
/// momentum_update.h, momentum_queue.h, acceleration.h and support.h (what holds bodies up), freezing.h,
/// flight.h (bodies too fast for a frame), animation.h (the loop).
///
/// OBA's normals point from A to B, those of chapter collide from B to A. Contacts keep collide's direction
/// here: the impulse j acts along the normal on A and against it on B, so that the document's A is our B.
namespace restraint::oba {

using collide::Contact;
using rigid::RigidBody;
using world::CloseFinder;
using world::ClosePair;
using world::ConvexShape;
using world::gap_velocity;
using world::Joint;
using world::MotionRow;
using world::Pair;
using world::Part;
using world::Pose;
using world::relative_velocity;
using world::Script;
using world::Scripted;

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

    /// As add, for a body that follows a script.
    std::size_t add_scripted(RigidBody body, std::vector<ConvexShape> shapes, Script script);
};

/// Kinetic energy plus the potential energy of gravity from the origin, of all bodies that respond, J.
///
/// A body's v moves it for the whole next frame, x' = x + v dt: it is the velocity of the middle of that
/// frame. The velocity that belongs to x is half a frame older, u = v - g dt/2, and with it the kinetic
/// energy is taken: in free flight the sum is the same in every frame.
double total_energy(const World& world);

/// Throws std::invalid_argument, naming the body and the value, if a parameter or a state makes no sense.
void require_sound(const World& world);

/// The groups of bodies that are connected by some pairs of bodies, fixed and frozen ones apart; in order.
struct Islands {
    std::vector<std::vector<std::size_t>> bodies;  // of each group
    std::vector<std::size_t> group, place;  // of each body: its group, and where it is in that; a body in no
                                            // pair has the number of all bodies
    /// The group of a pair, of which one may be fixed or frozen.
    std::size_t of(std::size_t a, std::size_t b) const { return std::min(group[a], group[b]); }
};
Islands islands(const World& world, std::span<const Pair> connections);

}  // namespace restraint::oba
