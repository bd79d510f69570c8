#pragma once

#include <functional>

#include "restraint/constraints/constraint.h"
#include "restraint/linalg/mat3.h"

namespace restraint::constraints {

/// Two points at a fixed distance, a rigid bar without mass: C = |l| - d, l = x_a - x_b.
///
/// With n = l/|l|:  dC/dx_a = n,  and its rate is ndot = (ldot - (n.ldot) n) / |l|.   [PBM-SG-N, PBM-SG-Nd]
/// Throws std::invalid_argument if d is not positive.
class Distance : public Constraint {
  public:
    Distance(std::size_t a, std::size_t b, double d);
    void evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                  ConstraintSlice slice) const override;

  private:
    double distance_;
};

/// A scalar function of a place, with its first and second derivatives.
struct ImplicitValue {
    double value = 0.0;
    Vec3 gradient;  // N
    Mat3 hessian;   // Ndot = hessian v
};
using ImplicitFunction = std::function<ImplicitValue(Vec3 x)>;

/// A point on any curve, given as the common zeros of implicit functions: two for a curve in space, one for a
/// curve in the plane (or a surface in space). The wire of part F is the function (x.x - 1)/2.   [PBM-F-1]
class PointOnCurve : public Constraint {
  public:
    PointOnCurve(std::size_t point, std::vector<ImplicitFunction> functions);
    void evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                  ConstraintSlice slice) const override;

  private:
    std::vector<ImplicitFunction> functions_;
};

/// A point on a circle in space: C = ( |x - c| - r,  (x - c).axis ).   [PBM-SG-impl]
/// Throws std::invalid_argument if r is not positive or the axis is zero.
struct PointOnCircle : PointOnCurve {
    PointOnCircle(std::size_t point, Vec3 centre, double radius, Vec3 axis = {0, 0, 1});
};

/// A point nailed to a place: C = x - p, three components.
struct Nail : PointOnCurve {
    Nail(std::size_t point, Vec3 place);
};

/// A point on a straight line: C = the two coordinates of x - p across the line.
/// Throws std::invalid_argument if the direction is zero.
struct PointOnLine : PointOnCurve {
    PointOnLine(std::size_t point, Vec3 through, Vec3 direction);
};

/// Two points that are one: C = x_a - x_b, three components. A joint between bodies of points.
class EqualPoints : public Constraint {
  public:
    EqualPoints(std::size_t a, std::size_t b);
    void evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                  ConstraintSlice slice) const override;
};

}  // namespace restraint::constraints
