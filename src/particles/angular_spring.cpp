#include "restraint/particles/angular_spring.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

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

/// The chain a - b - c: its segments, their directions, and the normal of the plane they lie in.
struct Chain {
    double length_1, length_2;
    Vec3 d1, d2, n;
    double theta;
};

Chain chain_of(const ParticleSystem& system, const AngularSpring& s) {
    const auto& p = system.particles;
    const Vec3 e1 = p[s.b].x - p[s.a].x, e2 = p[s.c].x - p[s.b].x;
    const Vec3 d1 = normalized(e1), d2 = normalized(e2);
    const Vec3 n = cross(d1, d2);
    const double theta = std::atan2(norm(n), dot(d1, d2));
    // A straight chain lies in many planes: any will do.
    return {norm(e1), norm(e2), d1, d2, norm(n) < straight ? unit_across(d1) : normalized(n), theta};
}

}  // namespace

double AngularSpring::angle(const ParticleSystem& system) const { return chain_of(system, *this).theta; }

void AngularSpring::check(const ParticleSystem& system) const {
    require_apart(system, a, b);
    require_apart(system, b, c);
}

void AngularSpring::for_each_condition(const ParticleSystem& system, const Visit& visit) const {
    const Chain chain = chain_of(system, *this);
    const double bent = chain.theta - rest_angle;
    Condition condition{bent, k, damping, {}};           // [PBM-SE-ang]
    if (chain.length_1 > 0.0 && chain.length_2 > 0.0) {  // else a segment has lost its direction
        // Each segment turns towards n x d, by the shift of its ends over its length.
        const Vec3 first = cross(chain.n, chain.d1) / chain.length_1,
                   second = cross(chain.n, chain.d2) / chain.length_2;
        const double share_1 = 1 / chain.length_1, share_2 = 1 / chain.length_2;
        condition.parts = {
            {a, first, share_1}, {b, -first - second, -share_1 - share_2}, {c, second, share_2}};
        const double across = chain.theta < straight ? (rest_angle == 0.0 ? 1.0 : 0.0)
                                                     : std::max(0.0, bent / (2 * std::tan(chain.theta / 2)));
        condition.curvature = across * outer(chain.n, chain.n);
    }
    visit(condition);
}

}  // namespace restraint::particles
