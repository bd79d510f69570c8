#pragma once

#include <cmath>

namespace restraint {

/// A point or vector of the plane.
struct Vec2 {
    double x = 0.0, y = 0.0;
    friend bool operator==(const Vec2&, const Vec2&) = default;
};

inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
inline Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
inline Vec2 operator*(Vec2 a, double s) { return s * a; }
inline Vec2& operator+=(Vec2& a, Vec2 b) { return a = a + b; }
inline Vec2& operator-=(Vec2& a, Vec2 b) { return a = a - b; }

inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// The third component of the cross product: twice the signed area of the triangle (0, a, b).
inline double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// a turned by +90 degrees, counter-clockwise: (x, y) -> (-y, x).   [ROTE-n]
inline Vec2 perpendicular(Vec2 a) { return {-a.y, a.x}; }
inline double norm(Vec2 a) { return std::sqrt(dot(a, a)); }
/// a turned counter-clockwise by the angle whose cosine and sine are given.
inline Vec2 rotated(Vec2 a, double cosine, double sine) {
    return {cosine * a.x - sine * a.y, sine * a.x + cosine * a.y};
}
inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }

}  // namespace restraint
