#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vector.h"

namespace restraint {

/// Products with a selection of the rows of a matrix: A_W x, and x + A_W's, where row k of A_W is row
/// selection[k] of A. Nothing else takes as much of an active-set method's time.
///
/// A single row takes as long to load as to multiply. Where the rows are full, two or four of them are
/// worked on at once, and x is loaded and stored once for all of them; each sum keeps the order that it has
/// in `dot` and `add_scaled`, so that the answers have the same bits.

/// A_W x (as many as rows are selected).
Vector selected_times(const SparseRows& a, std::span<const std::size_t> selection, const Vector& x);
std::vector<long double> selected_times(const SparseRows& a, std::span<const std::size_t> selection,
                                        const std::vector<long double>& x);

/// x += A_W's, row after row.
void add_selected(Vector& x, const SparseRows& a, std::span<const std::size_t> selection, const Vector& s);
void add_selected(std::vector<long double>& x, const SparseRows& a, std::span<const std::size_t> selection,
                  const std::vector<long double>& s);

/// A' (n x m): row j lists the entries of column j of A, in the order of its rows.
SparseRows transposed(const SparseRows& a);

}  // namespace restraint
