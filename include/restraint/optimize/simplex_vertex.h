#pragma once

#include <random>
#include <vector>

#include "restraint/linalg/sparse_lu.h"
#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// The linear program as the simplex method sees it. Every row gets a variable of its own, r = Ax (its
/// "logical"), so that rows and variables are treated alike:
///
///     minimise c'x   subject to   [I  -A] (r, x) = 0   and   lower <= (r, x) <= upper
///
/// Variables 0 .. m-1 are the r, m .. m+n-1 the x. All is scaled by powers of two, so that scaling changes no
/// digit: variable j of the problem is scale[j] times variable j of the form, a reduced cost of the problem
/// is one of the form over (scale[j] cost_scale).
struct SimplexForm {
    std::size_t rows = 0;  // m
    SparseRows columns;    // [I -A]', scaled: row j is the column of variable j (m + n)
    SparseRows equations;  // [I -A], scaled (m)
    Vector lower, upper;   // (m + n)
    Vector cost;           // (m + n), zero for the logicals
    Vector scale;          // (m + n)
    double cost_scale = 1.0;

    std::size_t variables() const { return cost.size(); }
    bool fixed(std::size_t j) const { return lower[j] == upper[j]; }
};

/// natural: the units of scale.h, the typical side being 1; sides from 1e20 on count as none, for beside
/// such an x the other terms of a row are rounding. given: the problem's own.
enum class Units { natural, given };

/// The form of a linear program.
SimplexForm simplex_form(const Problem& problem, Units units);

/// Where the simplex method stands: m basic variables, which the m rows [I -A] (r, x) = 0 determine, and the
/// others, each at one of its sides (a free one at 0).
///
/// B is the basis matrix, the columns of the basic variables; row r of the basis is the one on which the
/// column of basic[r] pivots. x always satisfies [I -A] (r, x) = 0; basic variables may be outside
/// their sides.
struct SimplexVertex {
    static constexpr std::size_t none = SparseLu::none;

    /// The vertex in which the rows are basic, or that of a warm start (empty: none) as far as its inactive
    /// rows and variables are independent.
    SimplexVertex(const SimplexForm& form, const ActiveSet& warm_start);

    const SimplexForm& form;
    Vector lower, upper;             // (m + n) the form's, or moved a little outwards by relax_sides
    Vector x;                        // (m + n)
    std::vector<std::size_t> basic;  // (m) the basic variable of each row
    std::vector<std::size_t> place;  // (m + n) the row in which a variable is basic, or none
    SparseLu basis;                  // factors of B

    /// Factors B anew. If B is singular, logicals replace the dependent columns. Variables that are not basic
    /// go to the nearest side; then computes the basic ones.
    void factor();

    /// From the vertex in which the rows are basic to a crash basis. A variable that occurs in one row alone
    /// replaces the row if a value within the variable's sides brings the row to the row's nearest side.
    /// Fewer rows are outside their sides then. A row within its sides stays basic, but for an equality: a
    /// basic equality could only block steps. Fixed variables hold no row: a basic one could only block, too.
    void crash();

    /// x_B = -B^-1 N x_N, with residuals in twice the digits, so that the last bits are right unless B is
    /// nearly singular.
    void compute_basics();

    /// y = B^-T c_B (m), refined to twice the digits: beside a small contradiction, the rounding of A'y in
    /// doubles would make the reach of the proof less than certified_reach. costs: c (m + n).
    PreciseVector multipliers(const Vector& costs) const;

    /// d := d - [I -A]'y (m + n) where B'y = d_B, in doubles: costs become reduced costs, 0 for basic
    /// variables. Reduced costs of the vertex before serve as costs too, for they are c - [I -A]'y of another
    /// y: there d_B is 0 but where the last variable entered, y is d_q times a row of B^-1, and only its
    /// pivot row is subtracted.
    void reduce(PreciseVector& d) const;

    /// The reduced costs in twice the digits; 0 where d is below precise_tolerance relative to its terms or
    /// below multiplier_noise.
    PreciseVector precise_reduced_costs(const Vector& costs) const;

    /// B^-1 a_j (m): how much the basic variables fall when variable j grows by one.
    Vector column(std::size_t j) const;

    /// Moves each finite side of the basic variables outwards by a small random amount, so that ties among
    /// them are resolved. Such a vertex is only near the one that is sought: in the end the sides must be
    /// restored.
    void relax_sides();

    /// Which rows and variables are held at a side.
    ActiveSet active_set() const;

  private:
    PreciseVector solve_precisely(std::vector<AccurateSum> right, bool transposed) const;

    std::minstd_rand random_;  // numbers below 2^31, laid down by the standard
};

}  // namespace restraint::optimize
