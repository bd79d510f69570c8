#pragma once

#include <cstddef>
#include <functional>

#include "restraint/linalg/vector.h"

namespace restraint {

/// A matrix known only by what it does to a vector: x -> A x.
using LinearMap = std::function<Vector(const Vector&)>;

struct ConjugateGradientOptions {
    double tolerance = 1e-12;  // relative; each function says of what
    std::size_t iteration_limit =
        0;                    // 0: 10 n + 100. Without rounding n would be enough; bad condition needs more
    Vector inverse_diagonal;  // of A (n), > 0: a preconditioner that costs nothing; empty: none
};

/// What was found, and how good it is.
struct ConjugateGradient {
    Vector x;
    bool converged = false;      // the tolerance was met within the limit
    std::size_t iterations = 0;  // products with A
    double residual = 0.0;       // |b - A x| / |b|, computed afresh from x; 0 if b is 0
};

/// Solves A x = b for a symmetric positive semidefinite A (n x n) by conjugate gradients from x = 0, until
/// |b - A x| <= tolerance |b|.   [PBM-SD-cg]
///
/// A singular, b in its range: x is the solution without a part in the null space, hence (if there is no
/// preconditioner) the shortest. That is the case of redundant constraints that agree. A singular, b not in
/// its range: there is no solution, `converged` is false, and x is of no use; take the function below.
/// `converged` is false too if A turns out to have a direction p with p'Ap < 0. Throws std::invalid_argument
/// if b or the diagonal is not finite or does not fit.
ConjugateGradient conjugate_gradient(const LinearMap& a, const Vector& b,
                                     const ConjugateGradientOptions& options = {});

/// The shortest x among those that minimise |A x - b|, for any A (m x n), by conjugate gradients on A'A x =
/// A'b, which is never formed; until |A'(b - A x)| <= tolerance |A'b|.   [PBM-F-cg]
///
/// Redundant constraints, whether they agree or not, and over-determined systems are allowed. The condition
/// number of A'A is the square of that of A: where A is symmetric and b in its range, `conjugate_gradient`
/// needs fewer iterations and loses fewer digits. inverse_diagonal is not used. Throws std::invalid_argument
/// if b is not finite.
ConjugateGradient least_squares_conjugate_gradient(const LinearMap& a, const LinearMap& a_transposed,
                                                   const Vector& b,
                                                   const ConjugateGradientOptions& options = {});

}  // namespace restraint
