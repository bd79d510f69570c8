#include "contact_region.h"

#include <algorithm>
#include <cmath>

#include "tolerances.h"

namespace restraint::collide {

namespace {

struct Corner {
    Vec3 vertex;  // of the core
    Vec3 seen;    // along the normal: coordinates in the plane across it
};
using Polygon = std::vector<Corner>;  // counter-clockwise; an edge has two corners, a vertex is one

const Corner& next(const Polygon& polygon, std::size_t k) { return polygon[(k + 1) % polygon.size()]; }

double cross2(Vec3 a, Vec3 b) { return a.x * b.y - a.y * b.x; }

// Inside, or within `slab` of the boundary.
bool contains(const Polygon& polygon, Vec3 p, double slab) {
    bool inside = polygon.size() > 2;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3 from = polygon[k].seen, to = next(polygon, k).seen;
        if (norm(p - on_segment(from, to - from, p)) <= slab) return true;
        if (cross2(to - from, p - from) < 0.0) inside = false;
    }
    return inside;
}

// Where side i of P crosses side j of Q, if the crossing is inside both; parallel sides do not cross.
bool crossing(const Polygon& p, std::size_t i, const Polygon& q, std::size_t j, double& s, double& t) {
    const Vec3 u = next(p, i).seen - p[i].seen, w = next(q, j).seen - q[j].seen;
    const Vec3 r = q[j].seen - p[i].seen;
    const double sine = cross2(u, w);
    if (!(std::fabs(sine) > parallel_sides * norm(u) * norm(w))) return false;
    s = cross2(r, w) / sine;
    t = cross2(r, u) / sine;
    return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
}

// True if corner k stands out of the line between its neighbours by more than `slab`.
bool stands_out(const Polygon& polygon, std::size_t k, double slab) {
    const Vec3 from = polygon[(k + polygon.size() - 1) % polygon.size()].seen, p = polygon[k].seen,
               to = next(polygon, k).seen;
    return norm(p - on_segment(from, to - from, p)) > slab && cross2(p - from, to - from) >= 0.0;
}

// The convex hull of the vertices within `slab` of the extreme in a direction: in the order in which they are
// seen around their middle, without those that do not stand out.
Polygon extreme(const Placed& body, Vec3 direction, Vec3 normal, double slab) {
    const double level = extent_along(body, direction).high - slab;
    const Vec3 u = unit_across(normal), w = cross(normal, u);
    Polygon polygon;
    Vec3 middle;
    for (Vec3 v : body.vertices)
        if (dot(direction, v) >= level) {
            polygon.push_back({v, {dot(u, v), dot(w, v), 0.0}});
            middle += polygon.back().seen;
        }
    middle = middle / static_cast<double>(polygon.size());
    const auto angle = [&](const Corner& c) { return std::atan2(c.seen.y - middle.y, c.seen.x - middle.x); };
    std::stable_sort(polygon.begin(), polygon.end(),
                     [&](const Corner& c, const Corner& d) { return angle(c) < angle(d); });
    for (std::size_t k = 0; k < polygon.size() && polygon.size() > 1;)
        if (stands_out(polygon, k, slab)) {
            ++k;
        } else {
            polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(k));
            k = 0;
        }
    return polygon;
}

}  // namespace

ContactRegion contact_region(const Placed& a, const Placed& b, Vec3 normal, double slab) {
    const Polygon on_a = extreme(a, -normal, normal, slab), on_b = extreme(b, normal, normal, slab);
    // The height of the other polygon's plane under or over a vertex.
    const double level_a = extent_along(a, normal).low, level_b = extent_along(b, normal).high;
    ContactRegion region{{}, on_a.size() > 2, on_b.size() > 2};
    const auto add = [&](const RegionPoint& point) {
        for (const RegionPoint& other : region.corners) {
            const Vec3 apart = point.point_a - other.point_a;
            if (norm(apart - dot(apart, normal) * normal) <= slab) return;  // seen at the same place
        }
        region.corners.push_back(point);
    };
    for (const auto& [p, seen] : on_a)
        if (contains(on_b, seen, slab))
            add({RegionPoint::Kind::vertex_of_a, p, p + (level_b - dot(normal, p)) * normal, {}, {}});
    for (const auto& [p, seen] : on_b)
        if (contains(on_a, seen, slab))
            add({RegionPoint::Kind::vertex_of_b, p + (level_a - dot(normal, p)) * normal, p, {}, {}});
    for (std::size_t i = 0; i < on_a.size(); ++i)
        for (std::size_t j = 0; j < on_b.size(); ++j) {
            double s = 0.0, t = 0.0;
            if (!crossing(on_a, i, on_b, j, s, t)) continue;
            const Vec3 u = next(on_a, i).vertex - on_a[i].vertex, w = next(on_b, j).vertex - on_b[j].vertex;
            add({RegionPoint::Kind::edges, on_a[i].vertex + s * u, on_b[j].vertex + t * w, u, w});
        }
    return region;
}

}  // namespace restraint::collide
