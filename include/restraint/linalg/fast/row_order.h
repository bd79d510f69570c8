#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "restraint/linalg/growing_ldlt.h"
#include "restraint/linalg/sparse_rows.h"

namespace restraint::fast {

/// A' (n x m): row j lists the entries of column j of A, in the order of its rows.
SparseRows transposed(const SparseRows& a);

/// What many sparse rows gain by being taken in a good order: which rows share a variable, and the order in
/// which the factor of their inner products stays short (dissection_order.h).
struct RowOrder {
    explicit RowOrder(const SparseRows& rows);

    SparseRows columns;                     // A'
    std::vector<std::size_t> order, place;  // of the rows; and of each row its place in that order

    /// The products of a row with `count` rows of A, of which row i is number index[i]; none: no such number.
    /// Only rows that share a variable with it are visited.
    Vector products(SparseRows::Row row, const std::vector<std::size_t>& index, std::size_t count) const;

    /// A factor is worth being put in order if it has more than a hundred rows and has grown to twice the
    /// entries it had when it was in order.
    static bool is_worth_it(std::size_t rows, std::size_t entries, std::size_t entries_in_order) {
        return rows > 100 && entries > 2 * entries_in_order;
    }
};

/// True for more than 200 rows of which less than a tenth is not zero: with more, the factor would be full in
/// any order; of fewer, it costs less than their order.
bool is_large(const SparseRows& rows);

/// The factor that suits the rows: SparseLdlt for large ones, else GrowingLdlt.
std::unique_ptr<GrowingFactor> make_factor(const SparseRows& rows);

}  // namespace restraint::fast
