#include "restraint/oba/world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace restraint::oba {

namespace {

Pair ordered(std::size_t a, std::size_t b) { return a < b ? Pair{a, b} : Pair{b, a}; }

void require(bool holds, const std::string& what, double value, const std::string& wanted) {
    if (!holds)
        throw std::invalid_argument(what + " is " + std::to_string(value) + ", but must be " + wanted);
}

}  // namespace

std::size_t World::add(RigidBody body, ConvexShape shape) {
    bodies.push_back(std::move(body));
    parts.push_back({bodies.size() - 1, std::move(shape)});
    return bodies.size() - 1;
}

std::size_t World::add(RigidBody body, std::vector<ConvexShape> shapes) {
    bodies.push_back(std::move(body));
    for (ConvexShape& shape : shapes) parts.push_back({bodies.size() - 1, std::move(shape)});
    return bodies.size() - 1;
}

std::size_t World::add_scripted(RigidBody body, ConvexShape shape, Script script) {
    return add_scripted(std::move(body), std::vector<ConvexShape>{std::move(shape)}, std::move(script));
}

std::size_t World::add_scripted(RigidBody body, std::vector<ConvexShape> shapes, Script script) {
    const std::size_t number = add(std::move(body), std::move(shapes));
    scripts.emplace(number, std::move(script));
    return number;
}

void World::link(std::size_t a, std::size_t b, Vec3 world_point) {
    joints.push_back(contact::make_ball_joint(bodies, a, b, world_point));
}

bool World::may_touch(std::size_t part_a, std::size_t part_b) const {
    const std::size_t a = parts[part_a].body, b = parts[part_b].body;
    if (a == b) return false;
    const auto still = [&](std::size_t body) { return bodies[body].fixed() || is_frozen(body); };
    if (still(a) && still(b)) return false;
    if (!ignored.empty() && ignored.contains(ordered(a, b))) return false;
    return std::none_of(joints.begin(), joints.end(), [&](const contact::Joint& joint) {
        return ordered(joint.a, joint.b) == ordered(a, b);
    });
}

double smallest_size(const World& world) {
    double of_moving = std::numeric_limits<double>::infinity(), of_all = of_moving;
    for (const Part& part : world.parts) {
        of_all = std::min(of_all, part.shape.size);
        if (!world.bodies[part.body].fixed()) of_moving = std::min(of_moving, part.shape.size);
    }
    const double size = std::isfinite(of_moving) ? of_moving : of_all;
    return std::isfinite(size) ? size : 1.0;
}

double total_energy(const World& world) {
    double energy = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        if (!world.responds(i)) continue;
        const RigidBody& body = world.bodies[i];
        const Vec3 u = body.velocity - 0.5 * world.dt * world.gravity;
        energy += 0.5 * body.mass * dot(u, u) + 0.5 * dot(body.angular_velocity, body.angular_momentum) -
                  body.mass * dot(world.gravity, body.position);
    }
    return energy;
}

void require_sound(const World& world) {
    require(world.friction >= 0.0 && std::isfinite(world.friction), "the friction", world.friction, ">= 0");
    require(world.restitution >= 0.0 && world.restitution <= 1.0, "the restitution", world.restitution,
            "between 0 and 1");
    require(world.dt > 0.0 && std::isfinite(world.dt), "the frame time", world.dt, "positive");
    for (const RigidBody& body : world.bodies)
        if (!is_finite(body.position) || !is_finite(body.quaternion) || !is_finite(body.velocity) ||
            !is_finite(body.angular_velocity))
            throw std::invalid_argument("body " + body.name + ": its state is not finite");
    for (const Part& part : world.parts)
        if (part.body >= world.bodies.size())
            throw std::invalid_argument("a part names body " + std::to_string(part.body) +
                                        ", but there are " + std::to_string(world.bodies.size()));
    if (!world.frozen.empty() && world.frozen.size() != world.bodies.size())
        throw std::invalid_argument("the frozen marks are " + std::to_string(world.frozen.size()) +
                                    ", but there are " + std::to_string(world.bodies.size()) + " bodies");
}

}  // namespace restraint::oba
