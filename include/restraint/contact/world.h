#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "restraint/collide/broad_phase.h"
#include "restraint/collide/convex.h"
#include "restraint/collide/distance.h"
#include "restraint/contact/joint.h"
#include "restraint/rigid/system.h"

namespace restraint::contact {

/// Bodies, their shapes, and what acts on them.
struct World {
    std::vector<RigidBody> bodies;
    std::vector<collide::ConvexShape> shapes;  // shape i belongs to body i, in its space
    std::vector<Joint> joints;                 // jointed bodies do not collide with each other
    Vec3 gravity{0.0, 0.0, -9.81};             // m/s^2
    rigid::ForceFunction forces;               // further forces and torques; none if empty
    double restitution = 0.5;                  // of pairs that are not listed below
    std::map<collide::Pair, double> restitutions;
    std::set<collide::Pair> ignored;  // pairs that do not collide
    double time = 0.0;                // s

    /// Adds a body with its shape; returns its number.
    std::size_t add(RigidBody body, collide::ConvexShape shape);
    double restitution_of(std::size_t a, std::size_t b) const;
    /// True for a pair that can touch: not both fixed, not jointed, not ignored.
    bool may_touch(std::size_t a, std::size_t b) const;
};

/// The mean size of the shapes of all bodies that are not fixed (or of all, if all are): the tolerances are
/// relative to it.
double mean_size(const World& world);

/// Kinetic energy plus M g h, h measured against gravity from the origin, J.
double total_energy(const World& world);

/// Gaps of the pairs that may touch, and their points of contact.
class ContactFinder {
  public:
    /// Looks at all pairs whose boxes, widened by `band` m, overlap. Remembers features for the next call.
    void update(const World& world, double band);

    struct Gap {
        collide::Pair pair;
        collide::Separation separation;
    };
    /// Pairs whose boxes overlap, with their separations, in order.
    const std::vector<Gap>& gaps() const { return gaps_; }
    /// The smallest distance of all these pairs; infinite if there are none.
    double smallest_gap() const;
    /// Contact points of the pairs that are nearer than `band` m.
    std::vector<Contact> contacts(const World& world, double band) const;

    std::size_t questions() const { return questions_; }
    std::size_t hits() const { return hits_; }  // questions that remembered features answered

  private:
    collide::BroadPhase broad_phase_;
    std::map<collide::Pair, collide::Features> witnesses_;
    std::vector<Gap> gaps_;
    std::size_t questions_ = 0, hits_ = 0;
};

/// Throws std::invalid_argument, naming bodies and values, if the world makes no sense: a shape is missing,
/// something is not finite, a restitution is not in 0..1, bodies overlap at the start by more than
/// `tolerance` (a share of the mean size), or a joint's bodies do not meet.
void require_sound(const World& world, double tolerance);

}  // namespace restraint::contact
