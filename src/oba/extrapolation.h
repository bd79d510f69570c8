#pragma once

#include <deque>

#include "restraint/linalg/vector.h"

namespace restraint::oba {

/// Finds the fixed point x = g(x) of a map that is nearly linear, from the last few rounds (Anderson 1965).
///
/// With f = g(x) - x, the combination of the differences between the last rounds is taken that would leave
/// the least |f|. Where the map shrinks the error by a steady factor, one round more is then enough; a factor
/// of almost 1, by which plain rounds would creep for ever, is no trouble.
class Extrapolation {
  public:
    /// The next x to try, from the last one and its image g.
    Vector next(const Vector& x, const Vector& image);

  private:
    struct Difference {
        Vector f, g;  // of two rounds that follow each other
    };
    std::deque<Difference> differences_;
    Vector f_, g_;        // of the last round
    double least_ = 0.0;  // |f| of all rounds
};

}  // namespace restraint::oba
