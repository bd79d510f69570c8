#include "restraint/contact/world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "restraint/collide/contact_points.h"

namespace restraint::contact {

using collide::Pair;

namespace {

Pair ordered(std::size_t a, std::size_t b) { return a < b ? Pair{a, b} : Pair{b, a}; }

std::string names(const World& world, Pair pair) {
    return world.bodies[pair.first].name + " and " + world.bodies[pair.second].name;
}

void require_finite(const RigidBody& body) {
    if (!is_finite(body.position) || !is_finite(body.orientation) || !is_finite(body.velocity) ||
        !is_finite(body.angular_velocity))
        throw std::invalid_argument("body " + body.name + ": its state is not finite");
}

void require_restitution(double epsilon, const std::string& of) {
    if (!(epsilon >= 0.0 && epsilon <= 1.0))
        throw std::invalid_argument("the restitution of " + of + " is " + std::to_string(epsilon) +
                                    ", but must be between 0 and 1");
}

}  // namespace

std::size_t World::add(RigidBody body, collide::ConvexShape shape) {
    bodies.push_back(std::move(body));
    shapes.push_back(std::move(shape));
    return bodies.size() - 1;
}

double World::restitution_of(std::size_t a, std::size_t b) const {
    const auto listed = restitutions.find(ordered(a, b));
    return listed == restitutions.end() ? restitution : listed->second;
}

bool World::may_touch(std::size_t a, std::size_t b) const {
    if (bodies[a].fixed() && bodies[b].fixed()) return false;
    if (ignored.contains(ordered(a, b))) return false;
    return std::none_of(joints.begin(), joints.end(),
                        [&](const Joint& joint) { return ordered(joint.a, joint.b) == ordered(a, b); });
}

double mean_size(const World& world) {
    double of_free = 0.0, of_all = 0.0;
    std::size_t free = 0;
    for (std::size_t i = 0; i < world.shapes.size(); ++i) {
        of_all += world.shapes[i].size;
        if (world.bodies[i].fixed()) continue;
        of_free += world.shapes[i].size;
        ++free;
    }
    if (free > 0) return of_free / static_cast<double>(free);
    return world.shapes.empty() ? 1.0 : of_all / static_cast<double>(world.shapes.size());
}

double total_energy(const World& world) {
    double sum = rigid::kinetic_energy(world.bodies);
    for (const RigidBody& body : world.bodies)
        if (!body.fixed()) sum -= body.mass * dot(world.gravity, body.position);
    return sum;
}

void ContactFinder::update(const World& world, double band) {
    std::vector<collide::Box> boxes;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        boxes.push_back(collide::bounding_box(world.shapes[i], world.bodies[i].pose(), band));
    broad_phase_.update(boxes);
    gaps_.clear();
    for (const Pair& pair : broad_phase_.pairs()) {
        const auto [i, j] = pair;
        if (!world.may_touch(i, j)) continue;
        bool hit = false;
        gaps_.push_back(
            {pair, collide::find_separation(world.shapes[i], world.bodies[i].pose(), world.shapes[j],
                                            world.bodies[j].pose(), witnesses_[pair], hit)});
        ++questions_;
        hits_ += hit;
    }
}

double ContactFinder::smallest_gap() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const Gap& gap : gaps_) smallest = std::min(smallest, gap.separation.distance);
    return smallest;
}

std::vector<Contact> ContactFinder::contacts(const World& world, double band) const {
    std::vector<Contact> all;
    for (const Gap& gap : gaps_) {
        if (gap.separation.distance > band) continue;
        const auto [i, j] = gap.pair;
        for (const Contact& contact :
             collide::contact_points(world.shapes[i], world.bodies[i].pose(), i, world.shapes[j],
                                     world.bodies[j].pose(), j, gap.separation, band))
            all.push_back(contact);
    }
    return all;
}

void require_sound(const World& world, double share) {
    require_same_size("the list of shapes", world.shapes.size(), "that of bodies", world.bodies.size());
    for (const RigidBody& body : world.bodies) require_finite(body);
    if (!is_finite(world.gravity)) throw std::invalid_argument("the gravity of the world is not finite");
    require_restitution(world.restitution, "the world");
    for (const auto& [pair, epsilon] : world.restitutions) {
        if (pair.second >= world.bodies.size() || pair.first >= pair.second)
            throw std::invalid_argument("a restitution names the pair " + std::to_string(pair.first) + ", " +
                                        std::to_string(pair.second) +
                                        "; the smaller number comes first, and there are " +
                                        std::to_string(world.bodies.size()) + " bodies");
        require_restitution(epsilon, names(world, pair));
    }
    const double tolerance = share * mean_size(world);
    ContactFinder finder;
    finder.update(world, tolerance);
    for (const ContactFinder::Gap& gap : finder.gaps())
        if (gap.separation.distance < -tolerance)
            throw std::invalid_argument("bodies " + names(world, gap.pair) + " overlap at the start by " +
                                        std::to_string(-gap.separation.distance) + " m");
    for (const Joint& joint : world.joints)
        if (const double error = joint_error(std::span(&joint, 1), world.bodies); error > tolerance)
            throw std::invalid_argument("the joint of " + names(world, {joint.a, joint.b}) + " is open by " +
                                        std::to_string(error) + " m at the start");
}

}  // namespace restraint::contact
