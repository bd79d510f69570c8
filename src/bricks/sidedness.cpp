#include "restraint/bricks/sidedness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace restraint::bricks {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;
using Tolerance = SidednessTolerances;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Directions that separate a pair and differ by less than 10 degrees count as one: the cosine of that.
constexpr double one_direction = 0.98480775301220806;
/// Rows are due to all sides within 45 degrees of that direction.
constexpr double same_direction = 0.70710678118654752;

/// A side of one part of a pair, as a direction along which the pair may be apart.
struct Side {
    std::size_t part = 0, other = 0, edge = 0;
    Vec2 direction;           // its normal, turned so that it points from the pair's first part to its second
    double separation = 0.0;  // m; now
};

double separation_of(const std::vector<Outline>& parts, const Side& side) {
    return separation(parts[side.part], parts[side.part].edges[side.edge], parts[side.other]);
}

std::vector<Side> sides_of(const std::vector<Outline>& parts, Pair pair) {
    std::vector<Side> sides;
    sides.reserve(parts[pair.first].edges.size() + parts[pair.second].edges.size());
    for (const auto& [part, other] : {pair, Pair{pair.second, pair.first}})
        for (std::size_t e = 0; e < parts[part].edges.size(); ++e) {
            const Vec2 normal = parts[part].edges[e].normal;
            sides.push_back({part, other, e, part == pair.first ? normal : -normal, 0.0});
            sides.back().separation = separation_of(parts, sides.back());
        }
    return sides;
}

double best_separation(const std::vector<Side>& sides) {
    double best = -infinity;
    for (const Side& side : sides) best = std::max(best, side.separation);
    return best;
}

/// The sides that separate the pair; of a pair that overlaps, those that overlap least.
std::vector<Side> separating(const std::vector<Side>& sides, double size) {
    const double least = std::min(best_separation(sides), 0.0) - Tolerance::separates * size;
    std::vector<Side> result;
    for (const Side& side : sides)
        if (side.separation >= least) result.push_back(side);
    return result;
}

bool is_one_direction(const std::vector<Side>& sides) {
    for (const Side& s : sides)
        for (const Side& t : sides)
            if (dot(s.direction, t.direction) < one_direction) return false;
    return true;
}

/// A corner that a pin holds to an end of the side needs no row: the pin says more.
bool is_pinned(const Tower& tower, const CornerOverEdge& c) {
    for (const Pin& pin : tower.pins) {
        const auto holds = [&](std::size_t a, std::size_t vertex_a, std::size_t b, std::size_t vertex_b) {
            if (a != c.corner_part || vertex_a != c.corner || b != c.edge_part) return false;
            return vertex_b == c.edge || vertex_b == (c.edge + 1) % tower.bodies[b].vertices.size();
        };
        if (holds(pin.a, pin.vertex_a, pin.b, pin.vertex_b) ||
            holds(pin.b, pin.vertex_b, pin.a, pin.vertex_a))
            return true;
    }
    return false;
}

/// Whether the corner lies over the side: between its ends.   [ROTE-alpha]
bool is_over(const std::vector<Outline>& parts, const CornerOverEdge& c, double slack) {
    const Outline &a = parts[c.edge_part], &b = parts[c.corner_part];
    const Edge& edge = a.edges[c.edge];
    const double place = along(a, edge, b, b.corners[c.corner]);
    return place >= edge.from - slack && place <= edge.to + slack;
}

double gap_of(const std::vector<Outline>& parts, const CornerOverEdge& c) {
    const Outline &a = parts[c.edge_part], &b = parts[c.corner_part];
    return gap(a, a.edges[c.edge], b, b.corners[c.corner]);
}

/// Corners of the other part that lie over the side, now or in `then`.
void append_corners_over(const Scene& scene, const std::vector<Outline>& then, const Side& side,
                         std::vector<SidednessRow>& rows) {
    const double slack = Tolerance::over * scene.size;
    for (std::size_t k = 0; k < scene.now[side.other].corners.size(); ++k) {
        const CornerOverEdge c{side.other, k, side.part, side.edge};
        if (gap_of(scene.now, c) > scene.reach) continue;
        if (!is_over(scene.now, c, slack) && !is_over(then, c, slack)) continue;
        if (!is_pinned(scene.tower, c)) rows.push_back({c, false, {}});
    }
}

/// Two corners that lie on each other, each on a side of the other, and the sides face each other.
bool is_same_corner(const Scene& scene, const CornerOverEdge& c, const CornerOverEdge& d) {
    if (c.corner_part != d.edge_part) return false;
    const Vec2 p = scene.now[c.corner_part].world_corner(c.corner);
    const Vec2 q = scene.now[d.corner_part].world_corner(d.corner);
    const Vec2 m = scene.now[c.edge_part].edges[c.edge].normal;
    const Vec2 n = scene.now[d.edge_part].edges[d.edge].normal;
    return norm(p - q) <= Tolerance::same_corner * scene.size && dot(m, n) < -0.99 &&
           std::abs(gap_of(scene.now, c) - gap_of(scene.now, d)) <= Tolerance::same_gap * scene.size;
}

/// Makes one row of two, wherever corners of the pair lie on each other.
void merge_same_corners(const Scene& scene, std::vector<SidednessRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size() && !rows[i].is_mean; ++j)
            if (!rows[j].is_mean && is_same_corner(scene, rows[i].first, rows[j].first)) {
                rows[i].is_mean = true;
                rows[i].second = rows[j].first;
                rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(j));
            }
}

/// The rows of a pair that is kept apart along the directions of `chosen`.
std::vector<SidednessRow> rows_along(const Scene& scene, const std::vector<Outline>& then,
                                     const std::vector<Side>& sides, const std::vector<Side>& chosen) {
    std::vector<SidednessRow> rows;
    for (const Side& side : sides)
        for (const Side& direction : chosen)
            if (dot(side.direction, direction.direction) >= same_direction) {
                append_corners_over(scene, then, side, rows);
                break;
            }
    merge_same_corners(scene, rows);
    return rows;
}

/// Pairs near each other of which at least one part can move.
std::vector<Pair> movable_pairs(const Tower& tower, const std::vector<Outline>& parts, double margin) {
    std::vector<Pair> pairs = near_pairs(parts, margin);
    std::erase_if(
        pairs, [&](const Pair& pair) { return is_fixed(tower, pair.first) && is_fixed(tower, pair.second); });
    return pairs;
}

}  // namespace

Sidedness choose_rows(const Scene& scene) {
    Sidedness result;
    for (const Pair& pair : movable_pairs(scene.tower, scene.now, scene.reach)) {
        const std::vector<Side> sides = sides_of(scene.now, pair);
        if (best_separation(sides) > scene.reach) continue;
        const std::vector<Side> chosen = separating(sides, scene.size);
        if (!is_one_direction(chosen)) {
            result.cornered.push_back(pair);
            continue;
        }
        const std::vector<SidednessRow> rows = rows_along(scene, scene.free, sides, chosen);
        result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    }
    return result;
}

double overlap(const Scene& scene, Pair pair, const std::vector<Outline>& then) {
    double best = -infinity;
    for (const Side& side : separating(sides_of(scene.now, pair), scene.size))
        best = std::max(best, separation_of(then, side));
    return -best;
}

std::vector<SidednessRow> rows_at_corner(const Scene& scene, Pair pair, const std::vector<Outline>& then) {
    std::vector<Side> sides = sides_of(scene.now, pair);
    const double best = -overlap(scene, pair, then);
    std::vector<Side> chosen;
    for (const Side& side : separating(sides, scene.size))
        if (separation_of(then, side) >= best - Tolerance::tie * scene.size) chosen.push_back(side);
        else  // held by this side too, the corner could not pass
            std::erase_if(sides, [&](const Side& s) { return s.part == side.part && s.edge == side.edge; });
    return rows_along(scene, then, sides, chosen);
}

std::vector<SidednessRow> printed_rows(const Scene& scene) {
    std::vector<SidednessRow> rows;
    for (const Pair& pair : movable_pairs(scene.tower, scene.now, scene.reach)) {
        Side best[2];  // of either part, the side that the other part satisfies most
        best[0].separation = best[1].separation = -infinity;
        for (const Side& side : sides_of(scene.now, pair)) {
            Side& own = best[side.part == pair.first ? 0 : 1];
            if (side.separation > own.separation) own = side;
        }
        const Side& critical = best[0].separation <= best[1].separation ? best[0] : best[1];
        for (std::size_t k = 0; k < scene.now[critical.other].corners.size(); ++k)
            rows.push_back({{critical.other, k, critical.part, critical.edge}, false, {}});
    }
    return rows;
}

double deepest_overlap(const Tower& tower, const std::vector<Outline>& parts) {
    double deepest = 0.0;
    for (const Pair& pair : movable_pairs(tower, parts, 0.0)) {
        double best = -infinity;
        for (const auto& [part, other] : {pair, Pair{pair.second, pair.first}})
            for (std::size_t e = 0; e < parts[part].edges.size() && best < 0.0; ++e)
                best = std::max(best, separation(parts[part], parts[part].edges[e], parts[other]));
        deepest = std::max(deepest, -best);
    }
    return deepest;
}

}  // namespace restraint::bricks
