#include "restraint/rigid/make_body.h"

#include <stdexcept>
#include <utility>

#include "tolerances.h"

namespace restraint::rigid {

namespace {

// The leading minors of a positive definite matrix are positive, here above `least` of products of `size`.
bool is_positive_definite(const Mat3& a, double size, double least) {
    return a(0, 0) > least * size && a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0) > least * size * size &&
           determinant(a) > least * size * size * size;
}

// I = trace(C) 1 - C with second moments C that are positive semidefinite: that is, no moment is larger than
// the sum of the two others.
bool is_of_matter(const Mat3& inertia) {
    const double size = max_entry(inertia);
    if (!is_finite(inertia) || max_entry(inertia - transpose(inertia)) > no_moment * size) return false;
    const Mat3 moments = (0.5 * trace(inertia) + moment_rounding * size) * Mat3::identity() + -1.0 * inertia;
    return is_positive_definite(inertia, size, no_moment) && is_positive_definite(moments, size, 0.0);
}

}  // namespace

RigidBody make_body(std::string name, const MassProperties& properties, Vec3 position,
                    Quaternion orientation) {
    require_positive("body " + name + ": its mass", properties.mass, "kg");
    if (!is_of_matter(properties.inertia))
        throw std::invalid_argument("body " + name +
                                    ": its inertia tensor must be symmetric and positive definite, with no "
                                    "moment above the sum of the others; a solid with volume has such a one");
    RigidBody body = make_fixed(std::move(name), position, orientation);
    body.mass = properties.mass;
    body.inverse_mass = 1.0 / properties.mass;
    body.body_inertia = properties.inertia;
    body.inverse_body_inertia = inverse(properties.inertia);
    update_derived(body);
    return body;
}

}  // namespace restraint::rigid
