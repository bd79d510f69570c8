#pragma once

#include <span>
#include <vector>

#include "restraint/contact/impulse.h"

/// The small changes of positions and velocities that keep a simulation on its constraints: each the least
/// one, in the metric of the masses, so that momenta do not notice.
namespace restraint::contact {

/// The least displacement that fulfils the rows, whose sides are changes of gaps in m (or sines of angles).
/// Momenta stay. False, and nothing moves, if there is none.
bool displace(std::span<RigidBody> bodies, std::vector<gauss::Row> rows);

/// The least displacement that makes the gaps zero.
void close_gaps(std::span<const Contact> contacts, std::span<RigidBody> bodies);

/// The nearest velocities at which neither these contacts nor the joints open or close.
void stop_gaps(std::span<const MovingContact> contacts, std::span<const Joint> joints,
               std::span<RigidBody> bodies);

}  // namespace restraint::contact
