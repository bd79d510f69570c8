#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/tower.h"

namespace restraint::io {

/// A motion as rows of text: blank-separated with # comments and an empty line after each moment, so that
/// gnuplot takes it as a block; or comma-separated values with one heading line and nothing else.
class MotionText {
  public:
    explicit MotionText(bool comma_separated) : comma_separated_(comma_separated) {}

    /// "# t[s] brick x[m] ...", or "t[s],brick,x[m],...".
    std::string state_heading() const;
    /// `t brick x y angle vx vy omega` for each body that is not fixed; brick counts these from 0.
    std::string states(double t, const bricks::Tower& tower) const;

    std::string force_heading() const;
    /// `t a b x y nx ny force` for each contact that pushes.
    std::string forces(double t, const bricks::Tower& tower, const bricks::StepReport& report) const;

  private:
    std::string heading(const std::vector<std::string>& columns) const;
    std::string row(const std::vector<std::string>& words) const;

    bool comma_separated_;
};

}  // namespace restraint::io
