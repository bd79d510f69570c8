#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/sparse_rows.h"

namespace restraint::fast {

/// An order of the rows of A in which the factor of their inner products stays short: nested dissection
/// (George 1973). Variables hang together by rows; of what hangs together the variables are walked through
/// from one end to the other, front by front, and the fewest rows between two fronts, well in the middle, are
/// listed last: without them there are two parts that share no variable, and of which neither fills the
/// other's rows. Each of these is ordered in the same way, down to parts of a few rows, listed from one end
/// to the other. `columns` is A'. Rows without entries come last.
std::vector<std::size_t> dissection_order(const SparseRows& a, const SparseRows& columns);

}  // namespace restraint::fast
