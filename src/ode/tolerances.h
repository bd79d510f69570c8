#pragma once

namespace restraint::ode {

/// h of an adaptive step, over |t|: with a shorter one t + h/2 would round to t or to t + h.
inline constexpr double no_advance = 4e-16;
/// The length of a bracket, over |t| at its ends; no double lies within a shorter one.
inline constexpr double last_bit = 0x1p-52;

}  // namespace restraint::ode
