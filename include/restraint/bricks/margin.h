#pragma once

#include "restraint/bricks/stability.h"

namespace restraint::bricks {

/// A length, or that there is none, or no bound.
struct Margin {
    enum class Kind { finite, none, unbounded, numerical } kind = Kind::numerical;
    double value = 0.0;  // m
};

/// The largest s such that the tower still balances with every contact interval shortened by s at both ends;
/// an interval shorter than 2 s carries no force, single points stay. Negative: the least lengthening that
/// would balance it; `none` if no lengthening up to ten times the tower's extent does; `unbounded` if
/// nothing limits s, since points and pins alone hold the tower. Good to 1e-11 of the mean brick size, and 0
/// where it is not above 2e-12; to 1e-8 where the force of a fixed body grows towards it without bound.
Margin margin(const Tower& tower, const Stability& stability);

}  // namespace restraint::bricks
