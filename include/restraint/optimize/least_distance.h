#pragma once

#include <span>
#include <vector>

#include "restraint/linalg/growing_ldlt.h"
#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The point of a polyhedron that is nearest to a target, in the metric of a mass matrix M = W^-1:
///
///     minimise 1/2 (x - target)' M (x - target)   subject to   lower <= A x <= upper
///
/// Only W appears: `lifted` has the rows of A W, so that W may hold variables fast (zero rows and columns),
/// and sparse rows stay sparse for a W of small blocks. For M = I, rows and lifted are the same object.
struct LeastDistanceProblem {
    const Vector& target;      // (n)
    const SparseRows& rows;    // A (m x n)
    const SparseRows& lifted;  // A W (m x n)
    const Vector& lower;       // (m), -infinity where absent
    const Vector& upper;       // (m), infinity where absent
    double side_rounding = 0;  // what the sides were rounded by: a smaller violation starts no pivot
};

/// x = target + W A' multipliers; >= 0 where the lower side is active, <= 0 where the upper one is.
struct LeastDistance {
    Status status = Status::numerical;  // optimal, infeasible, numerical or iteration_limit
    Vector x;                           // (n)
    Vector multipliers;                 // (m)
    std::vector<Activity> active;       // (m)
    Vector farkas;                      // (m) infeasible: W A' farkas = 0, yet the sides so combined are > 0
    std::size_t iterations = 0;         // rows that entered or left the active set
    std::vector<std::size_t> order;     // the active rows in the order of `factor`
    GrowingLdlt factor;                 // of their inner products A W A', for the caller's own refinement
};

/// Solves the problem by the dual active-set method of Goldfarb and Idnani (1983): start at the target, where
/// no row pulls, and make one violated row after another hold.
///
/// Invariant: x is the nearest point of the active rows alone, each of which pulls to its proper side. A
/// violated row p is pulled to its side along z = W A_p' - sum_j r_j W A_j', the part of its normal that the
/// active rows leave free; meanwhile the pull of active row j changes by -r_j. A row whose pull falls to zero
/// leaves. If z = 0 and no row can leave, r proves that the rows contradict each other. Each row that enters
/// makes the distance grow, so that no active set returns.
///
/// warm_start        any rows believed active (dependent ones and wrong sides do no harm), or empty
/// iteration_limit   0: a limit that grows with the size of the problem
///
/// At the end the active rows are solved for with residuals in long double: x is exact to rounding even where
/// two active rows are nearly the same. Sizes must fit and numbers be finite (the callers check).
LeastDistance least_distance(const LeastDistanceProblem& problem, std::span<const Activity> warm_start = {},
                             std::size_t iteration_limit = 0);

}  // namespace restraint::optimize
