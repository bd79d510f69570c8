#pragma once

#include <cstdlib>

#include "../reach.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"

namespace restraint::fuzz {

/// Solves the problem and aborts if a status that claims a proof has none.
inline void judge(const optimize::Problem& problem) {
    using optimize::Status;
    const optimize::Solution answer =
        problem.is_linear() ? optimize::solve_linear(problem) : optimize::solve_quadratic(problem);
    const double tolerance = optimize::certificate_tolerance;
    bool proved = true;
    if (answer.status == Status::optimal)
        proved = optimize::kkt_residuals(problem, answer).worst() <= tolerance;
    if (answer.status == Status::infeasible)
        proved = optimize::farkas_reach(problem, answer.farkas) >= optimize::certified_reach;
    if (answer.status == Status::unbounded)
        proved = optimize::ray_reach(problem, answer.x, answer.ray) >= optimize::certified_reach;
    if (!proved) std::abort();
}

}  // namespace restraint::fuzz
