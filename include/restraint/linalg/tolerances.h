#pragma once

namespace restraint {

/// |determinant| of a 3 x 3 matrix, relative to the product of its columns' lengths; from there on it counts
/// as singular, and dividing by it would give rounding.
inline constexpr double singular_determinant = 1e-14;

/// |product| of two doubles, absolute: below it the rest of the product may underflow, and a bound on the
/// error of a sum must say so.
inline constexpr double product_without_rest = 0x1p-960;

/// What elimination leaves of a column of a sparse matrix, relative to its largest entry: less is rounding,
/// and the column depends on those before it.
inline constexpr double dependent_column = 1e-10;

/// An entry of a column of a sparse matrix, relative to its largest entry: what elimination leaves below is
/// rounding, which would fill the factors.
inline constexpr double negligible_entry = 1e-15;

}  // namespace restraint
