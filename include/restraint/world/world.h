#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "restraint/collide/broad_phase.h"
#include "restraint/collide/convex.h"
#include "restraint/rigid/body.h"
#include "restraint/world/joint.h"

namespace restraint::world {

using collide::ConvexShape;
using collide::ordered;
using collide::Pair;
using rigid::Pose;

/// A convex piece of a body, in the body's space; a body that is not convex has several.   (PBM G 7, OBA 6.5)
struct Part {
    std::size_t body = 0;
    ConvexShape shape;
};

/// Where a body is at a time, as an animator says.
struct Scripted {
    Vec3 position;
    Quaternion orientation;
};
using Script = std::function<Scripted(double time)>;

/// Adds the forces and torques that act at time t besides gravity to the bodies, whose sums start at zero.
using FurtherForces = std::function<void(double t, std::span<RigidBody> bodies)>;

/// Bodies, their shapes and joints, and what acts on them.
struct World {
    std::vector<RigidBody> bodies;
    std::vector<Part> parts;
    std::vector<Joint> joints;              // jointed bodies do not collide with each other
    std::set<Pair> ignored;                 // pairs of bodies that do not collide
    std::map<std::size_t, Script> scripts;  // bodies whose motion is given (chapter oba)
    std::vector<char> frozen;               // one a body, or empty: bodies that rest for now (OBA 6.7.2)
    Vec3 gravity{0.0, 0.0, -9.81};          // m/s^2
    FurtherForces forces;                   // none if empty (chapter contact)
    double restitution = 0.5;               // epsilon of pairs of bodies that are not listed below
    std::map<Pair, double> restitutions;    // the smaller number of a pair first
    double time = 0.0;                      // s

    /// Adds a body of one part or several; returns its number. A body that is not convex is the union of its
    /// parts, which are given in the space of the body, with the centre of mass of the whole at its origin
    /// (rigid::united has the mass of several solids); they may overlap, and never collide with each other.
    std::size_t add(RigidBody body, ConvexShape shape);
    std::size_t add(RigidBody body, std::vector<ConvexShape> shapes);
    /// Links two bodies at a world point, as they are now, by a ball joint.
    void link(std::size_t a, std::size_t b, Vec3 world_point);

    bool is_scripted(std::size_t body) const { return scripts.contains(body); }
    bool is_frozen(std::size_t body) const { return !frozen.empty() && frozen[body] != 0; }
    /// True unless the body is fixed or frozen.
    bool moves(std::size_t body) const { return !bodies[body].fixed() && !is_frozen(body); }
    /// True if impulses and gravity change the body's velocity.
    bool responds(std::size_t body) const { return !bodies[body].fixed() && !is_scripted(body); }

    double restitution_of(std::size_t body_a, std::size_t body_b) const;
    /// True for two parts of different bodies, at least one of which moves, neither jointed nor ignored.
    bool may_touch(std::size_t part_a, std::size_t part_b) const;
};

/// "NAME and NAME" of two bodies, for messages.
std::string names(const World& world, Pair bodies);

/// The poses of all bodies.
std::vector<Pose> poses_of(const World& world);

/// The mean, and the smallest, size of the parts of bodies that are not fixed (of all parts, if all are; 1 m
/// without parts): tolerances are relative to it.
double mean_size(const World& world);
double smallest_size(const World& world);

/// Kinetic energy plus M g h, h measured against gravity from the origin, of all bodies that respond, J.
double total_energy(const World& world);

/// The largest |v| + |omega| size/2 of the parts of bodies that respond, m/s.
double fastest_speed(const World& world);

/// The restitution; throws std::invalid_argument, naming what it is of, if it is not in 0..1.
double require_restitution(double epsilon, const std::string& of);

/// Throws std::invalid_argument, naming bodies and values, if the world makes no sense: a part, a joint, an
/// ignored pair, a script or a restitution names a body that does not exist, or one body twice; a part has no
/// vertices; the axis of a hinge has not the length 1; there is not one frozen mark a body; a number is not
/// finite; a restitution is not in 0..1; or a body's mass and inverse mass do not belong together, nor its
/// velocities to P/M and I^-1 L, because a field was set where make_body, set_velocity or set_orientation is
/// needed.
void require_sound(const World& world);

}  // namespace restraint::world
