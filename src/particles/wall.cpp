#include "restraint/particles/wall.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "tolerances.h"

namespace restraint::particles {

double Wall::slack(Vec3 x) const {
    return contact_distance / 100 + distance_rounding * (max_norm(x) + max_norm(point));
}

bool Wall::touches(Vec3 x) const { return std::abs(distance(x)) < contact_distance + slack(x); }

bool Wall::in_contact(Vec3 x, Vec3 v) const {  // [PBM-SC-contact]
    return touches(x) && std::abs(dot(normal, v)) < still();
}

Vec3 Wall::bounced(Vec3 v) const {
    const Vec3 v_n = normal_part(v, normal), v_t = tangential_part(v, normal);
    return v_t - restitution * v_n;  // [PBM-C-bounce]
}

Vec3 Wall::contact_force(Vec3 f, Vec3 v) const {
    const double push = -dot(f, normal);
    if (push <= 0.0) return {};
    if (no_slip) return -f;                          // nothing is left that could make it slip
    return push * normal + friction_force(push, v);  // [PBM-C-contact]
}

Vec3 Wall::friction_force(double push, Vec3 v) const {
    return -friction * push * tangential_part(v, normal);  // [PBM-C-friction]
}

void require_sound(const Wall& wall) {
    const auto require = [](bool good, const std::string& what, double value, const std::string& must) {
        if (!good)
            throw std::invalid_argument(what + " of a wall is " + std::to_string(value) + ", but must be " +
                                        must);
    };
    const auto& [point, normal, restitution, friction, no_slip, contact_distance, contact_speed] = wall;
    if (!is_finite(point)) throw std::invalid_argument("the point of a wall must be finite");
    require(std::abs(norm(normal) - 1) < unit_normal, "the length of the normal", norm(normal),
            "1: see make_wall");
    require(restitution >= 0.0 && restitution <= 1.0, "the restitution", restitution, "between 0 and 1");
    require(friction >= 0.0 && std::isfinite(friction), "the friction", friction, ">= 0 and finite");
    require(contact_distance > 0.0 && std::isfinite(contact_distance), "the contact distance",
            contact_distance, "> 0 and finite");
    require(contact_speed > 0.0 && std::isfinite(contact_speed), "the contact speed", contact_speed,
            "> 0 and finite");
}

Wall make_wall(Vec3 point, Vec3 normal, double restitution, double friction) {
    if (!is_finite(normal) || normal == Vec3{})
        throw std::invalid_argument("the normal of a wall must be finite and not zero");
    const Vec3 unit = normalized(normal / max_norm(normal));  // whose square neither overflows nor vanishes
    const Wall wall{.point = point, .normal = unit, .restitution = restitution, .friction = friction};
    require_sound(wall);
    return wall;
}

}  // namespace restraint::particles
