#include "restraint/constraints/constraint_kinds.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint::constraints {
namespace {

double require_positive(const std::string& what, double value) {
    if (!(value > 0.0) || !std::isfinite(value))
        throw std::invalid_argument(what + " is " + std::to_string(value) + " m, but must be positive");
    return value;
}

Vec3 require_direction(const std::string& what, Vec3 direction) {
    if (!is_finite(direction) || !(norm(direction) > 0.0))
        throw std::invalid_argument(what + " must be finite and not zero");
    return normalized(direction);
}

}  // namespace

Distance::Distance(std::size_t a, std::size_t b, double d)
    : Constraint({a, b}, 1), distance_(require_positive("the distance of a bar", d)) {}

void Distance::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v, ConstraintSlice slice) const {
    const Vec3 l = x[0] - x[1];
    const Vec3 l_dot = v[0] - v[1], n = normalized(l);  // 0 for coincident ends: no force is possible
    const Vec3 n_dot = norm(l) > 0.0 ? (l_dot - dot(n, l_dot) * n) / norm(l) : Vec3{};
    slice.set_value(0, norm(l) - distance_);
    slice.set_gradient(0, 0, n, n_dot);
    slice.set_gradient(0, 1, -n, -n_dot);
}

PointOnCurve::PointOnCurve(std::size_t point, std::vector<ImplicitFunction> functions)
    : Constraint({point}, functions.size()), functions_(std::move(functions)) {}

void PointOnCurve::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                            ConstraintSlice slice) const {
    for (std::size_t r = 0; r < functions_.size(); ++r) {
        const ImplicitValue c = functions_[r](x[0]);
        slice.set_value(r, c.value);
        slice.set_gradient(r, 0, c.gradient, c.hessian * v[0]);
    }
}

namespace {

/// |x - c| - r, whose second derivative is (1 - n n') / |x - c|.   [PBM-SG-impl, PBM-SG-Nd]
ImplicitFunction sphere(Vec3 centre, double radius) {
    require_positive("the radius of a circle", radius);
    return [=](Vec3 x) {
        const double distance = norm(x - centre);
        const Vec3 n = normalized(x - centre);  // 0 at the centre: the constraint can exert no force there
        const double bend = distance > 0.0 ? 1 / distance : 0.0;
        return ImplicitValue{distance - radius, n, bend * (Mat3::identity() - outer(n, n))};
    };
}

/// (x - p).n
ImplicitFunction plane(Vec3 through, Vec3 normal) {
    return [=](Vec3 x) { return ImplicitValue{dot(normal, x - through), normal, {}}; };
}

/// Two planes that meet in the line.
std::vector<ImplicitFunction> line(Vec3 through, Vec3 direction) {
    const Vec3 d = require_direction("the direction of a line", direction);
    const Vec3 across = unit_across(d);
    return {plane(through, across), plane(through, cross(d, across))};
}

}  // namespace

PointOnCircle::PointOnCircle(std::size_t point, Vec3 centre, double radius, Vec3 axis)
    : PointOnCurve(
          point, {sphere(centre, radius), plane(centre, require_direction("the axis of a circle", axis))}) {}

Nail::Nail(std::size_t point, Vec3 place)
    : PointOnCurve(point, {plane(place, {1, 0, 0}), plane(place, {0, 1, 0}), plane(place, {0, 0, 1})}) {
    if (!is_finite(place)) throw std::invalid_argument("the place of a nail must be finite");
}

PointOnLine::PointOnLine(std::size_t point, Vec3 through, Vec3 direction)
    : PointOnCurve(point, line(through, direction)) {}

EqualPoints::EqualPoints(std::size_t a, std::size_t b) : Constraint({a, b}, 3) {}

void EqualPoints::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>&,
                           ConstraintSlice slice) const {
    for (std::size_t r = 0; r < 3; ++r) {
        Vec3 axis;
        axis[r] = 1.0;
        slice.set_value(r, x[0][r] - x[1][r]);
        slice.set_gradient(r, 0, axis, {});
        slice.set_gradient(r, 1, -axis, {});
    }
}

}  // namespace restraint::constraints
