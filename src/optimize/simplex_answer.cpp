#include "restraint/optimize/simplex_answer.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/certificate.h"

namespace restraint::optimize {

namespace {

/// x of the problem from x of the form, without what rounding puts outside the bounds.
Vector original_point(const Problem& problem, const SimplexVertex& vertex) {
    Vector x(problem.variables());
    for (std::size_t j = 0; j < x.size(); ++j)
        x[j] = std::clamp(vertex.x[j] * vertex.form.scale[j], problem.lower[j], problem.upper[j]);
    return x;
}

/// y and z: the reduced costs of the logicals and of the x, since column i of -I gives d = 0 + y_i.
void read_multipliers(const SimplexWalk& walk, const SimplexForm& form, Solution& solution) {
    const Vector& d = walk.reduced_costs();
    for (std::size_t j = 0; j < form.structurals; ++j)
        solution.bound_multipliers[j] = d[j] / (form.scale[j] * form.cost_scale);
    for (std::size_t i = 0; i < form.rows; ++i) {
        const std::size_t j = form.structurals + i;
        solution.row_multipliers[i] = d[j] / (form.scale[j] * form.cost_scale);
    }
}

/// 0 in place of an entry that pulls at a side that does not exist: it can only be rounding.
double pull(double entry, double lower, double upper) {
    return std::isinf(entry > 0.0 ? lower : upper) ? 0.0 : entry;
}

/// The proof of infeasibility: d - c, with the costs c and the reduced costs d of phase one. Every entry
/// pulls at the side where its variable is, or that it misses; and (d - c)'(x, r) = 0 for every x and r = Ax.
/// Entries of at most `noise` are left out: what should have cancelled to 0.
void read_farkas(const Problem& problem, const SimplexWalk& walk, const SimplexVertex& vertex, double noise,
                 Solution& solution) {
    const SimplexForm& form = vertex.form;
    Vector proof = walk.reduced_costs();
    for (std::size_t r = 0; r < form.rows; ++r) proof[vertex.basic[r]] = -walk.basic_costs()[r];
    noise *= max_norm(proof);
    for (std::size_t j = 0; j < form.variables(); ++j)
        proof[j] = std::abs(proof[j]) <= noise ? 0.0 : proof[j] / form.scale[j];
    const double largest = max_norm(proof);

    std::vector<long double> combined(form.structurals, 0.0L);  // A' farkas_rows
    for (std::size_t i = 0; i < form.rows; ++i) {
        const double entry =
            pull(proof[form.structurals + i] / largest, problem.row_lower[i], problem.row_upper[i]);
        solution.farkas_rows[i] = entry;
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k)
            combined[row.columns[k]] += static_cast<long double>(row.values[k]) * entry;
    }
    for (std::size_t j = 0; j < form.structurals; ++j)
        solution.farkas_bounds[j] =
            pull(-static_cast<double>(combined[j]), problem.lower[j], problem.upper[j]);
}

/// The best of the proofs that differ in what is taken for noise.
void choose_farkas(const Problem& problem, const SimplexWalk& walk, const SimplexVertex& vertex,
                   Solution& solution) {
    Solution trial = solution;
    double best = infinity;
    for (double noise : {0.0, 1e-16, 1e-14, 1e-12}) {
        read_farkas(problem, walk, vertex, noise, trial);
        const double residual = farkas_residual(problem, trial.farkas_rows, trial.farkas_bounds);
        if (residual < best) {
            best = residual;
            solution.farkas_rows = trial.farkas_rows;
            solution.farkas_bounds = trial.farkas_bounds;
        }
        if (best <= certificate_tolerance) return;
    }
}

void read_ray(const SimplexWalk& walk, const SimplexForm& form, Solution& solution) {
    Vector ray = walk.ray();
    for (std::size_t j = 0; j < form.variables(); ++j) ray[j] *= form.scale[j];
    for (std::size_t j = 0; j < form.structurals; ++j) solution.ray[j] = ray[j];
    solution.ray *= 1.0 / max_norm(solution.ray);
}

}  // namespace

double contradiction(const Problem& problem, const Vector& farkas_rows, const Vector& farkas_bounds) {
    long double sum = 0.0L, moduli = 0.0L;
    const auto combine = [&](double entry, double lower, double upper) {
        if (entry == 0.0) return;
        const long double term = static_cast<long double>(entry) * (entry > 0.0 ? lower : upper);
        sum += term;
        moduli += std::abs(term);
    };
    for (std::size_t i = 0; i < farkas_rows.size(); ++i)
        combine(farkas_rows[i], problem.row_lower[i], problem.row_upper[i]);
    for (std::size_t j = 0; j < farkas_bounds.size(); ++j)
        combine(farkas_bounds[j], problem.lower[j], problem.upper[j]);
    return moduli > 0.0L ? static_cast<double>(sum / moduli) : 0.0;
}

Solution read_answer(const Problem& problem, const SimplexVertex& vertex, const SimplexWalk& walk,
                     SimplexWalk::End end) {
    const std::size_t m = problem.rows.rows(), n = problem.variables();
    Solution solution;
    solution.active = vertex.active_set();
    solution.x = original_point(problem, vertex);
    solution.objective = problem.constant + dot(problem.cost, solution.x);
    switch (end) {
        case SimplexWalk::End::optimal:
            solution.status = Status::optimal;
            solution.row_multipliers = Vector(m);
            solution.bound_multipliers = Vector(n);
            read_multipliers(walk, vertex.form, solution);
            break;
        case SimplexWalk::End::infeasible:
            solution.status = Status::infeasible;
            solution.farkas_rows = Vector(m);
            solution.farkas_bounds = Vector(n);
            choose_farkas(problem, walk, vertex, solution);
            break;
        case SimplexWalk::End::unbounded:
            solution.status = Status::unbounded;
            solution.ray = Vector(n);
            read_ray(walk, vertex.form, solution);
            break;
        case SimplexWalk::End::iteration_limit:
            solution.status = Status::iteration_limit;
            break;
        case SimplexWalk::End::lost:
            solution.status = Status::numerical;
            break;
    }
    return solution;
}

}  // namespace restraint::optimize
