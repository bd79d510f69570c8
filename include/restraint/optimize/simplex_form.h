#pragma once

#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The linear program as the simplex method sees it. Every row gets a variable of its own, r = Ax (its
/// "logical"), so that rows and variables are treated alike:
///
///     minimise c'x   subject to   [A  -I] (x, r) = 0   and   lower <= (x, r) <= upper
///
/// Variables 0 .. n-1 are the x, n .. n+m-1 the r. All is scaled by powers of two, so that scaling changes no
/// digit: variable j of the problem is scale[j] times variable j of the form, a reduced cost of the problem
/// is one of the form over (scale[j] cost_scale).
struct SimplexForm {
    std::size_t rows = 0, structurals = 0;  // m, n
    SparseRows columns;                     // [A -I]', scaled: row j is the column of variable j (n + m)
    Vector lower, upper;                    // (n + m)
    Vector cost;                            // (n + m), zero for the logicals
    Vector scale;                           // (n + m)
    double cost_scale = 1.0;

    std::size_t variables() const { return structurals + rows; }
    bool fixed(std::size_t j) const { return lower[j] == upper[j]; }
};

enum class Units {
    natural,  // those of scale.h, the typical side being 1; sides from 1e20 on count as none: a vertex there
              // would drown all other digits
    given     // the problem's own
};

/// The form of a linear program.
SimplexForm simplex_form(const Problem& problem, Units units);

}  // namespace restraint::optimize
