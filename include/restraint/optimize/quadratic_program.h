#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The linear program for a direction d along which a convex quadratic one (n variables, m rows) falls for
/// ever:
///
///     minimise c'd   subject to   H d = 0,   d keeps within every side that is there,   c'd >= -1.
///
/// Its optimum is -1 if there is one, 0 if there is none. Where the problem has a feasible x, it is then
/// unbounded, and otherwise has an optimum: a convex quadratic that has no such d attains its least value on
/// a polyhedron (Frank, Wolfe 1956). Neither step lengths nor sizes of x come into it.
Problem ray_program(const Problem& problem);

/// The proof, by two linear programs, that a convex quadratic program has no optimum: infeasible by its rows
/// alone, or unbounded by a feasible x and a solution d of ray_program. Its status is confirmed by its
/// certificate, or else numerical: the programs found no proof, so that there may be an optimum.
Solution prove_no_optimum(const Problem& problem);

/// Solves a convex quadratic program and proves the answer: every status but `numerical` and
/// `iteration_limit` has been confirmed by certificate.h. An indefinite H is `not_convex`. Throws
/// std::invalid_argument for a problem that is not well formed.
///
/// The method is proximal.h, on the active sets of active_set.h: without P where H is positive definite,
/// otherwise with one P after the other until an answer is confirmed. Where rows seem to contradict each
/// other or the objective seems to fall for ever, prove_no_optimum decides.
Solution solve_quadratic(const Problem& problem, const SolverOptions& options = {});

}  // namespace restraint::optimize
