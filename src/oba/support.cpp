#include "restraint/oba/support.h"

#include <algorithm>
#include <cmath>

#include "restraint/oba/freezing.h"
#include "restraint/oba/placement.h"

namespace restraint::oba {

double support_reach(const World& world) { return 2.0 * norm(world.gravity) * world.dt * world.dt; }

namespace {

/// The contact itself, or three points on the rim of a calm ball's disc.
std::vector<Contact> on_disc(const World& world, const Contact& contact, double radius, double touching) {
    const auto is_slow = [&](std::size_t i) { return !world.responds(i) || is_calm(world, i); };
    const double rim = std::sqrt(2.0 * radius * touching);
    if (rim == 0.0 || !is_slow(contact.a) || !is_slow(contact.b)) return {contact};
    const Vec3 x = unit_across(contact.normal), y = cross(contact.normal, x);
    std::vector<Contact> points(3, contact);
    points[0].point += rim * x;
    points[1].point += rim * (-0.5 * x + std::sqrt(0.75) * y);
    points[2].point += rim * (-0.5 * x - std::sqrt(0.75) * y);
    return points;
}

}  // namespace

Supports find_supports(const World& world, const std::vector<Contact>& touching_ones,
                       const std::vector<ClosePair>& near, double touching) {
    std::vector<double> radius(world.bodies.size(), 0.0);
    for (const Part& part : world.parts) radius[part.body] = std::max(radius[part.body], part.shape.radius);
    Supports supports;
    for (const Contact& contact : touching_ones) {
        const double r = world.friction > 0.0 ? std::max(radius[contact.a], radius[contact.b]) : 0.0;
        for (const Contact& point : on_disc(world, contact, r, touching)) supports.contacts.push_back(point);
    }
    supports.least.assign(supports.contacts.size(), 0.0);
    const double reach = support_reach(world);
    for (const Contact& contact : contact_points(world, near, reach)) {
        if (contact.gap < touching || contact.gap > reach) continue;
        supports.contacts.push_back(contact);
        supports.least.push_back(
            std::min((touching - contact.gap) / world.dt, gap_velocity(contact, world.bodies)));
    }
    return supports;
}

MomentumUpdate by_impulses(World& world, const Supports& supports, const MomentumOptions& options) {
    add_gravity(world);
    return update_momenta(world, supports.contacts, supports.least, options);
}

}  // namespace restraint::oba
