#include "restraint/linalg/vec2.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace restraint;

namespace {

/// The doubled signed area A(p_i, p_j, p_k).   [ROTE-A, SLIDES-A]
double area(Vec2 i, Vec2 j, Vec2 k) { return cross(j - i, k - i); }

}  // namespace

TEST_CASE(
    "the area is positive on the left of the edge, where its normal points [ROTE-A, ROTE-n, erratum R14]") {
    // From (1, 1) three to the right; (2, 3) lies two above: base 3, height 2, doubled area 6.
    const Vec2 i{1, 1}, j{4, 1}, k{2, 3};
    const Vec2 n = perpendicular(j - i);
    CHECK(n == Vec2{0, 3});
    CHECK(area(i, j, k) == 6.0);
    CHECK(dot(k - i, n) == 6.0);
    CHECK(dot(k - i, -n) == -6.0);  // turned clockwise, it points to the other side
    // The determinant of the columns (1, x, y).
    CHECK((j.x * k.y - k.x * j.y) - (i.x * k.y - k.x * i.y) + (i.x * j.y - j.x * i.y) == 6.0);
}

TEST_CASE(
    "the derivatives of lengths and areas are those of section 4 "
    "[ROTE-4.1, ROTE-4.2, ROTE-4.3, ROTE-4.4, erratum R01]") {
    // p + v t + a t^2/2 for three points, of which k starts on the edge at alpha = 0.3 from i. Lengths
    // squared and areas are polynomials of degree 4 in t, whose differences at h are right up to h^2.
    const Vec2 i{0.2, -0.1}, j{1.4, 0.5}, vi{0.7, -0.4}, vj{-0.2, 0.9}, vk{0.5, 0.6}, ai{1, 2}, aj{-2, 1.5},
        ak{0.3, -1};
    const double alpha = 0.3, h = 1e-4;
    const Vec2 k = alpha * j + (1.0 - alpha) * i, n = perpendicular(j - i);
    const auto at = [](Vec2 p, Vec2 v, Vec2 a, double t) { return p + t * v + 0.5 * t * t * a; };
    const auto area_at = [&](double t) { return area(at(i, vi, ai, t), at(j, vj, aj, t), at(k, vk, ak, t)); };
    const auto length2_at = [&](double t) {
        const Vec2 d = at(i, vi, ai, t) - at(j, vj, aj, t);
        return dot(d, d);
    };
    const auto first = [&](const auto& f) { return (f(h) - f(-h)) / (2.0 * h); };
    const auto second = [&](const auto& f) { return (f(h) - 2.0 * f(0.0) + f(-h)) / (h * h); };
    const double rounding = 1e-6;  // some 1e-16/h^2, and h^2 times coefficients of about 5

    CHECK(std::abs(first(length2_at) - 2.0 * dot(vi - vj, i - j)) < rounding);
    CHECK(std::abs(second(length2_at) - 2.0 * (dot(ai - aj, i - j) + dot(vi - vj, vi - vj))) < rounding);
    const auto relative = [](Vec2 of_k, Vec2 of_i, Vec2 of_j, double weight_of_j) {
        return of_k - (weight_of_j * of_j + (1.0 - weight_of_j) * of_i);
    };
    const double rate = dot(relative(vk, vi, vj, alpha), n);
    CHECK(std::abs(first(area_at) - rate) < rounding);
    const double twice = 2.0 * area(vi, vj, vk);
    CHECK(std::abs(second(area_at) - twice - dot(relative(ak, ai, aj, alpha), n)) < rounding);
    // With the ends exchanged, as in the slides, neither holds.
    CHECK(std::abs(first(area_at) - dot(relative(vk, vi, vj, 1.0 - alpha), n)) > 0.1);
    CHECK(std::abs(second(area_at) - twice - dot(relative(ak, ai, aj, 1.0 - alpha), n)) > 0.1);
}

TEST_CASE("the area of displacements is of degree two in dt, not three [ROTE-6.A, erratum R02]") {
    const Vec2 i{0.7, -0.4}, j{-0.2, 0.9}, k{0.5, 0.6};
    const double dt = 0.125;  // a power of two: exact
    CHECK(area(dt * i, dt * j, dt * k) == dt * dt * area(i, j, k));
    CHECK(std::abs(area(i, j, k)) > 0.1);
}
