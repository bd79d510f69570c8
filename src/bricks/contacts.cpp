#include "restraint/bricks/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/bricks/scale.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Two parts, the sides of both, and what counts as touching between them.
struct Meeting {
    const std::vector<Outline>& parts;
    std::vector<PairSide> sides;
    PairSide best;         // the side that separates the pair best
    double touch = 0.0;    // m
    double overlap = 0.0;  // m

    const Edge& edge(const PairSide& side) const { return parts[side.part].edges[side.edge]; }

    /// A side counts if it separates as well as the best one, or is parallel to it and nearly does: faces
    /// that rest on each other and have dipped in a little, as in a saved state, give sides of both parts.
    /// Others must not, or corners would touch sides that they only pass.
    bool separates(const PairSide& side) const {
        const bool parallel = std::abs(cross(side.direction, best.direction)) < parallel_tolerance;
        return side.separation >= best.separation - (parallel ? overlap : touch);
    }
};

/// A corner that lies on a side.
struct Incidence {
    Contact contact;      // a owns the corner
    double place = 0.0;   // along the best side, m: equal places are one point
    bool at_end = false;  // of the side: there the corner meets a corner
    std::size_t end_corner = 0;
};

/// All corners that lie on a side that counts.
std::vector<Incidence> incidences(const Meeting& pair) {
    std::vector<Incidence> found;
    for (const PairSide& side : pair.sides) {
        if (!pair.separates(side)) continue;
        const Edge& edge = pair.edge(side);
        const Outline& below = pair.parts[side.part];
        for (std::size_t v = 0; v < pair.parts[side.other].corners.size(); ++v) {
            const CornerOverEdge c{side.other, v, side.part, side.edge};
            if (gap(pair.parts, c) > pair.touch || !is_over(pair.parts, c, pair.touch)) continue;
            const Contact contact = contact_at(pair.parts, c);
            const double at = along(pair.parts, c);
            const bool at_start = at < edge.from + pair.touch;
            // A table's first edge, its right side, has no start: its edge e runs from corner e - 1 to corner
            // e.
            const std::size_t start = below.bottomless ? side.edge - 1 : side.edge;
            found.push_back({contact, cross(pair.edge(pair.best).normal, contact.point),
                             at_start || at > edge.to - pair.touch,
                             at_start ? start : (start + 1) % below.corners.size()});
        }
    }
    return found;
}

/// At the end of an interval where two corners meet, each lies on the other's side. The one that moves
/// inwards along that side is the one that stays on it; of two that do not move, a's.
Contact at_interval_end(const Tower& tower, const std::vector<Contact>& here, Vec2 other_end) {
    const auto claim = [&](const Contact& c) {
        const Vec2 sliding =
            point_velocity(tower, c.vertex_part, c.point) - point_velocity(tower, c.edge_part, c.point);
        return std::pair(dot(sliding, other_end - c.point),
                         upper_part(tower, c.vertex_part, c.edge_part, c.normal) == c.vertex_part);
    };
    return *std::max_element(here.begin(), here.end(), [&](const Contact& one, const Contact& other) {
        return claim(one) < claim(other);
    });
}

/// The two ends of a common interval, as contacts that know each other.
void add_interval(const Tower& tower, const std::vector<Contact> (&ends)[2], std::vector<Contact>& contacts) {
    Contact first = at_interval_end(tower, ends[0], ends[1].front().point);
    Contact second = at_interval_end(tower, ends[1], ends[0].front().point);
    const std::size_t into = upper_part(tower, first.vertex_part, first.edge_part, first.normal);
    orient(first, into);
    orient(second, into);
    const bool upright = std::abs(first.normal.y) < parallel_tolerance;
    const bool swapped = upright ? second.point.y < first.point.y : second.point.x < first.point.x;
    if (swapped) std::swap(first, second);
    first.other_end = second.point;
    second.other_end = first.point;
    contacts.push_back(first);
    contacts.push_back(second);
}

/// A corner on a corner: the averaged normal, and the sides that separate.   [BARAFF89-degen]
CornerContact corner_contact(const Tower& tower, const Meeting& pair, const Incidence& meeting) {
    CornerContact corner{meeting.contact, {}};
    Contact& met = corner.contact;
    Vec2 own_sum, other_sum;  // by part, so that the sum does not depend on which part comes first
    for (const PairSide& side : pair.sides)
        if (pair.separates(side)) {
            const bool is_own = side.part == met.edge_part;
            corner.axes.push_back(is_own ? pair.edge(side).normal : -pair.edge(side).normal);
            (is_own ? own_sum : other_sum) += corner.axes.back();
        }
    const Vec2 sum = own_sum + other_sum;  // no part is so thin that opposite sides of it could both separate
    met.normal = (1.0 / norm(sum)) * sum;
    met.edge = meeting.end_corner;  // b's corner is the start of the "side"
    met.fraction = 0.0;
    if (upper_part(tower, met.vertex_part, met.edge_part, met.normal) != met.vertex_part) {
        std::swap(met.vertex_part, met.edge_part);
        std::swap(met.vertex, met.edge);
        met.normal = -met.normal;
        for (Vec2& axis : corner.axes) axis = -axis;
    }
    met.a = met.vertex_part;
    met.b = met.edge_part;
    return corner;
}

/// Sorts what was found on a pair that touches: an interval, a corner on a side, or a corner on a corner.
void add_contacts(const Tower& tower, const Meeting& pair, Touching& touching) {
    const std::vector<Incidence> found = incidences(pair);
    double low = infinity, high = -infinity;
    for (const Incidence& incidence : found) {
        low = std::min(low, incidence.place);
        high = std::max(high, incidence.place);
    }
    if (high - low > pair.touch) {
        std::vector<Contact> ends[2];
        for (const Incidence& incidence : found) {
            if (incidence.place <= low + pair.touch) ends[0].push_back(incidence.contact);
            if (incidence.place >= high - pair.touch) ends[1].push_back(incidence.contact);
        }
        add_interval(tower, ends, touching.contacts);
        return;
    }
    for (const Incidence& incidence : found)
        if (!incidence.at_end) {
            touching.contacts.push_back(incidence.contact);
            Contact& contact = touching.contacts.back();
            if (is_table(tower, contact.a)) orient(contact, contact.b);
            return;
        }
    if (found.empty()) return;
    const Contact& met = found.front().contact;
    if (!is_pinned(tower, {met.vertex_part, met.vertex, met.edge_part, met.edge}))
        touching.corners.push_back(corner_contact(tower, pair, found.front()));
}

/// The distance of two parts that do not overlap: of the nearest corner from the nearest side.
double distance(const Meeting& pair) {
    double least = infinity;
    for (const PairSide& side : pair.sides)
        for (std::size_t v = 0; v < pair.parts[side.other].corners.size(); ++v) {
            const CornerOverEdge c{side.other, v, side.part, side.edge};
            const double at = along(pair.parts, c), outside = gap(pair.parts, c);
            const double beyond = std::max({pair.edge(side).from - at, at - pair.edge(side).to, 0.0});
            if (outside >= 0.0) least = std::min(least, std::hypot(outside, beyond));
        }
    return least;
}

void require_pins_closed(const Tower& tower, double tolerance) {
    for (const Pin& pin : tower.pins) {
        const Vec2 apart = world_vertex(tower.bodies.at(pin.a), pin.vertex_a) -
                           world_vertex(tower.bodies.at(pin.b), pin.vertex_b);
        if (!(norm(apart) <= tolerance))
            throw std::invalid_argument("the pinned vertices of " + part_names(tower, pin.a, pin.b) +
                                        " are " + shown(norm(apart)) +
                                        " m apart, but must be the same point");
    }
}

/// One warning for all corners on corners: a stack bond has one at every crossing of its joints.
std::string warning_of(const Tower& tower, const std::vector<CornerContact>& corners) {
    const std::string more =
        corners.size() == 1 ? "" : " (and " + std::to_string(corners.size() - 1) + " more pairs)";
    return part_names(tower, corners.front().contact.a, corners.front().contact.b) + more +
           " touch corner on corner; where they would collide, the contact's normal is the average of their "
           "sides'";
}

}  // namespace

Touching find_contacts(const Tower& tower) {
    require_judgeable(tower);
    const double size = mean_size(tower);
    const std::vector<Outline> parts = outlines(tower);
    require_pins_closed(tower, overlap_tolerance * size);
    Touching touching;
    for (const PartPair& of_parts : movable_pairs(tower, parts, near_gap * size)) {
        const auto [i, j] = of_parts;
        const Box box = bounding_box(parts[i]);  // i < j, and tables come last: of a body
        const double coordinate = std::max({-box.left, box.right, -box.bottom, box.top});
        const std::vector<PairSide> sides = sides_of(parts, of_parts);
        const PairSide best = *std::max_element(
            sides.begin(), sides.end(),
            [](const PairSide& a, const PairSide& b) { return a.separation < b.separation; });
        const Meeting pair{parts, sides, best, touching_distance(size, coordinate), overlap_tolerance * size};
        if (pair.best.separation < -pair.overlap)
            throw OverlapError(part_names(tower, i, j) + " overlap by " + shown(-pair.best.separation) + " m",
                               i, j);
        if (pair.best.separation <= pair.touch) {
            add_contacts(tower, pair, touching);
        } else if (const double gap_width = distance(pair); gap_width < near_gap * size) {
            touching.warnings.push_back(part_names(tower, i, j) + " do not touch: there is a gap of " +
                                        shown(gap_width) + " m between them");
        }
    }
    if (!touching.corners.empty()) touching.warnings.push_back(warning_of(tower, touching.corners));
    return touching;
}

double gap_velocity(const Tower& tower, const Contact& c) {
    return dot(c.normal, point_velocity(tower, c.a, c.point) - point_velocity(tower, c.b, c.point));
}

gauss::Row gap_row(const Tower& tower, const Contact& c) {
    gauss::Row row;
    add_gap({tower}, c, row);
    return row;
}

double gap_rate(const Tower& tower, const Contact& contact, const std::vector<Motion>& motions) {
    const gauss::Row row = gap_row(tower, contact);
    double rate = 0.0;
    for (const gauss::Block& block : row.blocks()) {
        const Motion& motion = motions[block.body];
        rate += block.coefficients[0] * motion.linear.x + block.coefficients[1] * motion.linear.y +
                block.coefficients[2] * motion.angular;
    }
    return rate;
}

}  // namespace restraint::bricks
