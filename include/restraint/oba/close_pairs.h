#pragma once

#include <map>
#include <vector>

#include "restraint/collide/distance.h"
#include "restraint/oba/placement.h"

namespace restraint::oba {

/// Two parts that are near each other, and how they lie.
struct ClosePair {
    Pair parts;
    collide::Separation separation;  // normal from the second to the first
};

/// Finds the pairs of parts that are near each other, again and again while the bodies move.
/// [OBA-prune, OBA-witness]
class CloseFinder {
  public:
    /// The pairs nearer than `distance` m at the placements, in order; only pairs that may touch.
    std::vector<ClosePair> find(const World& world, const Placements& placements, double distance);

    /// How one pair lies at the placements, whatever its distance.
    collide::Separation separation(const World& world, const Placements& placements, Pair parts);

  private:
    collide::BroadPhase broad_phase_;
    std::map<Pair, collide::Features> witnesses_;
};

/// The deepest overlap of these pairs, m; 0 if none overlaps.
double deepest_overlap(const std::vector<ClosePair>& pairs);

/// The points at which these pairs touch, where the bodies are; those within `slab` of the extreme features
/// (OBA 3.2) [OBA-contacts]. The numbers in the contacts are those of bodies.
std::vector<Contact> contact_points(const World& world, const std::vector<ClosePair>& pairs, double slab);

/// The groups of bodies that are connected by the given pairs of bodies, fixed and frozen ones apart; in
/// order. A body in no pair is in no group.
std::vector<std::vector<std::size_t>> islands(const World& world, const std::vector<Pair>& connections);

}  // namespace restraint::oba
