#include "restraint/bricks/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// One of the two ways to look at a pair: corners of `vertex_part` against sides of `edge_part`.
struct Direction {
    std::size_t vertex_part, edge_part;
    const Outline &vertices, &edges;
};

/// The two parts of a pair, and what counts as touching between them.
struct Pair {
    Direction directions[2];
    double touch;    // m
    double overlap;  // m
};

/// A corner that lies on a side.
struct Incidence {
    Contact contact;      // not yet said: which part is a
    double place = 0.0;   // along the axis, m: equal places are one point
    bool at_end = false;  // of the side: there the corner meets a corner
    std::size_t end_corner = 0;
};

/// The side that separates the pair best.
struct Axis {
    double separation = -infinity;  // m; negative: overlap
    Vec2 normal;
};

Axis best_axis(const Pair& pair) {
    Axis best;
    for (const Direction& d : pair.directions)
        for (const Edge& edge : d.edges.edges) {
            const double s = separation(d.edges, edge, d.vertices);
            if (s > best.separation) best = {s, edge.normal};
        }
    return best;
}

/// A side counts if it separates as well as the best one, or is parallel to it and nearly does: faces that
/// rest on each other and have dipped in a little, as in a saved state, give both directions. Others must
/// not, or corners would touch sides that they only pass.
bool separates(const Pair& pair, const Axis& best, const Direction& d, const Edge& edge) {
    const double s = separation(d.edges, edge, d.vertices);
    const bool parallel = std::abs(cross(edge.normal, best.normal)) < parallel_tolerance;
    return s >= best.separation - (parallel ? pair.overlap : pair.touch);
}

/// All corners of one part on the given side of the other.
void add_incidences(const Pair& pair, const Axis& best, const Direction& d, std::size_t e,
                    std::vector<Incidence>& found) {
    const Edge& edge = d.edges.edges[e];
    for (std::size_t v = 0; v < d.vertices.corners.size(); ++v) {
        const Vec2 corner = d.vertices.corners[v];
        const double at = along(d.edges, edge, d.vertices, corner);
        if (gap(d.edges, edge, d.vertices, corner) > pair.touch || at < edge.from - pair.touch ||
            at > edge.to + pair.touch)
            continue;
        Incidence incidence;
        Contact& c = incidence.contact;
        c.vertex_part = d.vertex_part, c.vertex = v;
        c.edge_part = d.edge_part, c.edge = e;
        c.point = d.vertices.world_corner(v);
        c.normal = edge.normal;
        const double length = edge.to - edge.from;
        c.fraction = std::isfinite(length) ? std::clamp((at - edge.from) / length, 0.0, 1.0) : 0.0;
        incidence.place = cross(best.normal, c.point);
        const bool at_start = at < edge.from + pair.touch;
        const bool at_finish = at > edge.to - pair.touch;
        incidence.at_end = at_start || at_finish;
        // A table's first edge, its right side, has no start: its edge e runs from corner e - 1 to corner e.
        const std::size_t start = d.edges.bottomless ? e - 1 : e;
        incidence.end_corner = at_start ? start : (start + 1) % d.edges.corners.size();
        found.push_back(incidence);
    }
}

std::vector<Incidence> incidences(const Pair& pair, const Axis& best) {
    std::vector<Incidence> found;
    for (const Direction& d : pair.directions)
        for (std::size_t e = 0; e < d.edges.edges.size(); ++e)
            if (separates(pair, best, d, d.edges.edges[e])) add_incidences(pair, best, d, e, found);
    return found;
}

bool is_table(const Tower& tower, std::size_t part) { return part >= tower.bodies.size(); }

/// Makes `into` the body a that the normal points into.
void orient(Contact& c, std::size_t into) {
    if (into != c.vertex_part) c.normal = -c.normal;  // it came as the outward normal of the edge's part
    c.a = into;
    c.b = into == c.vertex_part ? c.edge_part : c.vertex_part;
}

/// Of two parts with a common face, a is the upper one, for upright faces the left one; never a table.
std::size_t upper_part(const Tower& tower, const Contact& c) {
    if (is_table(tower, c.edge_part)) return c.vertex_part;
    if (is_table(tower, c.vertex_part)) return c.edge_part;
    const Vec2 n = c.normal;  // from the edge's part into the vertex's
    const bool vertex_part_is_a = std::abs(n.y) < parallel_tolerance ? n.x < 0.0 : n.y > 0.0;
    return vertex_part_is_a ? c.vertex_part : c.edge_part;
}

/// At the end of an interval where two corners meet, each lies on the other's side. The one that moves
/// inwards along that side is the one that stays on it; of two that do not move, a's.
const Incidence& at_interval_end(const Tower& tower, const std::vector<Incidence>& here, Vec2 other_end) {
    const Incidence* chosen = &here.front();
    double fastest = -infinity;
    for (const Incidence& incidence : here) {
        const Contact& c = incidence.contact;
        const Vec2 sliding =
            point_velocity(tower, c.vertex_part, c.point) - point_velocity(tower, c.edge_part, c.point);
        const double inwards = dot(sliding, other_end - c.point);
        const bool is_a = upper_part(tower, c) == c.vertex_part;
        if (inwards > fastest || (inwards == fastest && is_a)) {
            fastest = inwards;
            chosen = &incidence;
        }
    }
    return *chosen;
}

/// The two ends of a common interval, as contacts that know each other.
void add_interval(const Tower& tower, const Pair& pair, const std::vector<Incidence>& found, double low,
                  double high, std::vector<Contact>& contacts) {
    std::vector<Incidence> ends[2];
    for (const Incidence& incidence : found) {
        if (incidence.place <= low + pair.touch) ends[0].push_back(incidence);
        if (incidence.place >= high - pair.touch) ends[1].push_back(incidence);
    }
    Contact first = at_interval_end(tower, ends[0], ends[1].front().contact.point).contact;
    Contact second = at_interval_end(tower, ends[1], ends[0].front().contact.point).contact;
    const std::size_t into = upper_part(tower, first);
    orient(first, into);
    orient(second, into);
    const bool upright = std::abs(first.normal.y) < parallel_tolerance;
    const bool swapped = upright ? second.point.y < first.point.y : second.point.x < first.point.x;
    if (swapped) std::swap(first, second);
    second.partner = contacts.size();
    first.partner = contacts.size() + 1;
    contacts.push_back(first);
    contacts.push_back(second);
}

/// A corner on a corner: the averaged normal, and the sides that separate.   [BARAFF89-degen]
CornerContact corner_contact(const Tower& tower, const Pair& pair, const Axis& best,
                             const Incidence& meeting) {
    const Contact& met = meeting.contact;
    CornerContact corner;
    Vec2 sums[2];  // by part, so that the sum does not depend on which part comes first
    for (std::size_t i = 0; i < 2; ++i) {
        const Direction& d = pair.directions[i];
        const double sign = d.edge_part == met.edge_part ? 1.0 : -1.0;
        for (const Edge& edge : d.edges.edges)
            if (separates(pair, best, d, edge)) {
                corner.axes.push_back(sign * edge.normal);
                sums[i] += sign * edge.normal;
            }
    }
    const Vec2 sum = sums[0] + sums[1];  // no part is so thin that opposite sides of it could both separate
    corner.contact = met;
    corner.contact.normal = (1.0 / norm(sum)) * sum;
    const std::size_t into = upper_part(tower, corner.contact);
    if (into != met.vertex_part) {
        // The normal turns with b: a's corner is the vertex, and b's corner the start of the "side".
        std::swap(corner.contact.vertex_part, corner.contact.edge_part);
        corner.contact.vertex = meeting.end_corner;
        corner.contact.edge = met.vertex;
        corner.contact.normal = -corner.contact.normal;
        for (Vec2& axis : corner.axes) axis = -axis;
    } else {
        corner.contact.edge = meeting.end_corner;
    }
    corner.contact.fraction = 0.0;
    corner.contact.a = corner.contact.vertex_part;
    corner.contact.b = corner.contact.edge_part;
    return corner;
}

bool is_pinned(const Tower& tower, const Contact& c) {
    for (const Pin& pin : tower.pins)
        if ((pin.a == c.vertex_part && pin.vertex_a == c.vertex && pin.b == c.edge_part) ||
            (pin.b == c.vertex_part && pin.vertex_b == c.vertex && pin.a == c.edge_part))
            return true;
    return false;
}

/// Sorts what was found on a pair that touches: an interval, a corner on a side, or a corner on a corner.
void add_contacts(const Tower& tower, const Pair& pair, const Axis& best, Touching& touching) {
    const std::vector<Incidence> found = incidences(pair, best);
    if (found.empty()) return;
    double low = infinity, high = -infinity;
    for (const Incidence& incidence : found) {
        low = std::min(low, incidence.place);
        high = std::max(high, incidence.place);
    }
    if (high - low > pair.touch) {
        add_interval(tower, pair, found, low, high, touching.contacts);
        return;
    }
    for (const Incidence& incidence : found)
        if (!incidence.at_end) {
            Contact contact = incidence.contact;
            const bool table = is_table(tower, contact.vertex_part);
            orient(contact, table ? contact.edge_part : contact.vertex_part);
            contact.partner = touching.contacts.size();
            touching.contacts.push_back(contact);
            return;
        }
    if (is_pinned(tower, found.front().contact)) return;
    touching.corners.push_back(corner_contact(tower, pair, best, found.front()));
    touching.corners.back().contact.partner = touching.corners.size() - 1;
}

/// The distance of two parts that do not overlap: of the nearest corner from the nearest side.
double distance(const Pair& pair) {
    double least = infinity;
    for (const Direction& d : pair.directions)
        for (const Edge& edge : d.edges.edges)
            for (const Vec2 corner : d.vertices.corners) {
                const double at = along(d.edges, edge, d.vertices, corner);
                const double beyond = std::max({edge.from - at, at - edge.to, 0.0});
                const double outside = gap(d.edges, edge, d.vertices, corner);
                if (outside >= 0.0) least = std::min(least, std::hypot(outside, beyond));
            }
    return least;
}

std::string names(const Tower& tower, std::size_t i, std::size_t j) {
    return part_name(tower, i) + " and " + part_name(tower, j);
}

void require_pins_closed(const Tower& tower, double tolerance) {
    for (const Pin& pin : tower.pins) {
        const Vec2 apart = world_vertex(tower.bodies.at(pin.a), pin.vertex_a) -
                           world_vertex(tower.bodies.at(pin.b), pin.vertex_b);
        if (!(norm(apart) <= tolerance))
            throw std::invalid_argument("the pinned vertices of " + names(tower, pin.a, pin.b) + " are " +
                                        shown(norm(apart)) + " m apart, but must be the same point");
    }
}

/// One warning for all corners on corners: a stack bond has one at every crossing of its joints.
void warn_of_corners(const Tower& tower, Touching& touching) {
    if (touching.corners.empty()) return;
    const Contact& first = touching.corners.front().contact;
    const std::size_t more = touching.corners.size() - 1;
    touching.warnings.push_back(names(tower, first.a, first.b) +
                                (more == 0 ? "" : " (and " + std::to_string(more) + " more pairs)") +
                                " touch corner on corner; where they would collide, the contact's normal is "
                                "the average of their sides'");
}

}  // namespace

Touching find_contacts(const Tower& tower, Overlaps overlaps) {
    require_judgeable(tower);
    const double size = mean_size(tower);
    const std::vector<Outline> parts = outlines(tower);
    require_pins_closed(tower, overlap_tolerance * size);
    Touching touching;
    for (const auto& [i, j] : near_pairs(parts, near_gap * size)) {
        if (is_fixed(tower, i) && is_fixed(tower, j)) continue;
        const Box box = bounding_box(parts[i]);  // i < j, and tables come last: of a body
        const double coordinate = std::max({-box.left, box.right, -box.bottom, box.top});
        const Pair pair{{{j, i, parts[j], parts[i]}, {i, j, parts[i], parts[j]}},
                        touching_distance(size, coordinate),
                        overlap_tolerance * size};
        const Axis best = best_axis(pair);
        if (best.separation < -pair.overlap && overlaps == Overlaps::refused)
            throw OverlapError(names(tower, i, j) + " overlap by " + shown(-best.separation) + " m", i, j);
        if (best.separation <= pair.touch) {
            add_contacts(tower, pair, best, touching);
        } else if (const double gap_width = distance(pair); gap_width < near_gap * size) {
            touching.warnings.push_back(names(tower, i, j) + " do not touch: there is a gap of " +
                                        shown(gap_width) + " m between them");
        }
    }
    warn_of_corners(tower, touching);
    return touching;
}

}  // namespace restraint::bricks
