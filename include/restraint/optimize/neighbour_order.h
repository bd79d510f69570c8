#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/sparse_rows.h"

namespace restraint::optimize {

/// An order of the rows of A in which rows that share a variable are near each other (Cuthill and McKee
/// 1969): from a variable at one end of what hangs together, outwards, the rows of each variable as it is
/// reached. Then A A' is a band about as wide as the heap of bodies is in its shortest direction, in whatever
/// order they were listed. Takes A and its columns, A' (row_products.h). Returns the rows, (m), islands one after
/// the other, rows without entries last.
std::vector<std::size_t> neighbour_order(const SparseRows& a, const SparseRows& columns);

}  // namespace restraint::optimize
