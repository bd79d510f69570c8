#include <doctest/doctest.h>

#include <cstdint>

#include "linear_programs.h"
#include "quadratic_cases.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/simplex.h"

using namespace restraint;
using namespace restraint::optimize;

namespace {

/// Certificates of well-posed programs are a few roundings; a thousand times that is a fault.
constexpr double proof_bound = 1e-12;
/// The optimum that a random program is built around carries the rounding of its own making.
constexpr double optimum_bound = 1e-10;

bool near(double a, double b) { return std::abs(a - b) <= optimum_bound * (1.0 + std::abs(b)); }

}  // namespace

TEST_CASE("300 random programs: the optimum they were built around, proved") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const KnownProgram known = program_with_known_optimum(random, seed % 2 == 0);
        const Solution s = solve_linear(known.problem);
        CHECK(to_string(s.status) == "optimal");
        CHECK(near(s.objective, known.optimum));
        CHECK(kkt_residuals(known.problem, s).worst() <= proof_bound);
    }
}

TEST_CASE("permuted rows and variables, other units, warm starts: the same optimum") {
    for (std::uint64_t seed = 301; seed <= 400; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const KnownProgram known = program_with_known_optimum(random, seed % 2 == 0);
        const Problem& p = known.problem;
        const std::size_t n = p.variables(), m = p.rows.rows();

        // Reversed.
        Problem reversed = unconstrained(n);
        for (std::size_t j = 0; j < n; ++j) {
            reversed.cost[n - 1 - j] = p.cost[j];
            reversed.lower[n - 1 - j] = p.lower[j];
            reversed.upper[n - 1 - j] = p.upper[j];
        }
        for (std::size_t i = m; i-- > 0;) {
            const SparseRows::Row row = p.rows.row(i);
            Vector dense(n);
            for (std::size_t k = 0; k < row.size(); ++k) dense[n - 1 - row.columns[k]] = row.values[k];
            add_row(reversed, dense, p.row_lower[i], p.row_upper[i]);
        }
        const Solution r = solve_linear(reversed);
        CHECK(to_string(r.status) == "optimal");
        CHECK(near(r.objective, known.optimum));

        // In units that differ by up to 1e6.
        Vector units(n), row_units(m);
        for (double& unit : units) unit = std::pow(10.0, random.uniform(-3.0, 3.0));
        for (double& unit : row_units) unit = std::pow(10.0, random.uniform(-3.0, 3.0));
        const Solution u = solve_linear(in_units(p, units, row_units));
        CHECK(to_string(u.status) == "optimal");
        CHECK(near(u.objective, known.optimum));

        // From the answer itself, and from a random active set.
        SolverOptions options;
        const Solution cold = solve_linear(p);
        options.warm_start = cold.active;
        const Solution warm = solve_linear(p, options);
        CHECK(to_string(warm.status) == "optimal");
        CHECK(near(warm.objective, known.optimum));
        for (Activity& a : options.warm_start)
            a = static_cast<Activity>(static_cast<int>(random.index(3)) - 1);
        const Solution lukewarm = solve_linear(p, options);
        CHECK(to_string(lukewarm.status) == "optimal");
        CHECK(near(lukewarm.objective, known.optimum));
    }
}

TEST_CASE("strong duality: the dual, solved as a program of its own, has the same optimum") {
    // min c'x, Ax >= b, x >= 0   and   max b'y, A'y <= c, y >= 0.
    for (std::uint64_t seed = 401; seed <= 450; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t n = 2 + random.index(15), m = 2 + random.index(15);
        Matrix a(m, n);
        Vector b(m), c(n);
        for (double& entry : a.entries())
            if (random.chance(0.5)) entry = random.uniform(0.0, 2.0);
        for (double& entry : b) entry = random.uniform(-1.0, 1.0);
        for (double& entry : c) entry = random.uniform(0.0, 3.0);
        Problem primal = with_cost(c), dual = with_cost(-b);
        const Matrix at = transpose(a);
        for (std::size_t i = 0; i < m; ++i) {
            Vector row(n);
            for (std::size_t j = 0; j < n; ++j) row[j] = a(i, j);
            add_row(primal, row, b[i], infinity);
        }
        for (std::size_t j = 0; j < n; ++j) {
            Vector row(m);
            for (std::size_t i = 0; i < m; ++i) row[i] = at(j, i);
            add_row(dual, row, -infinity, c[j]);
        }
        const Solution p = solve_linear(primal), d = solve_linear(dual);
        if (p.status == Status::infeasible) {  // an all-zero row with b > 0: then the dual is unbounded
            CHECK(to_string(d.status) == "unbounded");
        } else {
            CHECK(to_string(p.status) == "optimal");
            CHECK(to_string(d.status) == "optimal");
            CHECK(near(p.objective, -d.objective));
            // Sides and cost are drawn, so that no two bases have the same answer: a warm start is there
            // already.
            SolverOptions options;
            options.warm_start = p.active;
            CHECK(solve_linear(primal, options).iterations == 0);
            options.warm_start = d.active;
            CHECK(solve_linear(dual, options).iterations == 0);
        }
    }
}

TEST_CASE("more rows than variables through one point, up to rounding of their sides: still feasible") {
    // Only x satisfies all rows, and no x does to the last digit: the sides A x are rounded, 1e-16 of their
    // terms. At 2e-15 of their terms (`rounding_of_data`) a contradiction begins to count.
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t n = 3 + seed % 6, m = 8 * n;
        Vector units(n), x(n), y(m);
        for (double& unit : units) unit = std::pow(10.0, random.uniform(-3.0, 3.0));
        for (double& entry : x) entry = random.uniform(0.0, 1.0);
        for (double& entry : y) entry = random.uniform(0.0, 1.0);
        Problem p = unconstrained(n);
        for (std::size_t j = 0; j < n; ++j) p.lower[j] = 0.0;
        for (std::size_t i = 0; i < m; ++i) {
            Vector row(n);
            const double row_unit = std::pow(10.0, random.uniform(-3.0, 3.0));
            for (std::size_t j = 0; j < n; ++j)
                if (random.chance(0.5)) row[j] = random.uniform(-1.0, 1.0) * row_unit * units[j];
            add_row(p, row, -infinity, dot(row, x));
            add_scaled(p.cost, -y[i], row);
        }
        const Solution s = solve_linear(p);
        CHECK(to_string(s.status) == "optimal");
        CHECK(near(s.objective, dot(p.cost, x)));
        // A limit holds for all walks together: of the first, and of those that go on with all digits.
        SolverOptions one_less;
        one_less.iteration_limit = s.iterations - 1;
        if (s.iterations > 1) CHECK(solve_linear(p, one_less).iterations <= s.iterations - 1);
    }
}

TEST_CASE("nearly parallel rows through one point, up to rounding of their sides: still feasible") {
    // x + y = y0, x + (1 + e) y = (1 + e) y0 and x + (1 - e) y = (1 - e) y0 with x >= 0 meet at (0, y0). The
    // sides are rounded by 1e-16, and so two of the rows cross at 1e-16/e from there, the third may miss that
    // point, and x >= 0, too. Exactly there is no x; for sides that are rounded otherwise there is one.
    // 4e-16: the factors and the sides of two rows are rounded by 1.1e-16 each.
    for (const double e : {1e-5, 1e-6, 1e-7})
        for (const double cost : {1.0, -1.0, 0.0})
            for (int k = 1; k <= 100; ++k) {
                const double y0 = 1.0 / k;
                Problem p = unconstrained(2);
                p.cost = {cost, 1};
                p.lower[0] = 0.0;
                for (const double factor : {1.0, 1.0 + e, 1.0 - e})
                    add_row(p, {1, factor}, factor * y0, factor * y0);
                const Solution s = solve_linear(p);
                CHECK(to_string(s.status) == "optimal");
                for (const double error : {s.x[0], s.x[1] - y0}) CHECK(std::abs(error) <= 4e-16 / e);
            }
}

TEST_CASE("infeasible by 1, by 1e-3 and by a hair: proved, or said to be numerical, never optimal") {
    std::size_t proved_wide = 0, wide = 0;
    for (std::uint64_t seed = 501; seed <= 700; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Problem p = program_with_known_optimum(random, seed % 2 == 0).problem;
        const double gap = std::pow(10.0, -static_cast<double>(random.index(9)));
        CAPTURE(gap);
        // A row that says the opposite of a sum of others: each takes part with the side that it has.
        Vector sum(p.variables());
        double side = 0.0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = random.index(p.rows.rows());
            const double weight = random.uniform(0.5, 2.0) * (std::isfinite(p.row_lower[i]) ? 1.0 : -1.0);
            add_scaled(sum, weight, p.rows.row(i));
            side += weight * (weight > 0.0 ? p.row_lower[i] : p.row_upper[i]);
        }
        add_row(p, sum, -infinity, side - gap * (1.0 + std::abs(side)));
        const Solution s = solve_linear(p);
        const std::string status = to_string(s.status);
        CHECK((status == "infeasible" || status == "numerical"));
        if (gap >= 0.01) {
            ++wide;
            if (status == "infeasible") ++proved_wide;
        }
        if (status == "infeasible") CHECK(proof_residual(p, s) <= certificate_tolerance);
    }
    CHECK(proved_wide == wide);
}

TEST_CASE("cones: every side zero, all rows meet at the origin; optimal there or unbounded") {
    std::size_t unbounded = 0;
    for (std::uint64_t seed = 701; seed <= 900; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t n = 2 + random.index(15), m = 1 + random.index(30);
        Problem p = unconstrained(n);
        for (std::size_t j = 0; j < n; ++j) {
            if (random.chance(0.8)) p.lower[j] = 0.0;
            p.cost[j] = random_coefficient(random, 1);
        }
        for (std::size_t i = 0; i < m; ++i) {
            Vector row(n);
            for (double& entry : row)
                if (random.chance(0.4)) entry = random_coefficient(random, 1);
            add_row(p, row, -infinity, 0.0);
        }
        const Solution s = solve_linear(p);
        CHECK(proof_residual(p, s) <= proof_bound);
        if (s.status == Status::optimal) CHECK(s.objective == 0.0);
        else CHECK(to_string(s.status) == "unbounded");
        if (s.status == Status::unbounded) ++unbounded;
    }
    CHECK(unbounded > 20);  // both kinds do occur
    CHECK(unbounded < 180);
}
