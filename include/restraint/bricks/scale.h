#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "restraint/bricks/tower.h"

/// Towers that the tolerances can judge: all lengths are measured by one rule, that of the mean brick size.
namespace restraint::bricks {

/// Thrown for a body that is too thin, too light or too far away to be judged together with the others.
class ScaleError : public std::invalid_argument {
  public:
    ScaleError(const std::string& what, std::size_t part_) : std::invalid_argument(what), part(part_) {}
    std::size_t part;
};

/// The mass of all that can move, kg.
double mass_that_moves(const Tower& tower);

/// Of the centres of all that can move, m/s.
double fastest_velocity(const Tower& tower);

/// Throws ScaleError, naming the first body that cannot be judged, and why.
void require_judgeable(const Tower& tower);

/// What is to be said of a time step (s) for this tower: that bodies move by more than the least width in it,
/// so that a motion would be coarse, or that they fall so little that rounding shows. Empty if it fits.
std::string step_warning(const Tower& tower, double dt);

}  // namespace restraint::bricks
