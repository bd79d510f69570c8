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

void AngularSpring::check(const ParticleSystem& system) const {
    require_apart(system, a, b);
    require_apart(system, b, c);
}

void AngularSpring::for_each_condition(const ParticleSystem& system, const Visit& visit) const {
    // The segments, their directions, and the normal of the plane they lie in. A straight chain lies in many
    // planes: any will do.
    const auto& p = system.particles;
    const Vec3 e1 = p[b].x - p[a].x, e2 = p[c].x - p[b].x, d1 = normalized(e1), d2 = normalized(e2);
    const Vec3 turn = cross(d1, d2), n = norm(turn) < straight ? unit_across(d1) : normalized(turn);
    const double theta = std::atan2(norm(turn), dot(d1, d2)), bent = theta - rest_angle;
    Condition condition{bent, k, damping, {}};  // [PBM-SE-ang]
    if (norm(e1) > 0.0 && norm(e2) > 0.0) {     // else a segment has no direction
        // A segment of direction d and length l turns by (n x d / l).(shift of its end - shift of its start).
        const double share_1 = 1 / norm(e1), share_2 = 1 / norm(e2);
        const Vec3 first = cross(n, d1) / norm(e1), second = cross(n, d2) / norm(e2);
        condition.slopes = {
            {a, first, share_1}, {b, -first - second, -share_1 - share_2}, {c, second, share_2}};
        const double across = theta < straight ? (rest_angle == 0.0 ? 1.0 : 0.0)
                                               : std::max(0.0, bent / (2 * std::tan(theta / 2)));
        condition.curvature = across * outer(n, n);
    }
    visit(condition);
}

}  // namespace restraint::particles
