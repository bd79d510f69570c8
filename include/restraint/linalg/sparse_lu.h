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
/// P, Q      orders of rows and columns in which little fills in (Markowitz 1957: each pivot is one whose
///           row and column have few other entries, among those not much smaller than the largest of
///           their column)
/// L, U      triangular, only their non-zeros kept
/// Ei        the identity with one column replaced: an exchange of a column of B (the product form of
///           the inverse, Dantzig and Orchard-Hays 1954); a new factorisation should be made every 50
///           exchanges or so
///
/// A solve passes over what is zero, so a right-hand side with few entries costs little more than its answer.
/// Columns of B have no order of their own: the factors choose for each column the row on which it pivots,
/// and "column r" is the one that pivots on row r.
class SparseLu {
  public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// Factors a matrix of `size` rows whose columns are chosen from the candidates (indices of a candidate
    /// are rows). Returns (size): for each row the candidate that pivots on it, or `none` where no
    /// independent candidate is left; the caller then fills these rows with unit columns and factors again.
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
    std::size_t exchanges() const { return exchanged_.size(); }
    /// Entries of L and U.
    std::size_t factor_entries() const { return lower_columns_.nonzeros() + upper_columns_.nonzeros(); }

  private:
    std::vector<std::size_t> order_;  // rows in the order of their pivots
    Vector pivots_;                   // by row: the diagonal of U
    // Step k of the elimination (pivot row order_[k]): column k of L below its unit diagonal, row k of U
    // beyond its diagonal; and the same entries the other way round. Indices are pivot rows.
    SparseRows lower_columns_, lower_rows_, upper_columns_, upper_rows_;
    std::vector<std::size_t> exchanged_;  // r of each exchange
    Vector exchange_pivots_;
    SparseRows exchange_columns_;  // B^-1 a without its pivot
};

}  // namespace restraint
