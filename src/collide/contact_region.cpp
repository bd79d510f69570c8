#include "contact_region.h"

#include <algorithm>
#include <cmath>

#include "tolerances.h"

namespace restraint::collide {

namespace {

// Coordinates in the plane: a point is seen along the normal.
struct Plane {
    Vec3 u, w;
    explicit Plane(Vec3 normal) : u(unit_across(normal)), w(cross(normal, u)) {}
    Vec3 seen(Vec3 p) const { return {dot(u, p), dot(w, p), 0.0}; }
};

double cross2(Vec3 a, Vec3 b) { return a.x * b.y - a.y * b.x; }

struct Polygon {
    std::vector<std::size_t> corners;
    std::vector<Vec3> points;  // seen along the normal
    std::size_t sides() const { return corners.size() < 2 ? 0 : corners.size() == 2 ? 1 : corners.size(); }
    std::size_t next(std::size_t k) const { return (k + 1) % corners.size(); }
};

// Distance from a point to the polygon's side k.
double distance_to_side(const Polygon& polygon, std::size_t k, Vec3 p) {
    const Vec3 start = polygon.points[k], along = polygon.points[polygon.next(k)] - start;
    const double t = std::min(std::max(dot(p - start, along) / dot(along, along), 0.0), 1.0);
    return norm(p - start - t * along);
}

// Inside, or within `slab` of the boundary.
bool contains(const Polygon& polygon, Vec3 p, double slab) {
    if (polygon.corners.size() == 1) return norm(p - polygon.points[0]) <= slab;
    bool inside = polygon.corners.size() > 2;
    for (std::size_t k = 0; k < polygon.sides(); ++k) {
        if (distance_to_side(polygon, k, p) <= slab) return true;
        const Vec3 along = polygon.points[polygon.next(k)] - polygon.points[k];
        if (cross2(along, p - polygon.points[k]) < 0.0) inside = false;
    }
    return inside;
}

bool same_place(const std::vector<RegionPoint>& region, const Plane& plane, Vec3 seen, double slab) {
    return std::any_of(region.begin(), region.end(),
                       [&](const RegionPoint& r) { return norm(plane.seen(r.point_a) - seen) <= slab; });
}

// Where side i of P crosses side j of Q, if the crossing is inside both; parallel sides do not cross.
bool crossing(const Polygon& p, std::size_t i, const Polygon& q, std::size_t j, double& s, double& t) {
    const Vec3 u = p.points[p.next(i)] - p.points[i], w = q.points[q.next(j)] - q.points[j];
    const Vec3 r = q.points[j] - p.points[i];
    const double sine = cross2(u, w);
    if (!(std::fabs(sine) > parallel_sides * norm(u) * norm(w))) return false;
    s = cross2(r, w) / sine;
    t = cross2(r, u) / sine;
    return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
}

Polygon convex_hull(const Placed& body, const Plane& plane, std::vector<std::size_t> candidates,
                    double slab) {
    std::vector<Vec3> seen;
    for (std::size_t v : candidates) seen.push_back(plane.seen(body.vertices[v]));
    std::vector<std::size_t> order(candidates.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
        if (seen[i].x != seen[j].x) return seen[i].x < seen[j].x;
        if (seen[i].y != seen[j].y) return seen[i].y < seen[j].y;
        return i < j;
    });
    // Andrew's monotone chain: along the lower side and back along the upper one. A corner stays if it stands
    // out of the line between its neighbours by more than `slab`.
    std::vector<std::size_t> hull;
    const auto add_chain = [&](auto begin, auto end) {
        const std::size_t start = hull.size();
        for (auto k = begin; k != end; ++k) {
            while (hull.size() >= start + 2) {
                const Vec3 from = seen[hull[hull.size() - 2]], middle = seen[hull.back()], to = seen[*k];
                const double length = norm(to - from);
                if (cross2(middle - from, to - from) > slab * length) break;
                hull.pop_back();
            }
            hull.push_back(*k);
        }
        hull.pop_back();  // the last one begins the other chain
    };
    if (order.size() > 1) {
        add_chain(order.begin(), order.end());
        add_chain(order.rbegin(), order.rend());
    } else {
        hull = order;
    }
    Polygon polygon;
    for (std::size_t k : hull) {
        const bool repeated = !polygon.points.empty() && (norm(seen[k] - polygon.points.back()) <= slab ||
                                                          norm(seen[k] - polygon.points.front()) <= slab);
        if (repeated) continue;
        polygon.corners.push_back(candidates[k]);
        polygon.points.push_back(seen[k]);
    }
    return polygon;
}

Polygon extreme(const Placed& body, Vec3 direction, Vec3 normal, double slab) {
    const Extent extent = extent_along(body, direction);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < body.vertices.size(); ++i)
        if (dot(direction, body.vertices[i]) >= extent.high - slab) candidates.push_back(i);
    return convex_hull(body, Plane(normal), candidates, slab);
}

}  // namespace

std::vector<RegionPoint> contact_region(const Placed& a, const Placed& b, Vec3 normal, double slab) {
    const Plane plane(normal);
    const Polygon on_a = extreme(a, -normal, normal, slab), on_b = extreme(b, normal, normal, slab);
    // The height of the other polygon's plane under or over a vertex.
    const double level_a = extent_along(a, normal).low, level_b = extent_along(b, normal).high;
    std::vector<RegionPoint> region;
    for (std::size_t k = 0; k < on_a.corners.size(); ++k)
        if (contains(on_b, on_a.points[k], slab)) {
            const Vec3 p = a.vertices[on_a.corners[k]];
            region.push_back({RegionPoint::Kind::vertex_of_a, p, p + (level_b - dot(normal, p)) * normal,
                              on_a.corners[k], 0, 0, 0, on_b.corners.size() > 2, false});
        }
    for (std::size_t k = 0; k < on_b.corners.size(); ++k)
        if (contains(on_a, on_b.points[k], slab) && !same_place(region, plane, on_b.points[k], slab)) {
            const Vec3 p = b.vertices[on_b.corners[k]];
            region.push_back({RegionPoint::Kind::vertex_of_b, p + (level_a - dot(normal, p)) * normal, p, 0,
                              on_b.corners[k], 0, 0, on_a.corners.size() > 2, false});
        }
    for (std::size_t i = 0; i < on_a.sides(); ++i)
        for (std::size_t j = 0; j < on_b.sides(); ++j) {
            double s = 0.0, t = 0.0;
            if (!crossing(on_a, i, on_b, j, s, t)) continue;
            const std::size_t a0 = on_a.corners[i], a1 = on_a.corners[on_a.next(i)];
            const std::size_t b0 = on_b.corners[j], b1 = on_b.corners[on_b.next(j)];
            const Vec3 p = a.vertices[a0] + s * (a.vertices[a1] - a.vertices[a0]);
            const Vec3 q = b.vertices[b0] + t * (b.vertices[b1] - b.vertices[b0]);
            if (same_place(region, plane, plane.seen(p), slab)) continue;
            region.push_back({RegionPoint::Kind::edges, p, q, a0, b0, a1, b1, false, false});
        }
    const bool faces_both = on_a.corners.size() > 2 && on_b.corners.size() > 2;
    for (RegionPoint& r : region) r.faces_both = faces_both;
    return region;
}

}  // namespace restraint::collide
