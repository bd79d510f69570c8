#include "restraint/bricks/sidedness.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Directions that separate a pair and differ by less than 10 degrees count as one: the cosine of that.
constexpr double one_direction = 0.98480775301220806;
/// A pair has the rows of all sides within 45 degrees of a side that separates it: the cosine of that.
constexpr double same_direction = 0.70710678118654752;

/// A side with at least this separation separates the pair; of a pair that overlaps, the sides that overlap
/// least do.
double least_separation(const std::vector<PairSide>& sides, double size) {
    return std::min(best_separation(sides), 0.0) - separates_tolerance * size;
}

std::vector<PairSide> separating(std::vector<PairSide> sides, double size) {
    const double least = least_separation(sides, size);
    std::erase_if(sides, [&](const PairSide& side) { return side.separation < least; });
    return sides;
}

bool is_one_direction(const std::vector<PairSide>& sides) {
    for (const PairSide& s : sides)
        for (const PairSide& t : sides)
            if (dot(s.direction, t.direction) < one_direction) return false;
    return true;
}

/// Corners of the other part that lie over the side in `then`.
void append_corners_over(const StepGeometry& step, const std::vector<Outline>& then, const PairSide& side,
                         std::vector<SidednessRow>& rows) {
    for (std::size_t k = 0; k < step.now[side.other].corners.size(); ++k) {
        const CornerOverEdge c{side.other, k, side.part, side.edge};
        if (gap(step.now, c) <= step.reach && is_over(then, c, over_tolerance * step.size) &&
            !is_pinned(step.tower, c))
            rows.push_back({c, c});
    }
}

/// Two corners that lie on each other, each on a side of the other, and the sides face each other.
bool is_same_corner(const StepGeometry& step, const CornerOverEdge& c, const CornerOverEdge& d) {
    if (c.corner_part != d.edge_part) return false;
    const Vec2 p = step.now[c.corner_part].world_corner(c.corner);
    const Vec2 q = step.now[d.corner_part].world_corner(d.corner);
    const Vec2 m = step.now[c.edge_part].edges[c.edge].normal;
    const Vec2 n = step.now[d.edge_part].edges[d.edge].normal;
    return norm(p - q) <= same_corner_tolerance * step.size && dot(m, n) < -0.99 &&
           std::abs(gap(step.now, c) - gap(step.now, d)) <= same_gap_tolerance * step.size;
}

/// Where corners of the pair lie on each other, their two rows become one, the mean of both.
void merge_same_corners(const StepGeometry& step, std::vector<SidednessRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size() && !rows[i].is_mean(); ++j)
            if (!rows[j].is_mean() && is_same_corner(step, rows[i].first, rows[j].first)) {
                rows[i].second = rows[j].first;
                rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(j));
            }
}

/// The rows of a pair that is kept apart along the directions of those sides that separate it.
std::vector<SidednessRow> rows_along(const StepGeometry& step, const std::vector<Outline>& then,
                                     const std::vector<PairSide>& sides) {
    const std::vector<PairSide> chosen = separating(sides, step.size);
    std::vector<SidednessRow> rows;
    for (const PairSide& side : sides)
        if (std::any_of(chosen.begin(), chosen.end(), [&](const PairSide& direction) {
                return dot(side.direction, direction.direction) >= same_direction;
            }))
            append_corners_over(step, then, side, rows);
    merge_same_corners(step, rows);
    return rows;
}

/// Of the sides that separate the pair now, keeps those whose separation in `then` is the greatest: rows of
/// the others would stop a corner that may pass them.
void keep_best(const StepGeometry& step, const std::vector<Outline>& then, std::vector<PairSide>& sides) {
    const double least = least_separation(sides, step.size);
    double best = -infinity;
    for (const PairSide& side : sides)
        if (side.separation >= least) best = std::max(best, separation(then, side));
    std::erase_if(sides, [&](const PairSide& side) {
        return side.separation >= least && separation(then, side) < best - tie_tolerance * step.size;
    });
}

}  // namespace

std::vector<SidednessRow> choose_rows(const StepGeometry& step) {
    std::vector<SidednessRow> result;
    for (const PartPair& pair : movable_pairs(step.tower, step.now, step.reach)) {
        const std::vector<PairSide> sides = sides_of(step.now, pair);
        if (!is_one_direction(separating(sides, step.size))) continue;
        const std::vector<SidednessRow> rows = rows_along(step, step.free, sides);
        result.insert(result.end(), rows.begin(), rows.end());
    }
    return result;
}

std::vector<SidednessRow> lacking_rows(const StepGeometry& step, const std::vector<SidednessRow>& rows,
                                       const std::vector<Outline>& then) {
    std::vector<SidednessRow> result;
    for (const PartPair& pair : movable_pairs(step.tower, then, 0.0)) {
        if (best_separation(sides_of(then, pair)) >= -step_overlap * step.size) continue;
        std::vector<PairSide> sides = sides_of(step.now, pair);
        if (!is_one_direction(separating(sides, step.size))) {
            if (std::any_of(rows.begin(), rows.end(), [&](const SidednessRow& row) {
                    return PartPair(std::minmax(row.first.corner_part, row.first.edge_part)) == pair;
                }))
                continue;  // its direction has been chosen
            keep_best(step, then, sides);
        }
        for (const SidednessRow& row : rows_along(step, then, sides))
            if (std::none_of(rows.begin(), rows.end(), [&](const SidednessRow& old) {
                    return old.first == row.first || old.second == row.first;
                }))
                result.push_back(row);
    }
    return result;
}

std::vector<SidednessRow> printed_rows(const StepGeometry& step) {
    std::vector<SidednessRow> rows;
    for (const PartPair& pair : movable_pairs(step.tower, step.now, step.reach)) {
        PairSide best[2];  // of either part, the side that the other part satisfies most
        best[0].separation = best[1].separation = -infinity;
        for (const PairSide& side : sides_of(step.now, pair)) {
            PairSide& own = best[side.part == pair.first ? 0 : 1];
            if (side.separation > own.separation) own = side;
        }
        const PairSide& critical = best[0].separation <= best[1].separation ? best[0] : best[1];
        for (std::size_t k = 0; k < step.now[critical.other].corners.size(); ++k) {
            const CornerOverEdge c{critical.other, k, critical.part, critical.edge};
            rows.push_back({c, c});
        }
    }
    return rows;
}

}  // namespace restraint::bricks
