#pragma once

#include "restraint/linalg/growing_ldlt.h"
#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// H + P = R'R with a diagonal P >= 0. In y = R x a quadratic program is one of least distance:
///
///     1/2 x'(H + P) x + c'x = 1/2 |y - target|^2 + const,   target = -R^-T c,   A x = (A R^-1) y
///
/// R is kept as D^1/2 L' with the zeros of H before the first entry of each row left out.
class ShiftedRoot {
  public:
    /// False if H + P is not positive definite by more than rounding, for which n eps of each diagonal entry
    /// is taken: the decision does not depend on units.
    bool factor(const Problem& problem, const Vector& shift);

    /// R^-T a and R^-1 y (n).
    Vector transposed_solve(Vector a) const;
    Vector solve(Vector y) const;

    /// A R^-1, in which zeros are skipped.
    SparseRows transformed(const SparseRows& rows) const;

  private:
    GrowingLdlt factor_;
    Vector root_pivots_;
};

/// The diagonal P = relative * size / d_j^2, where x_j / d_j are the variables of a well scaled problem and
/// size is that of its hessian, or without one of its cost over its sides: P does not depend on units.
Vector proximal_shift(const Problem& problem, double relative);

}  // namespace restraint::optimize
