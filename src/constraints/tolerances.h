#pragma once

namespace restraint::constraints {

/// |A'(b - A x)| of the least squares, over |A'b|: forces of rows that contradict each other need no more
/// digits.
inline constexpr double least_squares = 1e-10;
/// |C'' - wanted C''|, over the largest term of b: a choice. Below it, as between two bars of 1 and 1.2 m,
/// least squares share the contradiction; above it the constraints are said to have no solution. Also |b - A
/// x| of the conjugate gradients, over |b|: where rows contradict each other their x is rounding, as large as
/// 1 / eps, and misses b by 1 or more. Then least squares are taken.
inline constexpr double unmet = 0.3;
/// |C| and |C'|, over |q| and |q'|: a smaller miss is rounding or drift, and no contradiction, even if all
/// terms of b are smaller.
inline constexpr double unnoticed = 1e-6;
/// (|C'|^2 + k_s |C|^2) / 2 after a step h, over its value before plus (h |C''_0|)^2. The exact motion never
/// lets it grow; a coarse step may err by h |C''_0| in C'.
inline constexpr double torn = 2.0;

}  // namespace restraint::constraints
