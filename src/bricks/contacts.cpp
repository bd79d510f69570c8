#include "restraint/bricks/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

    /// A side counts if its separation is that of the best side up to `touch`, or, if it is parallel to the
    /// best side, up to `overlap`: of two faces that rest on each other and overlap a little, as in a saved
    /// state, both count. A side of another direction with less separation does not: a corner that passes it
    /// would be a contact.
    bool separates(const PairSide& side) const {
        const bool parallel = std::abs(cross(side.direction, best.direction)) < parallel_tolerance;
        return side.separation >= best.separation - (parallel ? overlap : touch);
    }
};

/// A corner of one part and a side of the other, and where they are to each other, m.
struct Incidence {
    PairSide side;
    CornerOverEdge corner;
    double gap = 0.0;
    double along = 0.0;   // the side
    double beyond = 0.0;  // the nearer end of the side; negative between the ends
    double place = 0.0;   // along the best side: equal places are one point
};

std::vector<Incidence> incidences(const Meeting& pair) {
    std::vector<Incidence> result;
    for (const PairSide& side : pair.sides)
        for (std::size_t v = 0; v < pair.parts[side.other].corners.size(); ++v) {
            const CornerOverEdge c{side.other, v, side.part, side.edge};
            const double at = along(pair.parts, c);
            result.push_back({side, c, gap(pair.parts, c), at,
                              std::max(pair.edge(side).from - at, at - pair.edge(side).to),
                              cross(pair.edge(pair.best).normal, pair.parts[side.other].world_corner(v))});
        }
    return result;
}

/// At the end of an interval where two corners meet, each lies on a side of the other part. The contact is
/// that of the corner which moves farther inwards along that side, for it stays on the side; of two that move
/// alike, that of the upper part.
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
    const bool upright = first.normal.y < parallel_tolerance;  // it points into the upper part
    const bool swapped = upright ? second.point.y < first.point.y : second.point.x < first.point.x;
    if (swapped) std::swap(first, second);
    first.other_end = second.point;
    second.other_end = first.point;
    contacts.push_back(first);
    contacts.push_back(second);
}

/// A corner on a corner: the averaged normal, and the sides that separate.   [BARAFF89-degen]
CornerContact corner_contact(const Tower& tower, const Meeting& pair, const Incidence& meeting) {
    CornerContact corner{contact_at(pair.parts, meeting.corner), {}};
    Contact& met = corner.contact;
    // A table's first edge, its right side, has no start: its edge e runs from corner e - 1 to corner e.
    const Outline& below = pair.parts[met.edge_part];
    const std::size_t start = below.bottomless ? met.edge - 1 : met.edge;
    const bool at_start = meeting.along < pair.edge(meeting.side).from + pair.touch;
    Vec2 own_sum, other_sum;  // by part, so that the sum does not depend on which part comes first
    for (const PairSide& side : pair.sides)
        if (pair.separates(side)) {
            const bool is_own = side.part == met.edge_part;
            corner.axes.push_back(is_own ? pair.edge(side).normal : -pair.edge(side).normal);
            (is_own ? own_sum : other_sum) += corner.axes.back();
        }
    const Vec2 sum = own_sum + other_sum;  // not 0: of no part can two opposite sides separate
    met.normal = (1.0 / norm(sum)) * sum;
    met.edge = at_start ? start : (start + 1) % below.corners.size();  // the one that starts at b's corner
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

/// Adds what the corners form that lie on sides that count: an interval, if two of them are apart; else a
/// corner on a side, or a corner on a corner.
void add_contacts(const Tower& tower, const Meeting& pair, std::vector<Incidence> found, Touching& touching) {
    std::erase_if(found, [&](const Incidence& i) {
        return !pair.separates(i.side) || i.gap > pair.touch || i.beyond > pair.touch;
    });
    if (found.empty()) return;
    const auto [low, high] = std::minmax_element(
        found.begin(), found.end(), [](const Incidence& i, const Incidence& j) { return i.place < j.place; });
    if (high->place - low->place > pair.touch) {
        std::vector<Contact> ends[2];
        for (const Incidence& i : found) {
            if (i.place <= low->place + pair.touch) ends[0].push_back(contact_at(pair.parts, i.corner));
            if (i.place >= high->place - pair.touch) ends[1].push_back(contact_at(pair.parts, i.corner));
        }
        add_interval(tower, ends, touching.contacts);
        return;
    }
    for (const Incidence& i : found)
        if (i.beyond <= -pair.touch) {  // not at an end, where corners meet
            Contact& contact = touching.contacts.emplace_back(contact_at(pair.parts, i.corner));
            if (is_table(tower, contact.a)) orient(contact, contact.b);
            return;
        }
    if (!is_pinned(tower, found.front().corner))
        touching.corners.push_back(corner_contact(tower, pair, found.front()));
}

/// The distance of two parts that do not overlap: of the nearest corner from the nearest side.
double distance(const std::vector<Incidence>& incidences) {
    double least = infinity;
    for (const Incidence& i : incidences)
        if (i.gap >= 0.0) least = std::min(least, std::hypot(i.gap, std::max(i.beyond, 0.0)));
    return least;
}

/// Throws PartError, naming the first body that cannot be judged, and why.
void require_judgeable(const Tower& tower) {
    const double size = mean_size(tower), mass = mass_that_moves(tower);
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        const Body& body = tower.bodies[b];
        const double width = least_width(body),
                     coordinate = std::max(std::abs(body.pose.position.x), std::abs(body.pose.position.y)) +
                                  radius(body);
        const double rounding = touching_distance(0.0, coordinate);
        if (!(width >= least_width_ratio * size))
            throw PartError(body.name + " is " + shown(width) + " m thin, but bodies of a mean size of " +
                                shown(size) + " m are told apart to " + shown(least_width_ratio * size) +
                                " m",
                            b, b);
        if (!(rounding <= largest_rounding * width))
            throw PartError(body.name + " is up to " + shown(coordinate) +
                                " m from the origin, where features are told apart to " + shown(rounding) +
                                " m, but is " + shown(width) + " m thin: move the tower to the origin",
                            b, b);
        if (!body.fixed && !(body.mass >= least_mass_ratio * mass))
            throw PartError(body.name + " has " + shown(body.mass / mass) +
                                " of the tower's mass, but balance is judged for bodies of at least " +
                                shown(least_mass_ratio) + " of it",
                            b, b);
    }
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
            throw PartError(part_names(tower, i, j) + " overlap by " + shown(-pair.best.separation) + " m", i,
                            j);
        if (pair.best.separation <= pair.touch) {
            add_contacts(tower, pair, incidences(pair), touching);
        } else if (const double gap_width = distance(incidences(pair)); gap_width < near_gap * size) {
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

}  // namespace restraint::bricks
