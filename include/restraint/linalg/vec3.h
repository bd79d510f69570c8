#pragma once

#include <cmath>
#include <cstddef>

namespace restraint {

/// A point or vector of space.
struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;

    double& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : z; }
    double operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec3 operator*(Vec3 a, double s) { return s * a; }
inline Vec3 operator/(Vec3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }
inline Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
inline Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }

inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// a x b. The notes write `^` in their programs; in C++ that binds more loosely than `+`.   [PBM-G-cross]
inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(Vec3 a) { return std::sqrt(dot(a, a)); }
/// max(|x|, |y|, |z|).
inline double max_norm(Vec3 a) {
    return std::fmax(std::fabs(a.x), std::fmax(std::fabs(a.y), std::fabs(a.z)));
}
/// a/|a|; the zero vector, which has no direction, stays zero.
inline Vec3 normalized(Vec3 a) {
    const double length = norm(a);
    return length > 0.0 ? a / length : Vec3{};
}
inline bool is_finite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }
/// A unit vector across a unit vector n, from the axis that is least along n, so that the cross product is
/// never small; (unit_across(n), cross(n, unit_across(n)), n) is right-handed.
inline Vec3 unit_across(Vec3 n) {
    const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
    const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return normalized(cross(axis, n));
}

}  // namespace restraint
