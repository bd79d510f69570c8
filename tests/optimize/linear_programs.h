#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "../random.h"
#include "../reach.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/simplex.h"
#include "rounded.h"

/// Linear programs for the tests of the simplex method: to write by hand, and random ones.
namespace restraint::optimize {

/// Variables >= 0, no rows yet.
inline Problem with_cost(const Vector& cost) {
    Problem problem = unconstrained(cost.size());
    problem.cost = cost;
    problem.lower = Vector(cost.size(), 0.0);
    return problem;
}

/// The largest residual of the answer, or 1 over the reach of the proof; 1 if there is none.
inline double proof_residual(const Problem& problem, const Solution& solution) {
    if (solution.status == Status::optimal) return kkt_residuals(problem, solution).worst();
    if (solution.status == Status::infeasible) return 1.0 / farkas_reach(problem, solution.farkas);
    if (solution.status == Status::unbounded) return 1.0 / ray_reach(problem, solution.x, solution.ray);
    return 1.0;
}

/// Coefficients of a kind: any real number, a small integer, over a range of 2^20, or 1 and -1.
inline double random_coefficient(Random& random, std::size_t kind) {
    if (kind == 0) return random.uniform(-1.0, 1.0);
    if (kind == 1) return static_cast<double>(random.index(5)) - 2.0;
    const double sign = random.chance(0.5) ? 1.0 : -1.0;
    if (kind == 2) {
        const double mantissa = random.uniform(1.0, 2.0);
        return sign * std::ldexp(mantissa, static_cast<int>(random.index(20)) - 10);
    }
    return sign;
}

struct KnownProgram {
    Problem problem;
    double optimum = 0.0;
};

/// A program around a chosen optimum: x, y and z are drawn, then sides so that they fit x and are active
/// where y and z are not 0, then c = A'y + z. Every fourth row comes twice; where `degenerate`, many active
/// sides have no multiplier.
inline KnownProgram program_with_known_optimum(Random& random, bool degenerate) {
    const std::size_t n = 2 + random.index(30), m = 1 + random.index(30), kind = random.index(4);
    const double density = random.uniform(0.05, 1.0);
    KnownProgram known{unconstrained(n), 0.0};
    Problem& p = known.problem;
    Vector x(n);
    for (double& entry : x)
        if (random.chance(0.7))
            entry = kind % 2 == 0 ? random.uniform(-3.0, 3.0) : static_cast<double>(random.index(7)) - 3.0;
    const auto weight = [&] { return degenerate && random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0); };
    for (std::size_t i = 0; i < m; ++i) {
        Vector row(n);
        for (double& entry : row)
            if (random.chance(density)) entry = random_coefficient(random, kind);
        const double at = dot(row, x);
        double lower = -infinity, upper = infinity, y = 0.0;
        switch (random.index(5)) {
            case 0:
                lower = upper = at, y = random.uniform(-1.0, 1.0);
                break;
            case 1:
                lower = at, y = weight();
                break;
            case 2:
                upper = at, y = -weight();
                break;
            case 3:
                lower = at - 1.0, upper = at + random.uniform(0.1, 1.0);
                break;
            default:
                lower = at, upper = at + 1.0, y = weight();
        }
        add_row(p, row, lower, upper);
        if (random.index(4) == 0) add_row(p, 4.0 * row, 4.0 * lower, 4.0 * upper);
        p.cost += y * row;
    }
    for (std::size_t j = 0; j < n; ++j) {
        double z = 0.0;
        switch (random.index(5)) {
            case 0:
                p.lower[j] = x[j], z = weight();
                break;
            case 1:
                p.upper[j] = x[j], z = -weight();
                break;
            case 2:
                p.lower[j] = x[j] - 1.0, p.upper[j] = x[j] + 1.0;
                break;
            case 3:
                p.lower[j] = p.upper[j] = x[j], z = random.uniform(-1.0, 1.0);
                break;
            default:
                break;
        }
        p.cost[j] += z;
    }
    known.optimum = dot(p.cost, x);
    return known;
}

/// Exact but for a few roundings of numbers of the size of 1.
inline constexpr double roundings = 1e-14;

inline void check_optimum(const Problem& problem, double optimum, const ActiveSet& warm_start = {}) {
    SolverOptions options;
    options.warm_start = warm_start;
    const Solution s = solve_linear(problem, options);
    CHECK(to_string(s.status) == "optimal");
    CHECK(std::abs(s.objective - optimum) <= roundings * (1.0 + std::abs(optimum)));
    CHECK(proof_residual(problem, s) <= 1e-12);
}

}  // namespace restraint::optimize
