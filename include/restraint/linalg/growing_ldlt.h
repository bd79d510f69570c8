#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "restraint/linalg/inner.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// G = L D L' of a symmetric positive definite matrix that grows and shrinks by one row and column at a time;
/// L unit lower triangular, D diagonal. It is what an active-set method lives on: G is the matrix of the
/// inner products of the active rows, and from one step to the next a single row enters or leaves.
///
/// Each row of L is kept from its first entry that is not zero (its profile): rows that touch neighbouring
/// bodies only, appended neighbour by neighbour, make a narrow band, and bodies that nothing connects cost
/// nothing.
class GrowingLdlt {
  public:
    std::size_t size() const { return rows_.size(); }

    /// How many entries of L are kept, zeros before the first of each row left out.
    std::size_t entries() const;

    /// Forgets all rows.
    void clear();

    /// D_ii, and L_ij for j < i.
    double pivot(std::size_t i) const { return pivots_[i]; }
    double entry(std::size_t i, std::size_t j) const {
        return j < rows_[i].first ? 0.0 : rows_[i].entries[j - rows_[i].first];
    }

    /// g := D^-1 L^-1 g, in place: the row of L that belongs to a new row (g, gamma) of G, of which the pivot
    /// is gamma - sum_i D_ii l_i^2.
    void solve_forward(Vector& g) const;

    /// Eight numbers, one of each of eight vectors.
    using Eight = std::array<Pair, 4>;

    /// The same for eight g at once, in a third of the time: each entry of L is read once for all of them.
    void solve_forward(std::vector<Eight>& g) const;

    /// l := L^-T l, in place. After solve_forward it completes the solution of G r = g.
    void solve_backward(Vector& l) const;

    /// r with G r = g.
    Vector solve(Vector g) const {
        solve_forward(g);
        solve_backward(g);
        return g;
    }

    /// Appends a row and column of G by its row of L (as solve_forward gives it) and its pivot. Throws
    /// std::invalid_argument if the pivot is not positive.
    void append(const Vector& l, double pivot);

    /// Removes row and column k of G: what they explained of the later rows goes back into these, an update
    /// of rank one (Gill, Golub, Murray, Saunders 1974).
    void remove(std::size_t k);

  private:
    struct Row {
        std::size_t first = 0;        // columns before this one hold zeros
        std::vector<double> entries;  // columns first .. i - 1
    };
    std::vector<Row> rows_;
    std::vector<double> pivots_;
};

}  // namespace restraint
