#pragma once

#include "restraint/optimize/simplex_walk.h"

namespace restraint::optimize {

/// Fills farkas_rows and farkas_bounds from the end of phase one.
///
/// The multipliers y of phase one combine the rows to a row that no x in the box satisfies. They are refined
/// to twice the digits of a double, so that A'y is 0 to 1e-30 or so where it should be: where the
/// contradiction is small, a smaller x_j could fill it than one beyond the reach.
void read_farkas(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                 Solution& solution);

/// By how much the sides that the solution's Farkas vector combines contradict each other, over the sum of
/// their moduli.
double contradiction(const Problem& problem, const Solution& solution);

}  // namespace restraint::optimize
