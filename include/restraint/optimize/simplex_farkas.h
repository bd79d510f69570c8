#pragma once

#include "restraint/optimize/simplex_walk.h"

namespace restraint::optimize {

/// Fills farkas_rows and farkas_bounds from the end of phase one.
///
/// The multipliers y of phase one combine the rows to a row that no x in the box satisfies. In exact
/// arithmetic that is all; in doubles A'y is not quite 0 where it should be, and where the contradiction is
/// small this must not be filled by an x_j without bound. So several combinations that differ in their last
/// digits are tried, and the one with the least residual is given.
void read_farkas(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                 Solution& solution);

/// By how much the sides that the solution's Farkas vector combines contradict each other, over the sum of
/// their moduli.
double contradiction(const Problem& problem, const Solution& solution);

}  // namespace restraint::optimize
