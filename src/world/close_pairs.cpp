#include "restraint/world/close_pairs.h"

#include <algorithm>

namespace restraint::world {

collide::Separation CloseFinder::separation(const World& world, std::span<const Pose> poses, Pair parts,
                                            double beyond) {
    const Part &a = world.parts[parts.first], &b = world.parts[parts.second];
    bool hit = false;
    const collide::Separation found = collide::find_separation(a.shape, poses[a.body], b.shape, poses[b.body],
                                                               witnesses_[parts], hit, beyond);
    ++questions_;
    hits_ += hit;
    return found;
}

std::vector<ClosePair> CloseFinder::find(const World& world, std::span<const Pose> poses, double distance) {
    std::vector<collide::Box> boxes;
    for (const Part& part : world.parts)
        boxes.push_back(collide::bounding_box(part.shape, poses[part.body], 0.5 * distance));
    broad_phase_.update(boxes);
    std::vector<ClosePair> close;
    for (const Pair& parts : broad_phase_.pairs()) {
        if (!world.may_touch(parts.first, parts.second)) continue;
        const collide::Separation found = separation(world, poses, parts, distance);
        if (found.distance < distance) close.push_back({parts, found});
    }
    return close;
}

double deepest_overlap(std::span<const ClosePair> pairs) {
    double deepest = 0.0;
    for (const ClosePair& pair : pairs) deepest = std::max(deepest, -pair.separation.distance);
    return deepest;
}

std::vector<Contact> contact_points(const World& world, std::span<const ClosePair> pairs, double slab) {
    std::vector<Contact> contacts;
    for (const ClosePair& pair : pairs) {
        const Part &a = world.parts[pair.parts.first], &b = world.parts[pair.parts.second];
        const auto points =
            collide::contact_points(a.shape, world.bodies[a.body].pose(), a.body, b.shape,
                                    world.bodies[b.body].pose(), b.body, pair.separation, slab);
        contacts.insert(contacts.end(), points.begin(), points.end());
    }
    return contacts;
}

}  // namespace restraint::world
