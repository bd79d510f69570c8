#pragma once

#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "../world/bodies.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/impulse.h"
#include "restraint/rigid/mass.h"

namespace restraint::contact {

inline Restitution all(double epsilon) {
    return [epsilon](std::size_t) { return epsilon; };
}

/// Balls on a line along x, numbered from left to right, each touching the next one: contact i is between i +
/// 1 (A) and i, with normal +x.
inline std::vector<RigidBody> balls_in_a_row(const std::vector<double>& masses) {
    std::vector<RigidBody> bodies;
    for (std::size_t i = 0; i < masses.size(); ++i)
        bodies.push_back(rigid::make_body("ball", rigid::with_mass(rigid::ball_mass(0.5, 1.0), masses[i]),
                                          {static_cast<double>(i), 0, 0}));
    return bodies;
}
inline std::vector<Contact> neighbours(const std::vector<RigidBody>& bodies) {
    std::vector<Contact> contacts;
    const collide::ConvexShape ball = collide::make_ball(0.5);
    for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
        for (const Contact& c : contacts_between(ball, ball, bodies, i + 1, i)) contacts.push_back(c);
    return contacts;
}

/// A unit cube that falls flat on a floor with speed 1; contact k has the corner k of (+,+), (+,-), (-,-),
/// (-,+).
struct FlatDrop {
    std::vector<RigidBody> bodies{box_body({1, 1, 1}, 1.0, {0, 0, 0.5}),
                                  rigid::make_fixed("floor", {0, 0, -0.5})};
    std::array<Contact, 4> corners;
    FlatDrop() {
        rigid::set_velocity(bodies[0], {0, 0, -1}, {});
        const auto found = contacts_between(box_shape({1, 1, 1}), box_shape({4, 4, 1}), bodies, 0, 1);
        REQUIRE(found.size() == 4);
        for (const Contact& c : found)
            corners[c.point.x > 0 ? (c.point.y > 0 ? 0 : 1) : (c.point.y > 0 ? 3 : 2)] = c;
    }
};

}  // namespace restraint::contact
