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
/// Of each row of L only the runs of columns are kept where it is not zero: bodies that nothing connects cost
/// nothing, and rows that are appended part by part, those between two parts last, leave the parts' rows
/// short. Which rows a change can reach is told by the elimination tree: the parent of column j is the first
/// row that has an entry in it, and every later row that has one has one in the parent's column too. The
/// first rows, as far as they are few or mostly full, keep all from the first entry to the diagonal (the
/// profile), and are worked on two at a time.
class GrowingLdlt {
  public:
    std::size_t size() const { return rows_.size(); }

    /// How many entries of L are kept.
    std::size_t entries() const;

    /// Forgets all rows.
    void clear();

    /// D_ii, and L_ij for j < i.
    double pivot(std::size_t i) const { return pivots_[i]; }
    double entry(std::size_t i, std::size_t j) const;

    /// g := D^-1 L^-1 g, in place: the row of L that belongs to a new row (g, gamma) of G, of which the pivot
    /// is gamma - sum_i D_ii l_i^2. Only rows that g reaches are read.
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
    /// of rank one (Gill, Golub, Murray, Saunders 1974). It changes the ancestors of k in the tree only.
    void remove(std::size_t k);

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Run {
        std::size_t first, size;  // columns first .. first + size - 1
        std::size_t at;           // where their entries begin
        std::size_t end() const { return first + size; }
    };
    struct Row {
        std::vector<Run> runs;  // from left to right; none of a profile row, which ends at the diagonal
        std::vector<double> entries;
    };

    template <typename Use>
    void for_runs(std::size_t i, Use use) const;  // one of a profile row
    std::size_t profile_first(std::size_t i) const { return i - rows_[i].entries.size(); }

    void backward_through_profile(Vector& l) const;
    void forward_through_profile(Vector& g, std::size_t first) const;
    void forward_where_reached(Vector& g, std::size_t first) const;
    Row profile_row(const Vector& l, std::size_t first);
    Row sparse_row(const Vector& l, std::size_t first);
    double take_profile_column(std::size_t i, std::size_t k);
    static double take_column(Row& row, std::size_t k);
    std::size_t take_from_tree(std::size_t k);
    void update(std::size_t first, Vector& w, double alpha);

    std::vector<Row> rows_;
    std::vector<double> pivots_;
    std::vector<std::size_t> parents_;  // in the tree; `none` if no row has an entry in this column
    std::size_t profile_rows_ = 0;      // the first ones: from an entry on all up to the diagonal
};

}  // namespace restraint
