#pragma once

namespace restraint::constraints {

/// |A'(b - A x)| of the least squares, over |A| |b - A x|; the compromise of rows that contradict each other
/// needs no more digits.
inline constexpr double least_squares = 1e-10;
/// |C'' - wanted|, over the largest term of b; a choice, not a bound: least squares may share a contradiction
/// up to here, a bar of 1 and of 1.2 m say, and beyond it the constraints are said to have no solution. Also
/// |b - A x| of the conjugate gradients, over |b|: where rows contradict each other, rounding feigns a
/// solution as large as 1 / eps that misses b by 1 and more, and least squares take over.
inline constexpr double unmet = 0.3;
/// |C| and |C'|, over |q| and |q'|; a miss that moves the model by less is rounding or drift, and no
/// contradiction, however small the terms of b are that it is compared with.
inline constexpr double unnoticed = 1e-6;
/// (|C'|^2 + k_s |C|^2) / 2 after a step h, over its value before plus (h |C''_0|)^2; it should not grow at all
/// but for the error of a coarse step, which is below h |C''_0| in C'.
inline constexpr double torn = 2.0;

}  // namespace restraint::constraints
