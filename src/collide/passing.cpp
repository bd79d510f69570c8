#include "restraint/collide/passing.h"

#include <algorithm>
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

}  // namespace

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

std::optional<double> find_passing(const ConvexShape& a, const ConvexShape& b, const PairAt& at, double from,
                                   double to, double depth) {
    const auto [last_a, last_b] = at(to);
    const auto [first_a, first_b] = at(from);
    const double turning =
        reach(a) * std::max(norm(first_a.angular_velocity), norm(last_a.angular_velocity)) +
        reach(b) * std::max(norm(first_b.angular_velocity), norm(last_b.angular_velocity));
    const Vec3 first = first_a.velocity - first_b.velocity, last = last_a.velocity - last_b.velocity;
    const double speed = std::max(norm(first), norm(last)) + turning;
    const double stretch = passing_share * (thickness(a) + thickness(b));
    if (speed * (to - from) <= stretch) return {};
    for (double t = from; t < to;) {
        const auto [now_a, now_b] = at(t);
        const Separation now = find_separation(a, now_a.pose, b, now_b.pose);
        if (now.distance < -depth) return t;
        const double closing = std::max({0.0, -dot(now.normal, first), -dot(now.normal, last)}) + turning;
        const double safe = closing > 0.0 ? now.distance / closing : std::numeric_limits<double>::infinity();
        t += std::max(safe, stretch / speed);
    }
    return {};
}

}  // namespace restraint::collide
