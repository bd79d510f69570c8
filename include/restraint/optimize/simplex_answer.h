#pragma once

#include "restraint/optimize/simplex_walk.h"

namespace restraint::optimize {

/// What the end of a walk says about the problem, in the problem's own units and with its proof, which is not
/// checked here: multipliers (optimal), a Farkas vector (infeasible) or a ray (unbounded).
Solution read_answer(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                     SimplexWalk::End end);

}  // namespace restraint::optimize
