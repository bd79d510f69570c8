#include "restraint/oba/close_pairs.h"

#include <algorithm>
#include <numeric>

#include "restraint/collide/contact_points.h"

namespace restraint::oba {

collide::Separation CloseFinder::separation(const World& world, const Placements& placements, Pair parts) {
    const Part &a = world.parts[parts.first], &b = world.parts[parts.second];
    bool hit = false;
    return collide::find_separation(a.shape, placements[a.body].pose(), b.shape, placements[b.body].pose(),
                                    witnesses_[parts], hit);
}

std::vector<ClosePair> CloseFinder::find(const World& world, const Placements& placements, double distance) {
    std::vector<collide::Box> boxes;
    for (const Part& part : world.parts)
        boxes.push_back(bounding_box(part.shape, placements[part.body].pose(), 0.5 * distance));
    broad_phase_.update(boxes);
    std::vector<ClosePair> close;
    for (const Pair& parts : broad_phase_.pairs()) {
        if (!world.may_touch(parts.first, parts.second)) continue;
        const collide::Separation s = separation(world, placements, parts);
        if (s.distance < distance) close.push_back({parts, s});
    }
    return close;
}

double deepest_overlap(const std::vector<ClosePair>& pairs) {
    double deepest = 0.0;
    for (const ClosePair& pair : pairs) deepest = std::max(deepest, -pair.separation.distance);
    return deepest;
}

std::vector<Contact> contact_points(const World& world, const std::vector<ClosePair>& pairs, double slab) {
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

std::vector<std::vector<std::size_t>> islands(const World& world, const std::vector<Pair>& connections) {
    const std::size_t n = world.bodies.size();
    std::vector<std::size_t> parent(n);
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    std::vector<char> connected(n, 0);
    for (const auto& [a, b] : connections) {
        const bool moves_a = world.moves(a), moves_b = world.moves(b);
        if (moves_a) connected[a] = 1;
        if (moves_b) connected[b] = 1;
        if (!moves_a || !moves_b) continue;
        const std::size_t ra = root(a), rb = root(b);
        parent[std::max(ra, rb)] = std::min(ra, rb);
    }
    std::vector<std::vector<std::size_t>> groups;
    std::vector<std::size_t> group_of(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        if (!connected[i]) continue;
        std::size_t& group = group_of[root(i)];
        if (group == n) {
            group = groups.size();
            groups.emplace_back();
        }
        groups[group].push_back(i);
    }
    return groups;
}

}  // namespace restraint::oba
