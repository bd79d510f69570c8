#pragma once

#include <functional>
#include <vector>

#include "restraint/oba/momentum_queue.h"
#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// True if the body's kinetic energy is below that of a body that gravity has pulled for one frame,
/// p_g^2 / 2m = m (g dt)^2 / 2.   [OBA-6.48, OBA-pg]
bool is_calm(const World& world, std::size_t body);

/// Which bodies freeze and which thaw (OBA 6.7.2).
///
/// A body that was calm for more than `freeze_after` frames in a row while it touched something fixed or
/// frozen is frozen: no gravity, no close pairs and no contacts with other still bodies. A collision thaws it
/// if it leaves it with more energy than a calm body has. Beyond the thesis: it thaws, too, when something
/// that held it up has thawed, and does not hang in the air.
class Freezer {
  public:
    /// The end of a frame: `touching` are the contacts of pairs that are not both still. Bodies freeze only
    /// with their centres in a cold volume; none given: everywhere.
    void count(World& world, const std::vector<Contact>& touching, std::size_t freeze_after,
               const std::vector<collide::Box>& cold);

    /// Learns from the contacts between still bodies what holds those up that are frozen already.
    void remember(const World& world, const std::vector<Contact>& touching);
    /// After the collisions of a frame: rouses what has lost a support, and what that held up in turn.
    void thaw_unsupported(World& world);

  private:
    std::vector<std::size_t> calm_frames_;            // the counters
    std::vector<std::vector<std::size_t>> supports_;  // of each frozen body: the still ones below it
};

/// The frozen bodies that a contact runs into.
std::vector<std::size_t> struck_sleepers(const World& world, const std::vector<Contact>& contacts);

/// Lets `strike` change the velocities, with the given frozen bodies as if they were not: they stay awake if
/// that leaves them more than calm. For the others it is repeated with them standing fast.
void strike_sleepers(World& world, const std::vector<std::size_t>& struck,
                     const std::function<void()>& strike);

/// The momentum update where bodies are frozen: those that are struck may thaw, as above. Contacts between
/// bodies that were both still take no part, so that no wave runs through the frozen ones: only the queue
/// rouses a frozen body through another one. The impulses are those of the contacts that take part.
MomentumUpdate update_momenta_and_thaw(World& world, std::vector<Contact> contacts, double restitution,
                                       const MomentumOptions& options = {});

}  // namespace restraint::oba
