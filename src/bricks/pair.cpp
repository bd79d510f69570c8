#include "restraint/bricks/pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {

double gap(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Outline &below = parts[c.edge_part], &above = parts[c.corner_part];
    return gap(below, below.edges[c.edge], above, above.corners[c.corner]);
}

double along(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Outline &below = parts[c.edge_part], &above = parts[c.corner_part];
    return along(below, below.edges[c.edge], above, above.corners[c.corner]);
}

bool is_over(const std::vector<Outline>& parts, const CornerOverEdge& c, double slack) {
    const Edge& edge = parts[c.edge_part].edges[c.edge];
    const double place = along(parts, c);
    return place >= edge.from - slack && place <= edge.to + slack;
}

bool is_pinned(const Tower& tower, const CornerOverEdge& c) {
    const auto holds = [&](std::size_t a, std::size_t vertex_a, std::size_t b, std::size_t vertex_b) {
        if (a != c.corner_part || vertex_a != c.corner || b != c.edge_part) return false;
        return vertex_b == c.edge || vertex_b == (c.edge + 1) % tower.bodies[b].vertices.size();
    };
    return std::any_of(tower.pins.begin(), tower.pins.end(), [&](const Pin& pin) {
        return holds(pin.a, pin.vertex_a, pin.b, pin.vertex_b) ||
               holds(pin.b, pin.vertex_b, pin.a, pin.vertex_a);
    });
}

std::size_t upper_part(const Tower& tower, std::size_t first, std::size_t second, Vec2 normal) {
    if (is_table(tower, second)) return first;
    if (is_table(tower, first)) return second;
    const bool first_is_upper = std::abs(normal.y) < parallel_tolerance ? normal.x < 0.0 : normal.y > 0.0;
    return first_is_upper ? first : second;
}

std::vector<PairSide> sides_of(const std::vector<Outline>& parts, PartPair pair) {
    std::vector<PairSide> sides;
    sides.reserve(parts[pair.first].edges.size() + parts[pair.second].edges.size());
    for (const auto& [part, other] : {pair, PartPair{pair.second, pair.first}})
        for (std::size_t e = 0; e < parts[part].edges.size(); ++e) {
            const Vec2 normal = parts[part].edges[e].normal;
            sides.push_back({part, other, e, part == pair.first ? normal : -normal, 0.0});
            sides.back().separation = separation(parts, sides.back());
        }
    return sides;
}

double separation(const std::vector<Outline>& parts, const PairSide& side) {
    return separation(parts[side.part], parts[side.part].edges[side.edge], parts[side.other]);
}

double best_separation(const std::vector<PairSide>& sides) {
    double best = -std::numeric_limits<double>::infinity();
    for (const PairSide& side : sides) best = std::max(best, side.separation);
    return best;
}

std::vector<PartPair> movable_pairs(const Tower& tower, const std::vector<Outline>& parts, double margin) {
    std::vector<PartPair> pairs = near_pairs(parts, margin);
    std::erase_if(pairs, [&](const PartPair& pair) {
        return is_fixed(tower, pair.first) && is_fixed(tower, pair.second);
    });
    return pairs;
}

Overlap deepest_overlap(const Tower& tower, const std::vector<Outline>& parts) {
    Overlap deepest;
    for (const PartPair& pair : movable_pairs(tower, parts, 0.0)) {
        const double depth = -best_separation(sides_of(parts, pair));
        if (depth > deepest.depth) deepest = {pair, depth};
    }
    return deepest;
}

}  // namespace restraint::bricks
