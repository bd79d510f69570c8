#include "restraint/oba/support.h"

#include <algorithm>

namespace restraint::oba {

double support_reach(const World& world) { return 2.0 * norm(world.gravity) * world.dt * world.dt; }

std::vector<Contact> contacts_to_come(const World& world, const std::vector<ClosePair>& near,
                                      double touching) {
    const double reach = support_reach(world);
    std::vector<Contact> contacts = contact_points(world, near, reach);
    std::erase_if(contacts,
                  [&](const Contact& contact) { return contact.gap < touching || contact.gap > reach; });
    return contacts;
}

MomentumUpdate hold_against_gravity(World& world, const std::vector<Contact>& touching_ones,
                                    const std::vector<Contact>& to_come, double touching,
                                    const MomentumOptions& options, MomentumMemory* memory) {
    std::vector<Contact> contacts = touching_ones;
    std::vector<double> least(contacts.size(), 0.0);
    for (const Contact& contact : to_come) {
        const double room = (contact.gap - touching) / world.dt;
        contacts.push_back(contact);
        least.push_back(std::min(-room, contact::gap_velocity(contact, world.bodies)));
    }
    add_gravity(world);
    MomentumUpdate held = update_momenta(world, contacts, least, options, memory);
    held.impulses.resize(touching_ones.size());
    return held;
}

}  // namespace restraint::oba
