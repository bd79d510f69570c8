#include "restraint/oba/world.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace restraint::oba {

double total_energy(const World& world) {
    double energy = world::total_energy(world);
    const Vec3 half = 0.5 * world.dt * world.gravity;  // u = v - half
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        if (world.responds(i))
            energy += world.bodies[i].mass * dot(half, 0.5 * half - world.bodies[i].velocity);
    return energy;
}

void require_sound(const World& world) {
    const auto require = [](bool holds, const std::string& what, double value, const std::string& wanted) {
        if (!holds)
            throw std::invalid_argument(what + " is " + std::to_string(value) + ", but must be " + wanted);
    };
    require(world.friction >= 0.0 && std::isfinite(world.friction), "the friction", world.friction, ">= 0");
    require(world.dt > 0.0 && std::isfinite(world.dt), "the frame time", world.dt, "positive");
    if (world.forces || !world.restitutions.empty())
        throw std::invalid_argument("an animation knows neither further forces nor restitutions of pairs");
    world::require_sound(world);
}

Islands islands(std::size_t n, std::span<const Pair> connections,
                const std::function<bool(std::size_t body)>& moves) {
    std::vector<std::size_t> parent(n);
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    std::vector<char> connected(n, 0);
    for (const auto& [a, b] : connections) {
        const bool moves_a = moves(a), moves_b = moves(b);
        if (moves_a) connected[a] = 1;
        if (moves_b) connected[b] = 1;
        if (!moves_a || !moves_b) continue;
        const std::size_t ra = root(a), rb = root(b);
        parent[std::max(ra, rb)] = std::min(ra, rb);
    }
    Islands found{{}, std::vector<std::size_t>(n, n), std::vector<std::size_t>(n, n)};
    for (std::size_t i = 0; i < n; ++i) {
        if (!connected[i]) continue;
        if (root(i) == i) {  // the first of its group
            found.group[i] = found.bodies.size();
            found.bodies.emplace_back();
        }
        found.group[i] = found.group[root(i)];
        found.place[i] = found.bodies[found.group[i]].size();
        found.bodies[found.group[i]].push_back(i);
    }
    return found;
}

}  // namespace restraint::oba
