#pragma once

#include <limits>
#include <map>
#include <span>
#include <vector>

#include "restraint/collide/contact_points.h"
#include "restraint/collide/distance.h"
#include "restraint/world/kinematics.h"
#include "restraint/world/world.h"

namespace restraint::world {

/// Two parts that are near each other, and how they lie.
struct ClosePair {
    Pair parts;
    collide::Separation separation;  // normal from the second to the first
};

/// Finds the pairs of parts that are near each other, again and again while the bodies move. Of each pair it
/// remembers the features that defined the separating plane: the witness of the next call.
/// [PBM-G-witness, OBA-prune, OBA-witness]
class CloseFinder {
  public:
    /// The pairs nearer than `distance` m at the poses, one a body, in order; only pairs that may touch.
    std::vector<ClosePair> find(const World& world, std::span<const Pose> poses, double distance);

    /// How one pair lies at the poses; `beyond` as in find_separation.
    collide::Separation separation(const World& world, std::span<const Pose> poses, Pair parts,
                                   double beyond = std::numeric_limits<double>::infinity());

    std::size_t questions() const { return questions_; }
    std::size_t hits() const { return hits_; }  // questions that a witness answered

  private:
    collide::BroadPhase broad_phase_;
    std::map<Pair, collide::Features> witnesses_;
    std::size_t questions_ = 0, hits_ = 0;
};

/// The deepest overlap of these pairs, m; 0 if none overlaps.
double deepest_overlap(std::span<const ClosePair> pairs);

/// The points at which these pairs touch, where the bodies are; those within `slab` m of the extreme
/// features. The numbers in the contacts are those of bodies.   [PBM-G-contactregion, OBA-contacts]
std::vector<Contact> contact_points(const World& world, std::span<const ClosePair> pairs, double slab);

}  // namespace restraint::world
