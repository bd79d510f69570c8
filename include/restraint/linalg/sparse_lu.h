#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// Sparse LU factors of a square matrix B of which single columns are exchanged, as the simplex method does:
///
///     B = P (L U) Q E1 E2 ... Ek
///
/// P, Q      orders of rows and columns in which little fills in: next comes the column with the fewest
///           entries in rows without a pivot, and its pivot stands in the row with the fewest entries in
///           columns to come, among entries not much smaller than the largest (after Markowitz 1957)
/// L, U      triangular, only their non-zeros kept
/// Ei        the identity with one column replaced: an exchange of a column of B (the product form of
///           the inverse, Dantzig and Orchard-Hays 1954); new factors are due after 100 exchanges
///
/// Columns of L and U, for B^-T their rows, are skipped where the right-hand side is 0.
/// Columns of B have no order of their own: the factors choose for each column the row on which it pivots,
/// and "column r" is the one that pivots on row r.
class SparseLu {
  public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// Factors a matrix of `size` rows whose columns are chosen from the candidates (indices of a candidate
    /// are rows). Returns (size): for each row the candidate that pivots on it, or `none` where no
    /// independent candidate is left. There `solve` takes column r of B to be that of the identity;
    /// solve_transposed needs another call first, with these columns of the identity among the candidates.
    /// Candidates whose remainder falls below 1e-10 of their largest entry count as dependent and are left
    /// out.
    std::vector<std::size_t> factor(std::size_t size, std::span<const SparseRows::Row> candidates);

    /// x := B^-1 x. On entry x is indexed by rows, on return x[r] belongs to column r.
    void solve(Vector& x) const;

    /// y := B^-T y. On entry y[r] belongs to column r, on return y is indexed by rows.
    void solve_transposed(Vector& y) const;

    /// Column r of B becomes another, a: `solved` is B^-1 a with the B before. Its entry r is the pivot and
    /// must not be zero; the smaller it is among the others, the more accuracy is lost.
    void replace_column(std::size_t r, const Vector& solved);

    /// How many columns were exchanged since `factor`.
    std::size_t exchanges() const { return exchanges_.size(); }
    /// Whether new factors are due: after 100 exchanges.
    bool is_long() const { return exchanges() >= 100; }

  private:
    std::vector<std::size_t> rows_;  // row of pivot k
    Vector diagonal_;                // of U
    // L and U off their diagonals, twice. By columns: row k of lower_ and upper_ is the column of pivot k,
    // indexed by rows of B. By rows: row i of lower_rows_ and upper_rows_ is row i of B, indexed by pivots.
    SparseRows lower_, upper_, lower_rows_, upper_rows_;
    // The columns of E1 ... Ek as full vectors, with 0 in place of the pivot: most have few zeros, and B^-T
    // reads only the entries where y is not 0.
    struct Exchange {
        std::size_t row;
        double pivot;
        Vector column;
    };
    std::vector<Exchange> exchanges_;
};

}  // namespace restraint
