#pragma once

#include <cmath>

#include "restraint/linalg/vec3.h"

/// A crank drives a rod, the rod a rocker: where their joint must be, to stand beside the computed place.
namespace restraint::scenes {

inline constexpr double crank_radius = 0.4, rod = 1.2, rocker = 0.8;  // m
inline constexpr Vec3 pivot{1.2, 0, 0};  // of the rocker; the motor is at the origin

/// The end of the crank at an angle of the motor.
inline Vec3 crank_pin(double angle) { return crank_radius * Vec3{std::cos(angle), std::sin(angle), 0}; }

/// The joint of rod and rocker: where the circles about the crank's end and the pivot meet, the upper point.
inline Vec3 exact_joint(double angle) {
    const Vec3 c = crank_pin(angle), d = pivot - c;
    const double distance = norm(d);
    const double along = (rod * rod - rocker * rocker + distance * distance) / (2 * distance);
    const double across = std::sqrt(rod * rod - along * along);
    return c + along / distance * d + across / distance * Vec3{-d.y, d.x, 0};
}

/// How the joint moves with the motor's angle, m a radian: a difference of exact places, right to 1e-10.
inline Vec3 joint_rate(double angle) {
    const double h = 1e-5;
    return (exact_joint(angle + h) - exact_joint(angle - h)) / (2 * h);
}

}  // namespace restraint::scenes
