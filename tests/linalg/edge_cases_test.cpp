#include <doctest/doctest.h>

#include <cmath>

#include "restraint/linalg/conjugate_gradient.h"
#include "restraint/linalg/vec2.h"

using namespace restraint;

namespace {

LinearMap times(double factor) {
    return [factor](const Vector& x) { return factor * x; };
}

}  // namespace

TEST_CASE("a vector of the plane is turned counter-clockwise: the triangle 3, 4, 5") {
    const Vec2 turned = rotated({3.0, 4.0}, 0.6, 0.8);  // 1.8 - 3.2, 2.4 + 2.4
    CHECK(norm(turned - Vec2{-1.4, 4.8}) < 1e-15);
    CHECK(rotated({1.0, 0.0}, 0.0, 1.0) == Vec2{0.0, 1.0});
}

TEST_CASE("conjugate gradients along a direction without curvature end, with a finite x [PBM-SD-cg]") {
    const ConjugateGradient nothing = conjugate_gradient(times(0.0), {1.0, 2.0});
    CHECK_FALSE(nothing.converged);
    CHECK(all_finite(nothing.x));
    // 1e-120 x = 1 has the answer 1e120, though the square of 1e-120 has no room beside the 1.
    const ConjugateGradient small = least_squares_conjugate_gradient(times(1e-120), times(1e-120), {1.0});
    CHECK(small.converged);
    CHECK(std::abs(small.x[0] / 1e120 - 1.0) <= 1e-15);
    // A'b = 1e-170 is not 0, but A'A p = 1e-340 p underflows.
    const ConjugateGradient tiny = least_squares_conjugate_gradient(times(1e-170), times(1e-170), {1.0});
    CHECK_FALSE(tiny.converged);
    CHECK(all_finite(tiny.x));
}

TEST_CASE("least squares: nothing to be done is done at once, and the limit of iterations holds [PBM-F-cg]") {
    const ConjugateGradient none = least_squares_conjugate_gradient(times(0.0), times(0.0), {1.0, 2.0});
    CHECK(none.converged);  // A'b = 0: no x is better than 0
    CHECK(none.iterations == 0);
    CHECK(none.residual == 1.0);
    const LinearMap stretched = [](const Vector& x) { return Vector{x[0], 2.0 * x[1], 3.0 * x[2]}; };
    const ConjugateGradient one =
        least_squares_conjugate_gradient(stretched, stretched, {1.0, 1.0, 1.0},
                                         {.tolerance = 1e-12, .iteration_limit = 1, .inverse_diagonal = {}});
    CHECK_FALSE(one.converged);
    CHECK(one.iterations == 1);
}
