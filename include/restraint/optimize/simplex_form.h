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
    SparseRows by_row;                      // A, scaled (m x n)
    SparseRows by_column;                   // [A -I]', scaled: row j is the column of variable j (n + m)
    Vector lower, upper;                    // (n + m)
    Vector cost;                            // (n + m), zero for the logicals
    Vector scale;                           // (n + m)
    double cost_scale = 1.0;

    std::size_t variables() const { return structurals + rows; }
    bool fixed(std::size_t j) const { return lower[j] == upper[j]; }
};

enum class Scaling {
    geometric,  // rows and columns by the root of (smallest entry x largest), then each column's largest is 1
    equilibrate,  // the largest entry of each row, then of each column, is 1
    none
};

/// The form of a linear program.
SimplexForm simplex_form(const Problem& problem, Scaling scaling);

}  // namespace restraint::optimize
