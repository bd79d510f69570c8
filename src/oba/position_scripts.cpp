// The position update where scripts push: they give way before they carry a body off.

#include <algorithm>
#include <cmath>

#include "restraint/oba/position_update.h"

namespace restraint::oba {

namespace {

constexpr double least_share = 0.02;  // of its way; a script that would have to give way more stands still

/// The targets, where scripted bodies go only a share of their way.
Placements held_back(const World& world, const Placements& targets, double share) {
    const Placements now = current_placements(world);
    Placements nearer = targets;
    for (const auto& entry : world.scripts) {
        const std::size_t i = entry.first;
        const Perturbation way = perturbation(now[i], targets[i]);
        nearer[i] = perturbed(now[i], {share * way.translation, share * way.rotation});
    }
    return nearer;
}

/// True if no body was moved farther than its own way and `push` m.
bool carries_none_off(const World& world, const Placements& targets, const Placements& reached, double push) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const Vec3 start = world.bodies[i].position;
        if (world.responds(i) && norm(reached[i].position - start) > norm(targets[i].position - start) + push)
            return false;
    }
    return true;
}

}  // namespace

PositionUpdate PositionUpdater::update(const World& world, const Placements& targets,
                                       const PositionOptions& options) {
    PositionUpdate result = settle(world, targets, options);
    if (world.scripts.empty()) return result;
    const Placements now = current_placements(world);
    double push = 0.0;
    for (const auto& entry : world.scripts)
        push = std::max(push,
                        push_limit * longest_way(world, entry.first, now[entry.first], targets[entry.first]));
    for (double share = 0.5; push > 0.0 && !carries_none_off(world, targets, result.placements, push);
         share *= 0.5) {
        if (share < least_share) share = 0.0;
        PositionUpdate again = settle(world, held_back(world, targets, share), options);
        again.qps += result.qps;
        again.pivots += result.pivots;
        again.rollbacks += result.rollbacks;
        result = std::move(again);
        if (share == 0.0) break;
    }
    return result;
}

}  // namespace restraint::oba
