// How fast the simplex method is: the stability programs of walls, and sparse random programs.

#include "restraint/optimize/simplex.h"

#include <cstdio>

#include "../random.h"
#include "../reach.h"
#include "measure.h"
#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/generators.h"
#include "restraint/optimize/certificate.h"

namespace {

using namespace restraint;

/// The stability program of a wall with r+ and r- fixed at 0: forces in equilibrium, by phase one alone.
optimize::Problem phase_one(const bricks::Equilibrium& e) {
    optimize::Problem p = bricks::program(e);
    for (std::size_t j = e.matrix.cols(); j < p.variables(); ++j) p.cost[j] = p.upper[j] = 0.0;
    return p;
}

void report(const char* name, const optimize::Problem& p, std::size_t size,
            std::vector<std::pair<double, double>>& points) {
    optimize::Solution s;
    const double cold = bench::median_ms([&] { s = optimize::solve_linear(p); });
    optimize::SolverOptions warm_start;
    warm_start.warm_start = s.active;
    const double warm = bench::median_ms([&] { optimize::solve_linear(p, warm_start); });
    const double residual = s.status == optimize::Status::optimal ? optimize::kkt_residuals(p, s).worst()
                                                                  : 1.0 / optimize::farkas_reach(p, s.farkas);
    std::printf("%-24s %5zu %6zu %8zu  %-11s %6zu %9.3f %9.3f   %.0e\n", name, p.rows.rows(), p.variables(),
                p.rows.nonzeros(), optimize::to_string(s.status).c_str(), s.iterations, cold, warm, residual);
    points.emplace_back(static_cast<double>(size), cold);
}

/// m equations in 2m variables >= 0 with 5 small integers a column, feasible and bounded.
optimize::Problem random_program(std::size_t m, std::uint64_t seed) {
    Random random(seed);
    const std::size_t n = 2 * m;
    std::vector<std::vector<std::pair<std::size_t, double>>> rows(m);
    optimize::Problem p = optimize::unconstrained(n);
    p.lower = Vector(n, 0.0);
    p.row_lower = Vector(m);
    for (std::size_t j = 0; j < n; ++j) {
        const double x = random.chance(0.5) ? random.uniform(0.0, 2.0) : 0.0;
        p.cost[j] = random.uniform(0.0, 1.0);
        for (int k = 0; k < 5; ++k) {
            const std::size_t i = random.index(m);
            const double value = static_cast<double>(1 + random.index(4));
            if (!rows[i].empty() && rows[i].back().first == j) continue;
            rows[i].emplace_back(j, value);
            p.row_lower[i] += value * x;
        }
    }
    p.row_upper = p.row_lower;
    for (const auto& row : rows) {
        p.rows.begin_row();
        for (const auto& [j, value] : row) p.rows.append(j, value);
    }
    return p;
}

}  // namespace

int main() {
    std::printf("# simplex method on %s; medians of processor time\n", bench::machine().c_str());
    std::printf(
        "# program                  rows  columns nonzeros status      steps   cold[ms]  warm[ms] "
        "residual\n");
    const auto equilibrium = [](const bricks::Tower& tower) {
        return bricks::equilibria(tower, bricks::find_contacts(tower).contacts, bricks::weight_of(tower))
            .at(0);
    };
    std::vector<std::pair<double, double>> feasibility, stability, falling, random;
    for (const std::size_t size : {5u, 10u, 20u}) {
        const bricks::Equilibrium e = equilibrium(bricks::wall(size, size));
        const std::string name = "wall " + std::to_string(size) + " x " + std::to_string(size);
        report((name + " phase one").c_str(), phase_one(e), size * size, feasibility);
        report((name + " stability").c_str(), bricks::program(e), size * size, stability);
    }
    for (const auto& [rows, columns] : {std::pair{20u, 20u}, std::pair{40u, 50u}}) {
        bricks::Tower tower = bricks::wall(rows, columns);
        tower.tables[0].x_left *= 0.3;  // bricks at both ends have nothing below them
        tower.tables[0].x_right *= 0.3;
        const std::string name = "wall " + std::to_string(rows) + " x " + std::to_string(columns);
        report((name + " falling").c_str(), bricks::program(equilibrium(tower)), rows * columns, falling);
    }
    for (const std::size_t m : {50u, 100u, 200u, 400u})
        report(("random " + std::to_string(m)).c_str(), random_program(m, m), m, random);
    std::printf(
        "# time grows with the number of bricks to the power %.2f (phase one), %.2f (stability), %.2f\n",
        bench::growth_exponent(feasibility), bench::growth_exponent(stability),
        bench::growth_exponent(falling));
    std::printf("# (falling), and with the rows of a random program to the power %.2f\n",
                bench::growth_exponent(random));
}
