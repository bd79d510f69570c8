#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// Solves a linear program (the hessian must be absent) and proves the answer: every status but `numerical`
/// and `iteration_limit` has been confirmed by certificate.h. Throws std::invalid_argument for a problem that
/// is not well formed or has a hessian.
///
/// The simplex method (Dantzig 1947), in the revised form that keeps no tableau but factors of the basis. Its
/// rooms, in the order of reading: simplex_vertex.h (the program as the method sees it, and where it stands),
/// simplex_walk.h (the loop: price, ratio test, pivot), simplex.cpp (what the end of the walk proves, and
/// what is tried when a proof fails).
Solution solve_linear(const Problem& problem, const SolverOptions& options = {});

}  // namespace restraint::optimize
