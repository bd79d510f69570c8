#include "restraint/optimize/problem.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

namespace {

std::string at(const char* what, std::size_t i) { return std::string(what) + " " + std::to_string(i); }

void require_shapes(const Problem& problem) {
    const std::size_t n = problem.variables(), m = problem.rows.rows();
    if (!problem.hessian.empty() && (problem.hessian.rows() != n || problem.hessian.cols() != n))
        throw std::invalid_argument("the hessian is " + shape(problem.hessian) + ", but the cost has " +
                                    std::to_string(n) + " entries");
    require_same_size("a row of the constraint matrix", problem.rows.cols(), "the cost", n);
    require_same_size("row_lower", problem.row_lower.size(), "a column of the constraints", m);
    require_same_size("row_upper", problem.row_upper.size(), "a column of the constraints", m);
    require_same_size("lower", problem.lower.size(), "the cost", n);
    require_same_size("upper", problem.upper.size(), "the cost", n);
}

void require_finite(const Problem& problem) {
    if (!std::isfinite(problem.constant)) throw std::invalid_argument("the constant is not finite");
    for (std::size_t j = 0; j < problem.variables(); ++j)
        if (!std::isfinite(problem.cost[j]))
            throw std::invalid_argument(at("the cost of variable", j) + " is not finite");
    if (!all_finite(problem.hessian)) throw std::invalid_argument("the hessian holds a NaN or an infinity");
    for (std::size_t i = 0; i < problem.rows.rows(); ++i)
        if (!all_finite(problem.rows.row(i).values))
            throw std::invalid_argument(at("row", i) + " holds a NaN or an infinity");
}

/// Sides may be absent, but a lower one is never +infinity, an upper one never -infinity, none NaN.
void require_sides(const char* what, const Vector& lower, const Vector& upper) {
    for (std::size_t i = 0; i < lower.size(); ++i) {
        if (!(lower[i] < infinity))
            throw std::invalid_argument("the lower side of " + at(what, i) + " is NaN or +infinity");
        if (!(upper[i] > -infinity))
            throw std::invalid_argument("the upper side of " + at(what, i) + " is NaN or -infinity");
    }
}

/// h_ij and h_ji may differ by the rounding of a product such as J W J', which is measured by the diagonal.
void require_symmetric(const Matrix& h) {
    for (std::size_t i = 0; i < h.rows(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (h(i, j) == h(j, i)) continue;
            const double size = std::max({std::abs(h(i, j)), std::abs(h(j, i)),
                                          std::sqrt(std::abs(h(i, i))) * std::sqrt(std::abs(h(j, j)))});
            if (std::abs(h(i, j) - h(j, i)) > symmetry_tolerance * size)
                throw std::invalid_argument("the hessian is not symmetric: entries (" + std::to_string(i) +
                                            ", " + std::to_string(j) + ") and (" + std::to_string(j) + ", " +
                                            std::to_string(i) + ") differ");
        }
}

}  // namespace

AllRows::AllRows(const Problem& of)
    : problem(of), rows(of.variables()), lower(of.row_lower), upper(of.row_upper) {
    rows.reserve(problem.rows.nonzeros() + problem.variables());  // before the copy: so all is taken once
    rows = problem.rows;
    for (std::size_t j = 0; j < problem.variables(); ++j) {
        rows.begin_row();
        rows.append(j, 1.0);
        lower.push_back(problem.lower[j]);
        upper.push_back(problem.upper[j]);
    }
}

Problem unconstrained(std::size_t variables) {
    Problem problem;
    problem.cost = Vector(variables);
    problem.rows = SparseRows(variables);
    problem.lower = Vector(variables, -infinity);
    problem.upper = Vector(variables, infinity);
    return problem;
}

void add_row(Problem& problem, const Vector& coefficients, double lower, double upper) {
    problem.rows.append_full_row(coefficients);
    problem.row_lower.push_back(lower);
    problem.row_upper.push_back(upper);
}

void require_fit(const ActiveSet& warm_start, const Problem& problem) {
    if (!warm_start.empty())
        require_same_size("the warm start", warm_start.size(), "the rows and variables together",
                          problem.rows.rows() + problem.variables());
}

void require_well_formed(const Problem& problem) {
    require_shapes(problem);
    require_finite(problem);
    require_sides("row", problem.row_lower, problem.row_upper);
    require_sides("variable", problem.lower, problem.upper);
    require_symmetric(problem.hessian);
}

}  // namespace restraint::optimize
