#pragma once

#include <span>

#include "restraint/world/kinematics.h"

namespace restraint::world {

/// A contact that goes along with its bodies: its features keep their places in them.
struct MovingContact {
    MovingContact(const Contact& contact, std::span<const RigidBody> bodies)
        : start(contact), a(bodies[contact.a].pose()), b(bodies[contact.b].pose()) {}
    /// The contact of the same features where the bodies are now.
    Contact now(std::span<const RigidBody> bodies) const;

    Contact start;
    rigid::Pose a, b;  // of its bodies at the start
};

}  // namespace restraint::world
