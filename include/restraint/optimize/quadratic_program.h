#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

struct QuadraticOptions {
    std::size_t iteration_limit = 0;  // of one problem of least distance; 0: one that grows with the size
    ActiveSet warm_start;             // the active set of a similar problem; empty: from scratch
};

/// Solves a convex quadratic program and proves the answer: every status but `numerical` and
/// `iteration_limit` has been confirmed by certificate.h. An indefinite H is `not_convex`. Throws
/// std::invalid_argument for a problem that is not well formed.
///
/// The method is proximal.h, on the active sets of active_set.h: without P where H is positive definite,
/// otherwise with one P after the other until an answer is confirmed. Where rows seem to contradict each
/// other or the objective seems to fall for ever, ray_program.h is asked for the proof.
Solution solve_quadratic(const Problem& problem, const QuadraticOptions& options = {});

}  // namespace restraint::optimize
