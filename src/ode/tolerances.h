#pragma once

namespace restraint::ode {

/// h of an adaptive step, over |t|; a shorter one hardly changes t, and its two halves are the same instant.
inline constexpr double no_advance = 4e-16;
/// The length of a bracket, over |t| at its ends; no double lies within a shorter one.
inline constexpr double last_bit = 0x1p-52;

}  // namespace restraint::ode
