// Quadratic programs without any structure: dense, n variables, 2n rows, about n/3 of them active.

#include <cstdio>

#include "../random.h"
#include "measure.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/quadratic_program.h"

namespace {

using namespace restraint;
using namespace restraint::optimize;

/// minimise 1/2 x'Hx + c'x subject to Ax <= b, H = B'B / n + I / 10, all entries random. The origin is
/// strictly feasible; the minimum without rows violates a good part of them.
Problem random_program(std::size_t n, std::uint64_t seed) {
    Random random(seed);
    Problem p = unconstrained(n);
    Matrix b(n, n);
    for (double& entry : b.entries()) entry = random.normal();
    p.hessian = transpose(b) * b;
    for (double& entry : p.hessian.entries()) entry /= static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) p.hessian(i, i) += 0.1;
    for (double& entry : p.cost) entry = random.normal();
    for (std::size_t i = 0; i < 2 * n; ++i) {
        p.rows.begin_row();
        for (std::size_t j = 0; j < n; ++j) p.rows.append(j, random.normal());
        p.row_lower.push_back(-infinity);
        p.row_upper.push_back(random.uniform(0.0, 1.0));
    }
    return p;
}

}  // namespace

int main() {
    std::printf("# dense random quadratic programs on %s; medians of processor time over 5 programs\n",
                bench::machine().c_str());
    std::printf("# quadratic  variables  rows  active  steps  cold[ms]  warm[ms]  failures  residual\n");
    std::vector<std::pair<double, double>> growth;
    for (const std::size_t n : {50u, 100u, 200u, 400u}) {
        std::vector<double> cold, warm;
        std::size_t active = 0, steps = 0, failures = 0;
        double residual = 0.0;
        const std::size_t programs = 5;
        for (std::size_t seed = 1; seed <= programs; ++seed) {
            const Problem p = random_program(n, seed);
            Solution s;
            cold.push_back(bench::median_ms([&] { s = solve_quadratic(p); }));
            warm.push_back(bench::median_ms([&] { solve_quadratic(p, {0, s.active}); }));
            if (s.status != Status::optimal) {
                ++failures;
                continue;
            }
            residual = std::max(residual, kkt_residuals(p, s).worst());
            steps += s.iterations;
            for (std::size_t i = 0; i < 2 * n; ++i) active += s.active[i] == Activity::inactive ? 0 : 1;
        }
        std::printf("quadratic %10zu %5zu %7zu %6zu %9.3f %9.3f %9zu  %.0e\n", n, 2 * n, active / programs,
                    steps / programs, bench::median(cold), bench::median(warm), failures, residual);
        growth.emplace_back(static_cast<double>(n), bench::median(cold));
    }
    std::printf("# time grows with the variables to the power %.2f\n", bench::growth_exponent(growth));
    return 0;
}
