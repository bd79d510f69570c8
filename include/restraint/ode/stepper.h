#pragma once

#include <string>

#include "restraint/ode/explicit.h"

namespace restraint::ode {

/// Moves a system on by h: gets its state, takes a step, installs state and time
/// [PBM-SB-code, PBM-C-eulerstep]. If that fails the outcome says why, and the system is where it was.
using Stepper = std::function<Outcome(System& system, double h)>;

/// What `stepper` understands, in one word for the options of a program.
inline constexpr const char* stepper_names = "rk4|midpoint|euler|adaptive|implicit";

/// Any solver of this chapter by its name: the three explicit ones, `adaptive` (Runge-Kutta, as many steps
/// inside h as the tolerance of AdaptiveOptions asks for) or `implicit` (Euler, with differenced Jacobian:
/// for small systems). Throws std::invalid_argument for another name.
Stepper stepper(const std::string& name);

}  // namespace restraint::ode
