#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "restraint/linalg/tolerances.h"
#include "restraint/linalg/vec3.h"

namespace restraint {

/// A 3 x 3 matrix; m(i, j) is row i, column j.
///
/// A rotation matrix R has as columns the world directions of the body's axes. The notes index its entries
/// the other way round: their r_xy is row y, column x.   [PBM-G-2.2, PBM-G-2.3]
struct Mat3 {
    std::array<double, 9> entries{};  // row by row

    double& operator()(std::size_t i, std::size_t j) { return entries[3 * i + j]; }
    double operator()(std::size_t i, std::size_t j) const { return entries[3 * i + j]; }
    Vec3 column(std::size_t j) const { return {entries[j], entries[3 + j], entries[6 + j]}; }
    Vec3 row(std::size_t i) const { return {entries[3 * i], entries[3 * i + 1], entries[3 * i + 2]}; }
    friend bool operator==(const Mat3&, const Mat3&) = default;

    static Mat3 identity() { return diagonal({1.0, 1.0, 1.0}); }
    static Mat3 diagonal(Vec3 d) { return {{d.x, 0, 0, 0, d.y, 0, 0, 0, d.z}}; }
    static Mat3 from_columns(Vec3 a, Vec3 b, Vec3 c) {
        return {{a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z}};
    }
};

inline Mat3 operator+(const Mat3& a, const Mat3& b) {
    Mat3 sum;
    for (std::size_t k = 0; k < 9; ++k) sum.entries[k] = a.entries[k] + b.entries[k];
    return sum;
}
inline Mat3 operator*(double s, const Mat3& a) {
    Mat3 product;
    for (std::size_t k = 0; k < 9; ++k) product.entries[k] = s * a.entries[k];
    return product;
}
inline Mat3 operator-(const Mat3& a, const Mat3& b) { return a + -1.0 * b; }
inline Vec3 operator*(const Mat3& a, Vec3 v) {
    return {dot(a.row(0), v), dot(a.row(1), v), dot(a.row(2), v)};
}
inline Mat3 operator*(const Mat3& a, const Mat3& b) {
    return Mat3::from_columns(a * b.column(0), a * b.column(1), a * b.column(2));
}
inline Mat3 transpose(const Mat3& a) { return Mat3::from_columns(a.row(0), a.row(1), a.row(2)); }
/// A'v: turns a world vector into body coordinates if A is the body's rotation.
inline Vec3 transpose_times(const Mat3& a, Vec3 v) {
    return {dot(a.column(0), v), dot(a.column(1), v), dot(a.column(2), v)};
}
inline double trace(const Mat3& a) { return a(0, 0) + a(1, 1) + a(2, 2); }
inline double determinant(const Mat3& a) { return dot(a.column(0), cross(a.column(1), a.column(2))); }
/// The largest |a_ij|.
inline double max_entry(const Mat3& a) {
    double largest = 0.0;
    for (double entry : a.entries) largest = std::fmax(largest, std::fabs(entry));
    return largest;
}
inline bool is_finite(const Mat3& a) {
    for (double entry : a.entries)
        if (!std::isfinite(entry)) return false;
    return true;
}

/// a b': entry (i, j) is a_i b_j.   [PBM-G-2.34]
inline Mat3 outer(Vec3 a, Vec3 b) { return Mat3::from_columns(b.x * a, b.y * a, b.z * a); }

/// a*, the matrix of the cross product: star(a) b = a x b.   [PBM-G-star, PBM-G-2.9]
inline Mat3 star(Vec3 a) { return {{0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0}}; }

/// A^-1 by Cramer's rule: the rows are cross products of the columns, over the determinant. Throws
/// std::invalid_argument if the columns lie in a plane to within rounding, or an entry is not finite.
inline Mat3 inverse(const Mat3& a) {
    const Vec3 c0 = a.column(0), c1 = a.column(1), c2 = a.column(2);
    const double det = determinant(a), volume_of_box = norm(c0) * norm(c1) * norm(c2);
    // The columns span a parallelepiped of volume det; as a share of the box with the same edges it is a pure
    // number, so that this does not depend on units. 1e-14: some 50 roundings.
    if (!(std::fabs(det) > singular_determinant * volume_of_box))
        throw std::invalid_argument("a 3 x 3 matrix to be inverted is singular");
    const Mat3 rows = Mat3::from_columns(cross(c1, c2) / det, cross(c2, c0) / det, cross(c0, c1) / det);
    return transpose(rows);
}

}  // namespace restraint
