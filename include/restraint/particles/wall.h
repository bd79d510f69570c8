#pragma once

#include "restraint/linalg/vec3.h"

namespace restraint::particles {

/// The normal and tangential part of a vector at a plane with unit normal N.   [PBM-C-normal, PBM-SC-VN]
///
///     x_n = (N.x) N,      x_t = x - x_n                                                      [PBM-C-tangent]
///
/// Part C prints (N.x) x; the slide has it right.
inline Vec3 normal_part(Vec3 x, Vec3 normal) { return dot(normal, x) * normal; }
inline Vec3 tangential_part(Vec3 x, Vec3 normal) { return x - normal_part(x, normal); }

/// A plane that particles cannot pass.
struct Wall {
    Vec3 point;   // P, any point of the plane, m
    Vec3 normal;  // N, of length 1, towards the side where particles may be

    double restitution = 0.0;  // r: 0 no bounce, 1 no loss, 0.9 a superball
    double friction = 0.0;     // k_f in s/m: force k_f (normal force) v_t, see contact_force
    bool no_slip = false;      // a particle in contact loses its tangential velocity, and cannot gain any;
                               // not for particles under constraints

    /// A particle nearer than contact_distance is on the wall.   [PBM-SC-detect, PBM-SC-contact]
    double contact_distance = 1e-8;  // m
    double contact_speed = 1e-3;     // m/s: a slower rebound counts as 0

    /// (X - P).N in m: > 0 on the legal side, < 0 beyond the wall.   [PBM-C-detect]
    double distance(Vec3 x) const { return dot(x - point, normal); }
    /// How far beyond the wall a particle may be without being displaced: a hundredth of contact_distance,
    /// plus the rounding of distance(x), 16 roundings of x and P.
    double slack(Vec3 x) const;
    /// A normal speed below this counts as 0: a thousandth of contact_speed.
    double still() const { return contact_speed / 1000; }
    /// |distance| < contact_distance + slack.
    bool touches(Vec3 x) const;
    /// Close enough, and moving along the wall, |N.v| < still.   [PBM-SC-contact]
    bool in_contact(Vec3 x, Vec3 v) const;

    /// The velocity after a collision: v' = v_t - r v_n.   [PBM-C-bounce, PBM-SC-resp, PBM-SH-eps]
    Vec3 bounced(Vec3 v) const;
    /// The force of the wall on a particle in contact that is pushed by f:   [PBM-C-contact, PBM-C-friction]
    ///
    ///     f_c = -(N.f) N              if N.f < 0: so that the tangential part of f is left  [PBM-SC-force]
    ///     f_f = -k_f (-(f.N)) v_t     friction
    ///
    /// and none if f points away from the wall [PBM-SH-rest, PBM-SH-f]. Part C prints f_c = -(N.f) f. The
    /// friction is viscous, proportional to the load and to the speed, so that a sliding particle never quite
    /// stops. Where a particle touches several walls, or is linked to others, see contacts.h.
    Vec3 contact_force(Vec3 f, Vec3 v) const;
    /// f_f of a wall that pushes with `push` N.   [PBM-C-friction]
    Vec3 friction_force(double push, Vec3 v) const;
};

/// Throws std::invalid_argument unless the point is finite, the normal of length 1, the restitution in [0,
/// 1], the friction >= 0, and contact_distance and contact_speed > 0, all finite.
void require_sound(const Wall& wall);

/// A wall whose normal is made a unit vector. Throws std::invalid_argument if the normal is zero, and as
/// require_sound does.
Wall make_wall(Vec3 point, Vec3 normal, double restitution = 0.0, double friction = 0.0);

}  // namespace restraint::particles
