#pragma once

#include <cmath>

#include "restraint/linalg/mat3.h"
#include "restraint/linalg/vec3.h"

namespace restraint {

/// s + v_x i + v_y j + v_z k. One of unit length stands for a rotation; q and -q stand for the same rotation.
/// [PBM-G-quat]
struct Quaternion {
    double s = 1.0;
    Vec3 v;
    friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// [s1, v1][s2, v2] = [s1 s2 - v1.v2, s1 v2 + s2 v1 + v1 x v2]; rotation q1 followed by q2 is q2 q1.
/// [PBM-G-4.1, PBM-G-compq]
inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.s * b.s - dot(a.v, b.v), a.s * b.v + b.s * a.v + cross(a.v, b.v)};
}
inline Quaternion operator+(const Quaternion& a, const Quaternion& b) { return {a.s + b.s, a.v + b.v}; }
inline Quaternion operator*(double f, const Quaternion& q) { return {f * q.s, f * q.v}; }
/// The opposite rotation, if q has unit length.
inline Quaternion conjugate(const Quaternion& q) { return {q.s, -q.v}; }
inline double norm(const Quaternion& q) { return std::sqrt(q.s * q.s + dot(q.v, q.v)); }
inline bool is_finite(const Quaternion& q) { return std::isfinite(q.s) && is_finite(q.v); }
/// q/|q|; the zero quaternion, which stands for no rotation, becomes the identity.
inline Quaternion normalized(const Quaternion& q) {
    const double length = norm(q);
    return length > 0.0 ? (1.0 / length) * q : Quaternion{};
}

/// [cos(|phi|/2), sin(|phi|/2) phi/|phi|], the rotation about the vector phi by the angle |phi|, in radians.
/// Taken as sin(|phi|/2)/|phi| times phi, which at rest has the limit phi/2 where phi/|phi| is 0/0.
/// [PBM-G-rotq, OBA-A.1]
inline Quaternion from_rotation_vector(Vec3 phi) {
    const double angle = norm(phi);
    const double factor = angle > 0.0 ? std::sin(0.5 * angle) / angle : 0.5;
    return {std::cos(0.5 * angle), factor * phi};
}

/// The vector phi of the rotation q, |phi| <= pi: 2 atan2(|v|, s) v/|v|, and 2 v/s at rest. The thesis gives
/// it the length tan(angle), which is infinite at 90 degrees; this is the inverse of from_rotation_vector.
/// [OBA-A.3]
inline Vec3 rotation_vector(const Quaternion& q) {
    const Quaternion shorter = q.s < 0.0 ? -1.0 * q : q;  // q and -q: the one whose angle is at most pi
    const double length = norm(shorter.v);
    if (!(length > 0.0)) return {};
    return (2.0 * std::atan2(length, shorter.s) / length) * shorter.v;
}

/// The orientation after turning with the constant angular velocity omega (world, rad/s) for dt seconds.
/// [PBM-G-B-dq, PBM-G-B-1]
inline Quaternion turned(const Quaternion& q, Vec3 omega, double dt) {
    return from_rotation_vector(dt * omega) * q;
}

/// qdot = 1/2 [0, omega] q, omega in the world frame.   [PBM-G-4.2, PBM-G-B-6]
inline Quaternion quaternion_rate(Vec3 omega, const Quaternion& q) {
    return 0.5 * (Quaternion{0.0, omega} * q);
}

/// The rotation matrix of a unit quaternion. (The thesis has a minus in entry (1, 3), where a plus belongs.)
/// [PBM-G-qmat, OBA-A.2]
inline Mat3 to_matrix(const Quaternion& q) {
    const double s = q.s, x = q.v.x, y = q.v.y, z = q.v.z;
    return {{1 - 2 * y * y - 2 * z * z, 2 * x * y - 2 * s * z, 2 * x * z + 2 * s * y,  //
             2 * x * y + 2 * s * z, 1 - 2 * x * x - 2 * z * z, 2 * y * z - 2 * s * x,  //
             2 * x * z - 2 * s * y, 2 * y * z + 2 * s * x, 1 - 2 * x * x - 2 * y * y}};
}

/// The unit quaternion of a rotation matrix. Of its four components, the one found by a square root is one
/// that is surely not small: s if the trace is not negative, else the one of the largest diagonal entry.
/// [PBM-G-code-mat2q]
inline Quaternion to_quaternion(const Mat3& m) {
    Quaternion q;
    if (trace(m) >= 0.0) {
        const double root = std::sqrt(trace(m) + 1.0), f = 0.5 / root;  // root = 2 s
        return {0.5 * root, {f * (m(2, 1) - m(1, 2)), f * (m(0, 2) - m(2, 0)), f * (m(1, 0) - m(0, 1))}};
    }
    std::size_t i = 0;
    if (m(1, 1) > m(0, 0)) i = 1;
    if (m(2, 2) > m(i, i)) i = 2;
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const double root = std::sqrt(m(i, i) - (m(j, j) + m(k, k)) + 1.0), f = 0.5 / root;  // root = 2 v_i
    q.v[i] = 0.5 * root;
    q.v[j] = f * (m(i, j) + m(j, i));
    q.v[k] = f * (m(k, i) + m(i, k));
    q.s = f * (m(k, j) - m(j, k));
    return q;
}

/// p turned by the unit quaternion q: the vector part of q [0, p] q^-1, with fewer operations.
/// [PBM-G-compq]
inline Vec3 rotated(Vec3 p, const Quaternion& q) {
    const Vec3 t = 2.0 * cross(q.v, p);
    return p + q.s * t + cross(q.v, t);
}

}  // namespace restraint
