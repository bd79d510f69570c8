#include "restraint/world/world.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "restraint/world/tolerances.h"

namespace restraint::world {

std::string names(const World& world, Pair bodies) {
    return world.bodies[bodies.first].name + " and " + world.bodies[bodies.second].name;
}

std::vector<Pose> poses_of(const World& world) {
    std::vector<Pose> poses;
    for (const RigidBody& body : world.bodies) poses.push_back(body.pose());
    return poses;
}

std::size_t World::add(RigidBody body, ConvexShape shape) {
    return add(std::move(body), std::vector<ConvexShape>{std::move(shape)});
}

std::size_t World::add(RigidBody body, std::vector<ConvexShape> shapes) {
    bodies.push_back(std::move(body));
    for (ConvexShape& shape : shapes) parts.push_back({bodies.size() - 1, std::move(shape)});
    return bodies.size() - 1;
}

void World::link(std::size_t a, std::size_t b, Vec3 world_point) {
    joints.push_back(make_ball_joint(bodies, a, b, world_point));
}

double World::restitution_of(std::size_t body_a, std::size_t body_b) const {
    const auto listed = restitutions.find(ordered(body_a, body_b));
    return listed == restitutions.end() ? restitution : listed->second;
}

bool World::may_touch(std::size_t part_a, std::size_t part_b) const {
    const std::size_t a = parts[part_a].body, b = parts[part_b].body;
    if (a == b || (!moves(a) && !moves(b))) return false;
    if (!ignored.empty() && ignored.contains(ordered(a, b))) return false;
    return std::none_of(joints.begin(), joints.end(),
                        [&](const Joint& joint) { return ordered(joint.a, joint.b) == ordered(a, b); });
}

namespace {

// The sizes of the parts of bodies that are not fixed; of all parts, if all are.
std::vector<double> sizes_that_count(const World& world) {
    std::vector<double> of_free, of_all;
    for (const Part& part : world.parts) {
        of_all.push_back(part.shape.size);
        if (!world.bodies[part.body].fixed()) of_free.push_back(part.shape.size);
    }
    return of_free.empty() ? of_all : of_free;
}

void require_ordered(const World& world, const std::string& what, Pair pair) {
    require_pair(world.bodies, what, pair.first, pair.second);
    if (pair.first > pair.second)
        throw std::invalid_argument(what + " names the pair " + std::to_string(pair.first) + ", " +
                                    std::to_string(pair.second) + "; the smaller number comes first");
}

void require_part(const World& world, const Part& part) {
    require_body(world.bodies, "a part", part.body);
    if (part.shape.vertices.empty())
        throw std::invalid_argument("a part of body " + world.bodies[part.body].name +
                                    " has no vertices; make_convex and make_ball make shapes");
}

void require_joint(const World& world, const Joint& joint) {
    require_pair(world.bodies, "a joint", joint.a, joint.b);
    const auto is_unit = [](Vec3 axis) { return std::fabs(norm(axis) - 1.0) <= derived_rounding; };
    if (!is_finite(joint.anchor_a) || !is_finite(joint.anchor_b) ||
        (joint.kind == Joint::Kind::hinge && (!is_unit(joint.axis_a) || !is_unit(joint.axis_b))))
        throw std::invalid_argument("the joint of " + names(world, {joint.a, joint.b}) +
                                    " needs finite anchors, and a hinge axes of length 1");
}

bool agree(Vec3 a, Vec3 b) { return norm(a - b) <= derived_rounding * std::max(norm(a), norm(b)); }

void require_state(const World& world, std::size_t i) {
    const RigidBody& body = world.bodies[i];
    RigidBody derived = body;
    rigid::set_orientation(derived, body.quaternion);
    const bool responds = world.responds(i);
    const std::pair<bool, const char*> faults[] = {
        {!is_finite(body.position) || !is_finite(body.orientation) || !is_finite(body.quaternion) ||
             !is_finite(body.velocity) || !is_finite(body.angular_velocity),
         "its state is not finite"},
        {max_entry(derived.orientation - body.orientation) > derived_rounding,
         "its matrix and its quaternion are different rotations; set_orientation sets both"},
        {responds && !(std::fabs(body.mass * body.inverse_mass - 1.0) <= derived_rounding),
         "its mass and its inverse mass do not belong together; make_body sets both"},
        {responds && !(agree(derived.velocity, body.velocity) &&
                       agree(derived.angular_velocity, body.angular_velocity)),
         "its velocities are not those of its momenta, P/M and I^-1 L; set_velocity sets both"},
    };
    for (const auto& [is_wrong, what] : faults)
        if (is_wrong) throw std::invalid_argument("body " + body.name + ": " + what);
}

}  // namespace

double mean_size(const World& world) {
    const std::vector<double> sizes = sizes_that_count(world);
    double sum = 0.0;
    for (double size : sizes) sum += size;
    return sizes.empty() ? 1.0 : sum / static_cast<double>(sizes.size());
}

double smallest_size(const World& world) {
    const std::vector<double> sizes = sizes_that_count(world);
    return sizes.empty() ? 1.0 : *std::min_element(sizes.begin(), sizes.end());
}

double total_energy(const World& world) {
    double sum = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        if (!world.responds(i)) continue;
        const RigidBody& body = world.bodies[i];
        sum += rigid::kinetic_energy(body) - body.mass * dot(world.gravity, body.position);
    }
    return sum;
}

double fastest_speed(const World& world) {
    double fastest = 0.0;
    for (const Part& part : world.parts) {
        if (!world.responds(part.body)) continue;
        const RigidBody& body = world.bodies[part.body];
        fastest =
            std::max(fastest, norm(body.velocity) + 0.5 * part.shape.size * norm(body.angular_velocity));
    }
    return fastest;
}

double require_restitution(double epsilon, const std::string& of) {
    if (!(epsilon >= 0.0 && epsilon <= 1.0))
        throw std::invalid_argument("the restitution of " + of + " is " + std::to_string(epsilon) +
                                    ", but must be between 0 and 1");
    return epsilon;
}

void require_sound(const World& world) {
    for (const Part& part : world.parts) require_part(world, part);
    for (const Joint& joint : world.joints) require_joint(world, joint);
    for (const Pair& pair : world.ignored) require_ordered(world, "an ignored pair", pair);
    for (const auto& entry : world.scripts) require_body(world.bodies, "a script", entry.first);
    if (!world.frozen.empty() && world.frozen.size() != world.bodies.size())
        throw std::invalid_argument("the frozen marks are " + std::to_string(world.frozen.size()) +
                                    ", but there are " + std::to_string(world.bodies.size()) + " bodies");
    for (std::size_t i = 0; i < world.bodies.size(); ++i) require_state(world, i);
    if (!is_finite(world.gravity)) throw std::invalid_argument("the gravity of the world is not finite");
    if (!std::isfinite(world.time)) throw std::invalid_argument("the time of the world is not finite");
    require_restitution(world.restitution, "the world");
    for (const auto& [pair, epsilon] : world.restitutions) {
        require_ordered(world, "a restitution", pair);
        require_restitution(epsilon, names(world, pair));
    }
}

}  // namespace restraint::world
