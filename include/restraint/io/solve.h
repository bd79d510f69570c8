#pragma once

#include <iosfwd>
#include <string>

#include "restraint/io/mps.h"
#include "restraint/optimize/problem.h"

namespace restraint::io {

/// `restraint lp FILE` and `restraint qp FILE`: solve the problem of an MPS or QPS file and print
///
///     status S             optimal, infeasible, unbounded, not_convex, numerical, iteration_limit
///     objective F          in the problem's own sense, where there is an x with multipliers; then also
///     primal_residual R    dual_residual R    complementarity R      (a line each), see certificate.h
///     reach R              infeasible, unbounded: how many natural sizes the proof reaches
///     iterations N
///
/// and, with_solution, for every column, row and entry of the proof:
///
///     column NAME value multiplier      row NAME activity multiplier      (no multiplier beside a ray)
///     farkas NAME y [rest] (rows), farkas_bound NAME y (columns), ray NAME d [rest]: see Solution; the proof
///     is of y + rest, more digits than a double has
///
/// Multipliers and proofs are those of the minimised problem. A blank in a name is printed as an underscore.
/// Returns the exit status: answered, or gave_up for `numerical` and `iteration_limit`. Warnings go to `err`.
/// Throws FileError, and UsageError if `lp` is given a quadratic objective; `qp` takes linear programs as
/// well.
int run_lp(const std::string& path, bool with_solution, std::istream& in, std::ostream& out,
           std::ostream& err);
int run_qp(const std::string& path, bool with_solution, std::istream& in, std::ostream& out,
           std::ostream& err);

/// The lines above, for an answer to the problem of that model.
std::string solution_text(const MpsModel& model, const optimize::Solution& solution, bool with_solution);

}  // namespace restraint::io
