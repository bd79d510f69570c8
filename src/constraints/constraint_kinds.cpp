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

/// The unit vector l/|l| and its rate: ndot = (ldot - (n.ldot) n) / |l|.   [PBM-SG-N, PBM-SG-Nd]
struct UnitVector {
    Vec3 n, n_dot;
};
UnitVector unit_vector(Vec3 l, Vec3 l_dot) {
    const double length = norm(l);
    if (length == 0.0) return {};  // no direction: the constraint can exert no force here
    const Vec3 n = l / length;
    return {n, (l_dot - dot(n, l_dot) * n) / length};
}

}  // namespace

Distance::Distance(std::size_t a, std::size_t b, double d)
    : Constraint({a, b}, 1), distance_(require_positive("the distance of a bar", d)) {}

void Distance::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v, ConstraintSlice slice) const {
    const Vec3 l = x[0] - x[1];
    const auto [n, n_dot] = unit_vector(l, v[0] - v[1]);
    slice.set_value(0, norm(l) - distance_);
    slice.set_gradient(0, 0, n, n_dot);
    slice.set_gradient(0, 1, -n, -n_dot);
}

PointOnCircle::PointOnCircle(std::size_t point, Vec3 centre, double radius, Vec3 axis)
    : Constraint({point}, 2),
      centre_(centre),
      axis_(require_direction("the axis of a circle", axis)),
      radius_(require_positive("the radius of a circle", radius)) {}

void PointOnCircle::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                             ConstraintSlice slice) const {
    const Vec3 l = x[0] - centre_;
    const auto [n, n_dot] = unit_vector(l, v[0]);
    slice.set_value(0, norm(l) - radius_);  // [PBM-SG-impl]
    slice.set_gradient(0, 0, n, n_dot);
    slice.set_value(1, dot(axis_, l));
    slice.set_gradient(1, 0, axis_, {});
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

Nail::Nail(std::size_t point, Vec3 place) : Constraint({point}, 3), place_(place) {
    if (!is_finite(place)) throw std::invalid_argument("the place of a nail must be finite");
}

void Nail::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>&, ConstraintSlice slice) const {
    for (std::size_t r = 0; r < 3; ++r) {
        Vec3 axis;
        axis[r] = 1.0;
        slice.set_value(r, x[0][r] - place_[r]);
        slice.set_gradient(r, 0, axis, {});
    }
}

PointOnLine::PointOnLine(std::size_t point, Vec3 through, Vec3 direction)
    : Constraint({point}, 2), through_(through) {
    const Vec3 d = require_direction("the direction of a line", direction);
    across_1_ = normalized(cross(d, std::abs(d.z) < 0.6 ? Vec3{0, 0, 1} : Vec3{1, 0, 0}));
    across_2_ = cross(d, across_1_);
}

void PointOnLine::evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>&,
                           ConstraintSlice slice) const {
    slice.set_value(0, dot(across_1_, x[0] - through_));
    slice.set_gradient(0, 0, across_1_, {});
    slice.set_value(1, dot(across_2_, x[0] - through_));
    slice.set_gradient(1, 0, across_2_, {});
}

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
