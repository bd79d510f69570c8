#include "restraint/collide/passing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/collide/distance.h"

namespace restraint::collide {

namespace {

// How far the core reaches from the centre of mass: turning moves nothing faster than this times omega.
double reach(const ConvexShape& shape) {
    double farthest = 0.0;
    for (Vec3 v : shape.vertices) farthest = std::max(farthest, norm(v));
    return farthest;
}

struct Search {
    const ConvexShape& a;
    const ConvexShape& b;
    const PairAt& at;
    double depth, reach_a, reach_b, shortest;

    Separation separation(const PairMoment& m) const { return find_separation(a, m.a.pose, b, m.b.pose); }
    double gap(const PairMoment& m, Vec3 n) const { return gap_along(a, m.a.pose, b, m.b.pose, n); }

    // How far a point of one body's surface moves because it turns.
    double turning(const PairMoment& p, const PairMoment& q) const {
        const double omega_a = std::max(norm(p.a.angular_velocity), norm(q.a.angular_velocity));
        const double omega_b = std::max(norm(p.b.angular_velocity), norm(q.b.angular_velocity));
        return (reach_a * omega_a + reach_b * omega_b) * (q.time - p.time);
    }
    // ... and how far the centres move against each other.
    static double travel(const PairMoment& p, const PairMoment& q) {
        return std::max(norm(p.a.velocity - p.b.velocity), norm(q.a.velocity - q.b.velocity)) *
               (q.time - p.time);
    }
    // No overlap between p and q, by the normal n.
    bool is_clear(const PairMoment& p, const PairMoment& q, Vec3 n) const {
        const Vec3 change = (q.a.velocity - q.b.velocity) - (p.a.velocity - p.b.velocity);
        const double off_chord = norm(change) * (q.time - p.time) / 8.0;
        return std::min(gap(p, n), gap(q, n)) - 0.5 * turning(p, q) - off_chord >= -depth;
    }
    std::optional<double> between(const PairMoment& p, const Separation& at_p, const PairMoment& q,
                                  const Separation& at_q) const {
        if (travel(p, q) + turning(p, q) <= shortest) return {};
        if (is_clear(p, q, at_p.normal) || is_clear(p, q, at_q.normal)) return {};
        const double t = p.time + 0.5 * (q.time - p.time);
        if (!(p.time < t && t < q.time)) return {};
        const PairMoment middle = at(t);
        const Separation at_middle = separation(middle);
        if (at_middle.distance < -depth) {
            const std::optional<double> earlier = between(p, at_p, middle, at_middle);
            return earlier ? earlier : t;
        }
        const std::optional<double> earlier = between(p, at_p, middle, at_middle);
        return earlier ? earlier : between(middle, at_middle, q, at_q);
    }
};

}  // namespace

double thickness(const ConvexShape& shape) {
    if (shape.is_ball()) return 2.0 * shape.radius;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < shape.faces.size(); ++f) {
        const Vec3 n = shape.normals[f], on_face = shape.vertices[shape.faces[f][0]];
        least = std::min(least, dot(n, on_face - shape.vertices[support(shape, -n)]));
    }
    return least + 2.0 * shape.radius;
}

Box swept_box(const ConvexShape& shape, const Moving& from, const Moving& to, double duration) {
    const double omega = std::max(norm(from.angular_velocity), norm(to.angular_velocity));
    const double off_chord = norm(to.velocity - from.velocity) * duration / 8.0;
    const double margin = 0.5 * reach(shape) * omega * duration + off_chord;
    const Box first = bounding_box(shape, from.pose, margin), last = bounding_box(shape, to.pose, margin);
    Box box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = std::min(first.low[k], last.low[k]);
        box.high[k] = std::max(first.high[k], last.high[k]);
    }
    return box;
}

std::optional<double> find_passing(const ConvexShape& a, const ConvexShape& b, const PairAt& at,
                                   const PairMoment& from, const PairMoment& to, double depth) {
    const double shortest = passing_share * (thickness(a) + thickness(b));
    const Search search{a, b, at, depth, reach(a), reach(b), shortest};
    if (Search::travel(from, to) + search.turning(from, to) <= shortest) return {};
    return search.between(from, search.separation(from), to, search.separation(to));
}

}  // namespace restraint::collide
