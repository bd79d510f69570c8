#pragma once

#include <span>
#include <vector>

#include "restraint/contact/impulse.h"
#include "restraint/world/close_pairs.h"

/// What stands beside the algorithm of the notes: the small changes of positions and velocities that keep a
/// simulation on its constraints, each the least one, in the metric of the masses. They are below the
/// tolerance of contact and the threshold of resting contact.
namespace restraint::contact {

/// Sets forces and torques to gravity and World::forces. Throws std::invalid_argument, naming the body and
/// the time, if one is not finite.
void add_external_forces(const World& world, std::span<RigidBody> bodies, double t);

/// Overlaps and open joints are closed by the least displacement.
void close_faults(World& world, CloseFinder& finder, double tolerance);

/// Of the contacts that open slower than the threshold, those that are pressed are stopped: their gaps and
/// gap velocities become zero, by the least change. This ends a rocking that does not leave the band of the
/// tolerance, and takes away the errors of the last step, which would grow: for rounding, a stack is an
/// upturned pendulum. Returns all the slow ones where they are now: they rest, or open.
std::vector<Contact> bring_to_rest(World& world, const std::vector<Contact>& contacts, double threshold);

}  // namespace restraint::contact
