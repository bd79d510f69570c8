#include "restraint/contact/adjust.h"

#include "restraint/contact/resting.h"
#include "restraint/rigid/system.h"
#include "restraint/world/moving_contact.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

// How often overlaps and open joints are looked at again.
constexpr int most_displacements = 4;

// The least displacement that fulfils the rows, whose sides are changes of gaps in m (or sines of angles).
// Momenta stay. False, and nothing moves, if there is none.
bool displace(std::span<RigidBody> bodies, const std::vector<gauss::Row>& rows) {
    const gauss::Projection shift = nearest_motion(bodies, Vector(6 * bodies.size()), rows);
    if (shift.status != optimize::Status::optimal) return false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        RigidBody& body = bodies[i];
        if (body.fixed()) continue;
        const double* d = shift.x.data() + 6 * i;
        body.position += Vec3{d[0], d[1], d[2]};
        rigid::set_orientation(body, from_rotation_vector({d[3], d[4], d[5]}) * body.quaternion);
    }
    return true;
}

// Of the slow contacts those that are pressed: a force acts there (then f d'' = 0 keeps it closed), or d'' is
// zero to within rounding.
std::vector<std::size_t> pressed_ones(World& world, const std::vector<Contact>& slow) {
    std::vector<std::size_t> pressed;
    add_external_forces(world, world.bodies, world.time);
    const gauss::Projection motion = project_accelerations(slow, world.joints, world.bodies);
    if (motion.status != optimize::Status::optimal) return pressed;
    apply_contact_forces(slow, world.joints, world.bodies, motion.multipliers);
    const double rounding = no_acceleration * norm(world.gravity);
    for (std::size_t i = 0; i < slow.size(); ++i)
        if (motion.multipliers[i] > 0.0 || gap_acceleration(slow[i], world.bodies) <= rounding)
            pressed.push_back(i);
    return pressed;
}

}  // namespace

void add_external_forces(const World& world, std::span<RigidBody> bodies, double t) {
    for (RigidBody& body : bodies) {
        body.force = body.torque = Vec3{};
        rigid::add_gravity(body, world.gravity);
    }
    if (world.forces) world.forces(t, bodies);
    rigid::require_finite_forces(bodies, t);
}

// Overlaps and open joints, which integration leaves, by the least displacement that closes them.
void close_faults(World& world, CloseFinder& finder, double tolerance) {
    const double open = joint_tolerance * mean_size(world);
    for (int round = 0; round < most_displacements; ++round) {
        const std::vector<ClosePair> near = finder.find(world, poses_of(world), tolerance);
        if (joint_error(world.joints, world.bodies) <= open &&
            deepest_overlap(near) <= start_depth * tolerance)
            return;
        const auto faults = motion_rows(contact_points(world, near, tolerance), world.joints, world.bodies);
        if (!displace(world.bodies, rows_with(faults, &MotionRow::value))) return;
    }
}

std::vector<Contact> bring_to_rest(World& world, const std::vector<Contact>& contacts, double threshold) {
    std::vector<Contact> slow;
    std::vector<MovingContact> moving;
    for (const Contact& contact : contacts)
        if (gap_velocity(contact, world.bodies) <= threshold) {
            slow.push_back(contact);
            moving.emplace_back(contact, world.bodies);
        }
    const std::vector<std::size_t> pressed = pressed_ones(world, slow);

    std::vector<gauss::Row> closing;
    for (std::size_t i : pressed) {
        closing.push_back(gap_row(slow[i], world.bodies));
        closing.back().lower = closing.back().upper = -slow[i].gap;
    }
    displace(world.bodies, closing);
    std::vector<gauss::Row> stopping = velocity_rows(world.joints, world.bodies);
    for (std::size_t i : pressed) {
        stopping.push_back(gap_row(moving[i].now(world.bodies), world.bodies));
        stopping.back().upper = 0.0;
    }
    if (!stopping.empty()) stop_closing({}, world.bodies, stopping);
    for (std::size_t i = 0; i < slow.size(); ++i) slow[i] = moving[i].now(world.bodies);
    return slow;
}

}  // namespace restraint::contact
