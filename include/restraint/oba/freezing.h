#pragma once

#include <functional>
#include <vector>

#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// True if the body's kinetic energy is below that of a body that gravity has pulled for one frame,
/// p_g^2 / 2m = m (g dt)^2 / 2.   [OBA-6.48, OBA-pg]
bool is_calm(const World& world, std::size_t body);

/// The end of a frame: a body that was calm for more than `freeze_after` frames in a row, counted in
/// `calm_frames`, while it touched something fixed or frozen, freezes: no gravity, no close pairs and no
/// contacts with other still bodies (OBA 6.7.2). Bodies freeze only with their centres in a cold volume; none
/// given: everywhere.
void freeze_calm(World& world, const std::vector<Contact>& touching, std::size_t freeze_after,
                 const std::vector<collide::Box>& cold, std::vector<std::size_t>& calm_frames);

/// Beyond the thesis, so that no body hangs in the air: if a body was frozen `before` and is not frozen now,
/// all frozen bodies that rest on it thaw, then the frozen bodies that rest on those, and so on.
void thaw_unsupported(World& world, const std::vector<char>& before, const std::vector<Contact>& touching);

/// The frozen bodies that a contact runs into.
std::vector<std::size_t> struck_sleepers(const World& world, const std::vector<Contact>& contacts);

/// Lets `strike` change the velocities, with the given frozen bodies as if they were not: they stay awake if
/// that leaves them more energy than a calm body has. For the others it is repeated with them standing fast.
void strike_sleepers(World& world, const std::vector<std::size_t>& struck,
                     const std::function<void()>& strike);

/// The momentum update where bodies are frozen: those that are struck may thaw, as above. Contacts between
/// bodies that were both still take no part, so that no wave runs through the frozen ones: only the queue
/// rouses a frozen body through another one. The impulses are those of the contacts that take part.
MomentumUpdate update_momenta_and_thaw(World& world, std::vector<Contact> contacts, double restitution,
                                       const MomentumOptions& options = {});

}  // namespace restraint::oba
