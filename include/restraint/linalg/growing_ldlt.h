#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/vector.h"

namespace restraint {

/// L D L' of a symmetric positive definite matrix G that grows and shrinks by a row and column at a time: the
/// factor that an active-set method lives on. G is the matrix of the inner products of the active rows, and
/// from one step to the next a single row enters or leaves.
///
/// G = L D L' grows by a row g and a diagonal entry gamma:
///
///     ( G   g     )   ( L    )   ( D    )   ( L' l )
///     ( g'  gamma ) = ( l' 1 ) * (    d ) * (    1 ),    L D l = g,    d = gamma - l' D l
class GrowingFactor {
  public:
    virtual ~GrowingFactor() = default;

    virtual std::size_t size() const = 0;
    /// How many entries of L are kept.
    virtual std::size_t entries() const = 0;
    /// D_ii.
    virtual double pivot(std::size_t i) const = 0;
    /// g := D^-1 L^-1 g, in place: the row l of L that belongs to a new row g of G.
    virtual void solve_forward(Vector& g) const = 0;
    /// l := L^-T l, in place. After solve_forward it completes the solution of G r = g.
    virtual void solve_backward(Vector& l) const = 0;
    /// Appends a row and column of G by its row of L (as solve_forward gives it) and its pivot. Throws
    /// std::invalid_argument if the pivot is not positive.
    virtual void append(const Vector& l, double pivot) = 0;
    /// Removes row and column k of G. In the later rows and columns G is L D L' + d_k w w', where w is column
    /// k of
    /// L and d_k its pivot: the factor of that sum is L D L' updated by one vector (Gill, Golub, Murray,
    /// Saunders 1974).
    virtual void remove(std::size_t k) = 0;
    /// Forgets all rows.
    virtual void clear() = 0;

    /// r with G r = g.
    Vector solve(Vector g) const {
        solve_forward(g);
        solve_backward(g);
        return g;
    }
};

/// The factor with all entries of each row of L from the first that is not zero.
class GrowingLdlt final : public GrowingFactor {
  public:
    std::size_t size() const override { return rows_.size(); }
    std::size_t entries() const override;
    double pivot(std::size_t i) const override { return pivots_[i]; }
    void solve_forward(Vector& g) const override;
    void solve_backward(Vector& l) const override;
    void append(const Vector& l, double pivot) override;
    void remove(std::size_t k) override;
    void clear() override;

  private:
    /// The column of the first entry of row i; its last one stands in column i - 1.
    std::size_t first(std::size_t i) const { return i - rows_[i].size(); }

    std::vector<std::vector<double>> rows_;  // of L, without the 1 on the diagonal
    std::vector<double> pivots_;
};

/// Throws std::invalid_argument unless the new row has as many entries as the factor has rows and the pivot
/// is positive.
void require_appendable(const GrowingFactor& factor, const Vector& l, double pivot);
/// Throws std::invalid_argument unless there is a row k.
void require_row(const GrowingFactor& factor, std::size_t k);

}  // namespace restraint
