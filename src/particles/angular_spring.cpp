#include "restraint/particles/angular_spring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/particles/force_jacobians.h"
#include "restraint/particles/forces.h"
#include "tolerances.h"

namespace restraint::particles {

AngularSpring::AngularSpring(std::size_t first, std::size_t middle, std::size_t last, double stiffness,
                             double damping_constant, double rest)
    : a(first), b(middle), c(last), k(stiffness), damping(damping_constant), rest_angle(rest) {
    const std::string spring = "the angular spring at particle " + std::to_string(b);
    if (a == b || b == c || a == c) throw std::invalid_argument(spring + " needs three different particles");
    require_not_negative("the stiffness of " + spring, k);
    require_not_negative("the damping of " + spring, damping);
    if (!(rest_angle >= 0.0 && rest_angle < 3.14159265))
        throw std::invalid_argument("the rest angle of " + spring + " must be in [0, pi)");
}

namespace {

/// The chain a - b - c: how it is bent, and how the angle changes when its particles move.
struct Bend {
    double theta = 0.0;
    std::array<Vec3, 3> in_plane;      // dtheta/da, dtheta/db, dtheta/dc
    std::array<Vec3, 3> out_of_plane;  // the same for a bend across the plane
};

/// How the direction of the second segment turns against the first, towards n x direction in each.
std::array<Vec3, 3> turning(Vec3 towards_1, double length_1, Vec3 towards_2, double length_2) {
    const Vec3 first = towards_1 / length_1, second = towards_2 / length_2;
    return {first, -first - second, second};
}

Bend bend_of(const ParticleSystem& system, const AngularSpring& s) {
    const auto& p = system.particles;
    const Vec3 e1 = p[s.b].x - p[s.a].x, e2 = p[s.c].x - p[s.b].x;
    if (!(norm(e1) > 0.0) || !(norm(e2) > 0.0)) return {};  // a segment has lost its direction
    const Vec3 d1 = normalized(e1), d2 = normalized(e2);
    Vec3 n = cross(d1, d2);
    Bend bend{std::atan2(norm(n), dot(d1, d2)), {}, {}};
    // A straight chain lies in many planes: any will do.
    if (norm(n) < straight) n = cross(d1, std::abs(d1.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    n = normalized(n);
    bend.in_plane = turning(cross(n, d1), norm(e1), cross(n, d2), norm(e2));
    bend.out_of_plane = turning(n, norm(e1), n, norm(e2));
    return bend;
}

}  // namespace

double AngularSpring::angle(const ParticleSystem& system) const { return bend_of(system, *this).theta; }

void AngularSpring::check(const ParticleSystem& system) const {
    require_apart(system, a, b);
    require_apart(system, b, c);
}

void AngularSpring::apply(ParticleSystem& system) const {
    const Bend bend = bend_of(system, *this);
    const std::array<std::size_t, 3> index{a, b, c};
    double rate = 0.0;
    for (std::size_t i = 0; i < 3; ++i) rate += dot(bend.in_plane[i], system.particles[index[i]].v);
    const double torque = -k * (bend.theta - rest_angle) - damping * rate;  // [PBM-SE-ang]
    for (std::size_t i = 0; i < 3; ++i) system.particles[index[i]].f += torque * bend.in_plane[i];
}

double AngularSpring::energy(const ParticleSystem& system) const {
    const double bent = angle(system) - rest_angle;
    return k / 2 * bent * bent;  // [PBM-SE-ang]
}

void AngularSpring::add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const {
    const Bend bend = bend_of(system, *this);
    const std::array<std::size_t, 3> index{a, b, c};
    const double bent = bend.theta - rest_angle;
    const double across = bend.theta < straight ? (rest_angle == 0.0 ? 1.0 : 0.0)
                                                : std::max(0.0, bent / (2 * std::tan(bend.theta / 2)));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const Mat3 in_plane = outer(bend.in_plane[i], bend.in_plane[j]);
            const Mat3 out_of_plane = outer(bend.out_of_plane[i], bend.out_of_plane[j]);
            jacobians.add(index[i], index[j], -k * (in_plane + across * out_of_plane), -damping * in_plane);
        }
}

}  // namespace restraint::particles
