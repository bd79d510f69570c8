#pragma once

#include "restraint/optimize/certificate.h"

namespace restraint::optimize {

/// How far these vectors reach as proofs that no x satisfies the rows and bounds, and that x leads down along
/// d for ever.
inline double farkas_reach(const Problem& problem, const PreciseVector& farkas) {
    Solution proof;
    proof.status = Status::infeasible;
    proof.farkas = farkas;
    return certified(problem, proof).reach;
}
inline double ray_reach(const Problem& problem, const Vector& x, const PreciseVector& d) {
    Solution proof;
    proof.status = Status::unbounded;
    proof.x = x;
    proof.ray = d;
    return certified(problem, proof).reach;
}

}  // namespace restraint::optimize
