#pragma once

#include "restraint/constraints/constrained_system.h"

/// One bead on a wire, as sections 1 and 2 of part F solve it by hand.
namespace restraint::constraints {

/// The multiplier of one point under one constraint C(x) = 0 with gradient N = dC/dx:   [PBM-SG-lam]
///
///     lambda = ( -N.f - m Ndot.v - m (k_s C + k_d N.v) ) / (N.N)
///
/// so that f + lambda N gives C'' = -k_s C - k_d C'. The feedback is added after the constraint force, inside
/// this formula; added to f before, it would be cancelled like any other force. The slides print f with a
/// dot, and "instead of Cdot = 0" where Cddot is meant.
///
/// mass m in kg, velocity v in m/s, applied force f in N, C and N, Ndot = dN/dt as they are; N must not be 0.
inline double bead_multiplier(double mass, Vec3 velocity, Vec3 force, double c, Vec3 gradient,
                              Vec3 gradient_dot, const Feedback& feedback) {
    const double c_dot = dot(gradient, velocity);  // [PBM-SG-Cdot]
    const double wanted = -feedback.k_s * c - feedback.k_d * c_dot;
    return (-dot(gradient, force) - mass * dot(gradient_dot, velocity) + mass * wanted) /
           dot(gradient, gradient);
}

/// On the unit circle C = (x.x - 1)/2, where N = x and Ndot = v:   [PBM-F-1, PBM-F-2]
///
///     lambda = ( -f.x - m v.v ) / (x.x)        and with feedback as above                        [PBM-F-7]
///
/// The constraint force is lambda x [PBM-F-lamx]; at rest it is what projects f onto the tangent [PBM-F-8].
inline double circle_multiplier(double mass, Vec3 position, Vec3 velocity, Vec3 force,
                                const Feedback& feedback = {0.0, 0.0}) {
    return bead_multiplier(mass, velocity, force, (dot(position, position) - 1) / 2, position, velocity,
                           feedback);
}

/// In a world where force is velocity (f = m v) the constraint force only has to project f onto the tangent:
/// f_c = -(f.N)/(N.N) N.   [PBM-SG-fc1]
inline Vec3 first_order_constraint_force(Vec3 force, Vec3 normal) {
    return -(dot(force, normal) / dot(normal, normal)) * normal;
}

/// The parametric bead in that world: thetadot = (1/m) (T.f)/(T.T), with T = dx/dtheta.
/// [PBM-SG-thd, PBM-SG-T]
inline double first_order_parametric_rate(double mass, Vec3 force, Vec3 tangent) {
    return dot(tangent, force) / dot(tangent, tangent) / mass;
}

}  // namespace restraint::constraints
