#pragma once

#include <string>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/tower.h"

/// A motion as rows of text: blank-separated with # comments and an empty line after each moment, so that
/// gnuplot takes it as a block; or comma-separated values with one heading line and nothing else.
namespace restraint::io {

/// "# t[s] brick x[m] ...", or "t[s],brick,x[m],...".
std::string state_heading(char separator);
/// `t brick x y angle vx vy omega` for each body that is not fixed; brick counts these from 0.
std::string states(char separator, double t, const bricks::Tower& tower);

std::string force_heading(char separator);
/// `t a b x y nx ny force` for each contact that pushes.
std::string forces(char separator, double t, const bricks::Tower& tower, const bricks::StepReport& report);

}  // namespace restraint::io
