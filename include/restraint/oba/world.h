#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "restraint/collide/broad_phase.h"
#include "restraint/collide/convex.h"
#include "restraint/contact/joint.h"
#include "restraint/rigid/body.h"

/// Chapter oba: optimization-based animation. Bodies go as near as they can to where they would fly, at frame
/// times only, and every stage is a quadratic program.   (OBA chapter 6)
///
/// Read in this order: world.h (bodies, their convex parts, joints, scripts, parameters), placement.h (where
/// bodies are, and where they would fly), close_pairs.h (which parts are near each other), separation_rows.h
/// (planes between them), position_update.h, flight.h (bodies too fast for it), friction.h,
/// momentum_update.h, momentum_queue.h, support.h (what holds bodies up), acceleration.h, freezing.h,
/// animation.h (the loop).
///
/// OBA's normals point from A to B, those of chapter collide from B to A. Contacts keep collide's direction
/// here: the impulse j acts along the normal on A and against it on B, so that the document's A is our B.
namespace restraint::oba {

using collide::Contact;
using collide::ConvexShape;
using collide::Pair;
using rigid::Pose;
using rigid::RigidBody;

/// A convex piece of a body, in the body's space; a body that is not convex has several. (OBA 6.5)
struct Part {
    std::size_t body = 0;
    ConvexShape shape;
};

/// Where a body is at a time, by the will of an animator.
struct Scripted {
    Vec3 position;
    Quaternion orientation;
};
using Script = std::function<Scripted(double time)>;

/// Bodies and what acts on them, with the parameters of section 7.2: g = 10, friction and restitution 0.3, a
/// frame of 1/30 s.
struct World {
    std::vector<RigidBody> bodies;
    std::vector<Part> parts;
    std::vector<contact::Joint> joints;     // ball joints; jointed bodies are no close pair
    std::map<std::size_t, Script> scripts;  // bodies that are moved a priori
    std::set<Pair> ignored;                 // pairs of bodies that do not see each other
    Vec3 gravity{0.0, 0.0, -10.0};          // m/s^2
    double friction = 0.3;                  // mu
    double restitution = 0.3;               // epsilon
    double dt = 1.0 / 30.0;                 // a frame, s
    double time = 0.0;                      // s
    std::vector<char> frozen;               // one a body, or empty: nothing is frozen

    /// Adds a body of one part or several; returns its number. A body that is not convex is the union of its
    /// parts, which stay where they are in the space of the body, with the centre of mass of the whole at its
    /// origin (rigid::united has the mass of several solids); they may overlap, and never collide with each
    /// other.
    std::size_t add(RigidBody body, ConvexShape shape);
    std::size_t add(RigidBody body, std::vector<ConvexShape> shapes);
    /// A body that follows a script: each frame ends with it where the script has it at that time, and it
    /// pushes all others aside, by impulses and by overlap, without being pushed. Where they have no room it
    /// gives way, and before they are shot off: it stays behind its script, and catches up when it can, at
    /// twice the script's speed. Its mass does not matter.
    std::size_t add_scripted(RigidBody body, ConvexShape shape, Script script);
    std::size_t add_scripted(RigidBody body, std::vector<ConvexShape> shapes, Script script);
    /// Links two bodies at a world point, as they are now, by a ball joint (OBA 6.4). They are no close pair
    /// any more. Either may be fixed, frozen or scripted.
    void link(std::size_t a, std::size_t b, Vec3 world_point);

    bool is_scripted(std::size_t body) const { return scripts.contains(body); }
    bool is_frozen(std::size_t body) const { return !frozen.empty() && frozen[body] != 0; }
    /// True unless the body is fixed or frozen.
    bool moves(std::size_t body) const { return !bodies[body].fixed() && !is_frozen(body); }
    /// True if impulses and gravity change the body's velocity.
    bool responds(std::size_t body) const { return !bodies[body].fixed() && !is_scripted(body); }
    /// True for two parts that may touch and matter: of different bodies, at least one of which can move,
    /// neither jointed nor ignored, and not both frozen or fixed.
    bool may_touch(std::size_t part_a, std::size_t part_b) const;
};

/// The size of the smallest part of a body that is not fixed (of all, if all are): tolerances are relative to
/// it.
double smallest_size(const World& world);

/// Kinetic energy plus the potential energy of gravity from the origin, of all bodies that respond, J.
///
/// A body's v moves it for the whole next frame, x' = x + v dt: it is the velocity of the middle of that
/// frame. The velocity that belongs to x is half a frame older, u = v - g dt/2, and with it the kinetic
/// energy is taken: in free flight the sum is the same in every frame.
double total_energy(const World& world);

/// Throws std::invalid_argument, naming the body and the value, if a parameter or a state makes no sense.
void require_sound(const World& world);

}  // namespace restraint::oba
