#pragma once

#include <functional>

#include "restraint/constraints/constraint.h"
#include "restraint/linalg/mat3.h"

namespace restraint::constraints {

/// A scalar function of a place, with its first and second derivatives.
struct ImplicitValue {
    double value = 0.0;
    Vec3 gradient;  // N
    Mat3 hessian;   // Ndot = hessian v
};
using ImplicitFunction = std::function<ImplicitValue(Vec3 x)>;

/// A place x at which implicit functions are 0: x is that of a point, or the difference x_a - x_b of two.
///
/// dC/dx_a = N,  dC/dx_b = -N,  and their rates are plus and minus the hessian times v_a - v_b.
/// [PBM-SG-N, PBM-SG-Nd]
class ImplicitConstraint : public Constraint {
  public:
    /// points: one, or two.
    ImplicitConstraint(std::vector<std::size_t> points, std::vector<ImplicitFunction> functions);
    void evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                  ConstraintSlice slice) const override;

  private:
    std::vector<ImplicitFunction> functions_;
};

/// A point on any curve, given as the common zeros of implicit functions: two for a curve in space, one for a
/// curve in the plane (or a surface in space). The wire of part F is the function (x.x - 1)/2.   [PBM-F-1]
struct PointOnCurve : ImplicitConstraint {
    PointOnCurve(std::size_t point, std::vector<ImplicitFunction> functions);
};

/// Two points at a fixed distance, a rigid bar without mass: C = |l| - d, l = x_a - x_b.
/// Throws std::invalid_argument if d is not positive.
struct Distance : ImplicitConstraint {
    Distance(std::size_t a, std::size_t b, double d);
};

/// A point on a circle in space: C = ( |x - c| - r,  (x - c).axis ).   [PBM-SG-impl]
/// Throws std::invalid_argument if c is not finite, r not positive or the axis zero.
struct PointOnCircle : ImplicitConstraint {
    PointOnCircle(std::size_t point, Vec3 centre, double radius, Vec3 axis = {0, 0, 1});
};

/// A point nailed to a place: C = x - p, three components. Throws std::invalid_argument if p is not finite.
struct Nail : ImplicitConstraint {
    Nail(std::size_t point, Vec3 place);
};

/// A point on a straight line: C = the two coordinates of x - p across the line.
/// Throws std::invalid_argument if p is not finite or the direction zero.
struct PointOnLine : ImplicitConstraint {
    PointOnLine(std::size_t point, Vec3 through, Vec3 direction);
};

/// Two points that are one: C = x_a - x_b, three components. A joint between bodies of points.
struct EqualPoints : ImplicitConstraint {
    EqualPoints(std::size_t a, std::size_t b);
};

}  // namespace restraint::constraints
