#pragma once

#include <cstdint>
#include <vector>

#include "restraint/linalg/sparse_lu.h"
#include "restraint/optimize/simplex_form.h"

namespace restraint::optimize {

/// Where the simplex method stands: m basic variables, which the m rows [A -I] (x, r) = 0 determine, and the
/// others, each at one of its sides (a free one at 0).
///
/// B is the basis matrix, the columns of the basic variables; row r of the basis is the one on which the
/// column of basic[r] pivots. x always fits the rows; whether basic variables are within their sides is not
/// its business.
struct SimplexVertex {
    static constexpr std::size_t none = SparseLu::none;

    /// The vertex in which the rows are basic, or that of a warm start (empty: none) as far as its inactive
    /// rows and variables are independent.
    SimplexVertex(const SimplexForm& form, const ActiveSet& warm_start);

    const SimplexForm& form;
    Vector lower, upper;             // (n + m) the form's, or moved a little outwards by relax_sides
    Vector x;                        // (n + m)
    std::vector<std::size_t> basic;  // (m) the basic variable of each row
    std::vector<std::size_t> place;  // (n + m) the row in which a variable is basic, or none
    SparseLu basis;                  // factors of B

    /// Factors B anew. If B is singular, unit columns replace what is dependent. Then computes the basic
    /// variables.
    void factor();

    /// x_B = -B^-1 N x_N, with residuals in twice the digits, so that the last bits are right unless B is
    /// nearly singular.
    void compute_basics();

    /// y = B^-T c_B (m), refined to twice the digits: where a contradiction is small, what doubles leave of
    /// A'y could fill it nearer than certified_reach.
    PreciseVector multipliers(const Vector& basic_costs) const;

    /// d = c - [A -I]'y (n + m) where B'y = c_B; 0 for basic variables. costs: c (n + m).
    Vector reduced_costs(const Vector& basic_costs, const Vector& costs) const;

    /// The reduced costs in twice the digits; 0 where d is below precise_tolerance relative to its terms or
    /// below multiplier_noise.
    Vector precise_reduced_costs(const Vector& basic_costs, const Vector& costs) const;

    /// B^-1 a_j (m): how much the basic variables fall when variable j grows by one.
    Vector column(std::size_t j) const;

    /// Variable j, which is not basic, takes the place of basic[r], which stays at the value given. `column`
    /// is that of j.
    void exchange(std::size_t r, std::size_t j, const Vector& column, double leaves_at);

    /// Moves each finite side of the basic variables outwards by a small random amount, so that ties among
    /// them are resolved. Such a vertex is only near the one that is sought: in the end the sides must be
    /// restored.
    void relax_sides(std::uint32_t seed);
    void restore_sides();
    bool relaxed = false;

    /// Which rows and variables are held at a side.
    ActiveSet active_set() const;

  private:
    PreciseVector solve_precisely(std::vector<AccurateSum> right, bool transposed) const;
    double nearest_side(std::size_t j, double value) const;
};

}  // namespace restraint::optimize
