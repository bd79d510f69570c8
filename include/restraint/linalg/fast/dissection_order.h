#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/sparse_rows.h"

namespace restraint::fast {

/// An order of the rows of A in which the factor of their inner products has few entries: nested dissection
/// (George 1973).
///
/// Two variables are neighbours if a row has entries in both. The variables of a connected part are taken in
/// the order of their distance from one end of the part; those of equal distance are a front. Rows join two
/// neighbouring fronts, or lie in one. Between two fronts near the middle, those that the fewest rows join,
/// these rows are listed last. Without them two parts are left that share no variable, so that in the factor
/// neither part's rows have entries in the other's columns. Each part is then ordered in this way, down to
/// parts of 60 rows, which are listed from one end to the other. `columns` is A'. Rows without entries come
/// last.
std::vector<std::size_t> dissection_order(const SparseRows& a, const SparseRows& columns);

}  // namespace restraint::fast
