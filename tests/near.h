#pragma once

#include <doctest/doctest.h>

namespace restraint::tests {

/// x up to the share `epsilon` of it. doctest::Approx alone allows that share of 1 + |x|, which says nothing
/// of a small x.
inline doctest::Approx near(double x, double epsilon) {
    return doctest::Approx(x).epsilon(epsilon).scale(0.0);
}

}  // namespace restraint::tests
