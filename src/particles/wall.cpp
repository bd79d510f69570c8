#include "restraint/particles/wall.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint::particles {

bool Wall::collides(Vec3 x, Vec3 v) const {
    return distance(x) < contact_distance && dot(normal, v) < 0.0;  // [PBM-SC-detect]
}

bool Wall::in_contact(Vec3 x, Vec3 v) const {  // [PBM-SC-contact]
    return std::abs(distance(x)) < contact_distance && std::abs(dot(normal, v)) < contact_speed;
}

Vec3 Wall::bounced(Vec3 v) const {
    const Vec3 v_n = normal_part(v, normal), v_t = tangential_part(v, normal);
    return v_t - restitution * v_n;  // [PBM-C-bounce]
}

Vec3 Wall::contact_force(Vec3 f, Vec3 v) const {
    const double push = -dot(f, normal);
    if (push <= 0.0) return {};
    if (no_slip) return -f;  // nothing is left that could make it slip
    return push * normal - friction * push * tangential_part(v, normal);  // [PBM-C-contact, PBM-C-friction]
}

Wall make_wall(Vec3 point, Vec3 normal, double restitution, double friction) {
    if (!(norm(normal) > 0.0) || !is_finite(normal) || !is_finite(point))
        throw std::invalid_argument("a wall needs a finite point and a normal that is not zero");
    if (!(restitution >= 0.0 && restitution <= 1.0))
        throw std::invalid_argument("the restitution is " + std::to_string(restitution) +
                                    ", but must be between 0 and 1");
    if (!(friction >= 0.0) || !std::isfinite(friction))
        throw std::invalid_argument("the friction is " + std::to_string(friction) + " s/m, but must be >= 0");
    return {.point = point, .normal = normalized(normal), .restitution = restitution, .friction = friction};
}

}  // namespace restraint::particles
