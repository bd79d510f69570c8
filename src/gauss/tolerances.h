#pragma once

#include <cstddef>

namespace restraint::gauss {

/// A negative pivot of an inverse mass, relative to its diagonal entry, and an entry, relative to the
/// diagonal entries of its row and column: down to minus this share it is the rounding of a product such as R
/// W R', and no negative mass.
inline constexpr double mass_rounding = 1e-14;

// Rows that are made active together.

/// Rows, at least, to be worth a try together, or a further sweep: fewer cost less one by one.
inline constexpr std::size_t few_rows = 10;
/// Sweeps of one guess, at most: the first hundred find most rows, and cost about as much as one factor.
inline constexpr int most_sweeps = 100;
/// Tries, at most: rows that were released may come back.
inline constexpr int most_tries = 10;

}  // namespace restraint::gauss
