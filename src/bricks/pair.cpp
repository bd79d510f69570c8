#include "restraint/bricks/pair.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double gap(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Outline &below = parts[c.edge_part], &above = parts[c.corner_part];
    const Edge& edge = below.edges[c.edge];
    return dot(edge.normal, above.centre - below.centre) + dot(edge.normal, above.corners[c.corner]) -
           edge.offset;
}

double along(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Outline &below = parts[c.edge_part], &above = parts[c.corner_part];
    const Vec2 normal = below.edges[c.edge].normal;
    return cross(normal, above.centre - below.centre) + cross(normal, above.corners[c.corner]);
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
    // A side that only rounding tilts upwards still counts as upright.
    if (parts[side.other].bottomless && parts[side.part].edges[side.edge].normal.y > upright_tolerance)
        return -infinity;
    double deepest = infinity;
    for (std::size_t k = 0; k < parts[side.other].corners.size(); ++k)
        deepest = std::min(deepest, gap(parts, {side.other, k, side.part, side.edge}));
    return deepest;
}

double best_separation(const std::vector<PairSide>& sides) {
    double best = -infinity;
    for (const PairSide& side : sides) best = std::max(best, side.separation);
    return best;
}

std::vector<PartPair> movable_pairs(const Tower& tower, const std::vector<Outline>& parts, double margin) {
    std::vector<Box> boxes;
    Box centres;  // where they spread more along y, the boxes are swept as if x and y were exchanged
    for (const Outline& part : parts) {
        boxes.push_back(bounding_box(part));
        centres.add(part.centre);
    }
    if (centres.right - centres.left < centres.top - centres.bottom)
        for (Box& box : boxes) box = {box.bottom, box.top, box.left, box.right};

    std::vector<std::size_t> order(boxes.size());  // from the left
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return boxes[i].left < boxes[j].left; });
    std::vector<PartPair> pairs;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const Box& a = boxes[order[k]];
        for (std::size_t l = k + 1; l < order.size() && boxes[order[l]].left <= a.right + margin; ++l) {
            const Box& b = boxes[order[l]];
            const bool near = b.bottom <= a.top + margin && a.bottom <= b.top + margin;
            if (near && !(is_fixed(tower, order[k]) && is_fixed(tower, order[l])))
                pairs.push_back(std::minmax(order[k], order[l]));
        }
    }
    std::sort(pairs.begin(), pairs.end());
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
