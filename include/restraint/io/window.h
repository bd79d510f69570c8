#pragma once

#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// An axis-parallel rectangle.
struct Rectangle {
    double left = 0.0, bottom = 0.0, right = 0.0, top = 0.0;

    double width() const { return right - left; }
    double height() const { return top - bottom; }
    bool contains(Vec2 p) const { return p.x >= left && p.x <= right && p.y >= bottom && p.y <= top; }
    /// Grows to hold the point, or the other rectangle.
    void include(Vec2 p);
    void include(const Rectangle& other);
};

/// The smallest rectangle that holds the bodies of the tower.
Rectangle bounds(const bricks::Tower& tower);

/// The weight in N of what is not fixed: the measure of the forces in pictures.
double weight_of(const bricks::Tower& tower);

}  // namespace restraint::io
