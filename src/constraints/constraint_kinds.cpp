#include "restraint/constraints/constraint_kinds.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint::constraints {
namespace {

Vec3 require_direction(const std::string& what, Vec3 direction) {
    if (!is_finite(direction) || direction == Vec3{})
        throw std::invalid_argument(what + " must be finite and not zero");
    return normalized(direction / max_norm(direction));  // whose square neither overflows nor vanishes
}

/// |x - c| - r: the gradient is n = (x - c) / |x - c|, its rate (v - (n.v) n) / |x - c|.
/// [PBM-SG-N, PBM-SG-Nd]
ImplicitFunction sphere(const std::string& what, Vec3 centre, double radius) {
    if (!(radius > 0.0) || !std::isfinite(radius))
        throw std::invalid_argument(what + " is " + std::to_string(radius) + " m, but must be positive");
    return [=](Vec3 x) {
        const double distance = norm(x - centre);
        if (distance == 0.0) return ImplicitValue{-radius, {}, {}};  // no direction, and so no force, here
        const Vec3 n = (x - centre) / distance;
        return ImplicitValue{distance - radius, n, 1 / distance * (Mat3::identity() - outer(n, n))};
    };
}

/// n.(x - p)
ImplicitFunction plane(Vec3 through, Vec3 normal) {
    if (!is_finite(through)) throw std::invalid_argument("the place of a constraint must be finite");
    return [=](Vec3 x) { return ImplicitValue{dot(normal, x - through), normal, {}}; };
}

/// Three planes that meet in the place.
std::vector<ImplicitFunction> at(Vec3 place) {
    return {plane(place, {1, 0, 0}), plane(place, {0, 1, 0}), plane(place, {0, 0, 1})};
}

/// Two planes that meet in the line.
std::vector<ImplicitFunction> along(Vec3 through, Vec3 direction) {
    const Vec3 d = require_direction("the direction of a line", direction), across = unit_across(d);
    return {plane(through, across), plane(through, cross(d, across))};
}

}  // namespace

ImplicitConstraint::ImplicitConstraint(std::vector<std::size_t> points,
                                       std::vector<ImplicitFunction> functions)
    : Constraint(std::move(points), functions.size()), functions_(std::move(functions)) {}

void ImplicitConstraint::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                                  ConstraintSlice slice) const {
    const bool two = x.size() > 1;
    for (std::size_t r = 0; r < functions_.size(); ++r) {
        const ImplicitValue c = functions_[r](two ? x[0] - x[1] : x[0]);
        const Vec3 gradient_dot = c.hessian * (two ? v[0] - v[1] : v[0]);
        slice.set_value(r, c.value);
        slice.set_gradient(r, 0, c.gradient, gradient_dot);
        if (two) slice.set_gradient(r, 1, -c.gradient, -gradient_dot);
    }
}

PointOnCurve::PointOnCurve(std::size_t point, std::vector<ImplicitFunction> functions)
    : ImplicitConstraint({point}, std::move(functions)) {}

Distance::Distance(std::size_t a, std::size_t b, double d)
    : ImplicitConstraint({a, b}, {sphere("the distance of a bar", {}, d)}) {}

PointOnCircle::PointOnCircle(std::size_t point, Vec3 centre, double radius, Vec3 axis)
    : ImplicitConstraint({point}, {sphere("the radius of a circle", centre, radius),  // [PBM-SG-impl]
                                   plane(centre, require_direction("the axis of a circle", axis))}) {}

Nail::Nail(std::size_t point, Vec3 place) : ImplicitConstraint({point}, at(place)) {}

PointOnLine::PointOnLine(std::size_t point, Vec3 through, Vec3 direction)
    : ImplicitConstraint({point}, along(through, direction)) {}

EqualPoints::EqualPoints(std::size_t a, std::size_t b) : ImplicitConstraint({a, b}, at({})) {}

}  // namespace restraint::constraints
