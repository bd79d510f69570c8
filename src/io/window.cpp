#include "restraint/io/window.h"

#include <algorithm>
#include <limits>

namespace restraint::io {

void Rectangle::include(Vec2 p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    bottom = std::min(bottom, p.y);
    top = std::max(top, p.y);
}

void Rectangle::include(const Rectangle& other) {
    include(Vec2{other.left, other.bottom});
    include(Vec2{other.right, other.top});
}

Rectangle bounds(const bricks::Tower& tower) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Rectangle box{infinity, infinity, -infinity, -infinity};
    for (const bricks::Body& body : tower.bodies)
        for (std::size_t i = 0; i < body.vertices.size(); ++i) box.include(world_vertex(body, i));
    return box;
}

double weight_of(const bricks::Tower& tower) {
    double mass = 0.0;
    for (const bricks::Body& body : tower.bodies) mass += body.fixed ? 0.0 : body.mass;
    return mass * norm(tower.gravity);
}

}  // namespace restraint::io
