#include "restraint/optimize/quadratic_program.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "../reach.h"
#include "linear_programs.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

/// 1/2 (x - y)^2 - x - y falls for ever along (1, 1), and along no other direction.
Problem valley() {
    Problem problem = unconstrained(2);
    problem.hessian = Matrix{{1, -1}, {-1, 1}};
    problem.cost = {-1, -1};
    return problem;
}

/// A semidefinite program that falls along d = (1, .., 1) / units: the rows of B, of A and the sides of the
/// box that are there are drawn so that B d = 0, that A d leads out of no side, and that c'd = -1 at least.
Problem random_valley(Random& random, std::size_t n) {
    const auto whole = [&random] { return static_cast<double>(random.index(7)) - 3.0; };
    Problem problem = unconstrained(n);
    Vector units(n);
    for (double& unit : units) unit = std::ldexp(1.0, static_cast<int>(random.index(12)) - 6);
    const auto row_across_d = [&](double along) {
        Vector row(n);
        for (std::size_t j = 0; j + 1 < n; ++j) along -= row[j] = whole();
        row[n - 1] = along;
        for (std::size_t j = 0; j < n; ++j) row[j] *= units[j];
        return row;
    };
    problem.hessian = Matrix(n, n);
    for (std::size_t k = 0; k < n / 3; ++k) {
        const Vector b = row_across_d(0.0);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) problem.hessian(i, j) += b[i] * b[j];
    }
    problem.cost = row_across_d(-1.0);
    for (std::size_t i = 0; i < n / 2; ++i) {
        const double along = static_cast<double>(random.index(2));
        const double side = std::abs(whole());
        add_row(problem, row_across_d(along), -side, along > 0.0 ? infinity : side);
    }
    for (std::size_t j = 0; j < n; ++j)
        if (random.chance(0.5)) problem.lower[j] = whole() / units[j];
    return problem;
}

}  // namespace

TEST_CASE("a direction along which a quadratic falls for ever, by a linear program") {
    const Solution ray = solve_linear(ray_program(valley()));
    CHECK(to_string(ray.status) == "optimal");
    CHECK(ray.objective == -1.0);
    CHECK(ray.x == Vector{0.5, 0.5});
    const Solution proof = prove_no_optimum(valley());
    CHECK(proof.status == Status::unbounded);
    CHECK(proof.iterations >= ray.iterations);  // and those that find a feasible point
    CHECK(proof.iterations <= ray.iterations + 10);

    // A wall across the valley: no direction is left.
    Problem walled = valley();
    walled.upper[0] = 1.0;
    CHECK(solve_linear(ray_program(walled)).objective == 0.0);
    CHECK(to_string(prove_no_optimum(walled).status) == "numerical");
    // At x = 1 the rest, 1/2 (1 - y)^2 - y, is least at y = 2.
    const Solution least = solve_quadratic(walled);
    CHECK(to_string(least.status) == "optimal");
    CHECK(least.x[0] == doctest::Approx(1.0).epsilon(1e-14));
    CHECK(least.x[1] == doctest::Approx(2.0).epsilon(1e-14));
}

TEST_CASE("what contradicts itself has no optimum either, and the rows alone prove it") {
    Problem problem = valley();
    add_row(problem, {1, 1}, 3.0, infinity);
    add_row(problem, {2, 2}, -infinity, 5.0);
    const Solution proof = prove_no_optimum(problem);
    CHECK(to_string(proof.status) == "infeasible");
    CHECK(farkas_reach(problem, proof.farkas) == infinity);
}

TEST_CASE(
    "500 semidefinite programs that fall for ever, between rows and bounds, in units up to 2^6: proved") {
    std::size_t infeasible = 0;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Problem problem = random_valley(random, 2 + random.index(24));
        const Solution s = solve_quadratic(problem);
        if (s.status == Status::infeasible) {
            ++infeasible;
            CHECK(farkas_reach(problem, s.farkas) >= certified_reach);
            continue;
        }
        CHECK(to_string(s.status) == "unbounded");
        CHECK(ray_reach(problem, s.x, s.ray) >= certified_reach);
    }
    CHECK(infeasible < 250);
}
