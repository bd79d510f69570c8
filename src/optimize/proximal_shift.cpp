#include "restraint/optimize/proximal_shift.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace restraint::optimize {

namespace {

/// Powers of two by which columns and rows are multiplied.
struct Scale {
    Vector columns, rows;  // (n), (m)
};

/// A mean that skips what is not there.
struct Mean {
    double sum = 0.0;
    int count = 0;
    void add(double value) {
        sum += value;
        ++count;
    }
    double value() const { return count > 0 ? sum / count : 0.0; }
};

double exponent(double value) { return static_cast<double>(std::ilogb(value)); }

/// The scale that brings the entries of H and A near 1, all of them in the mean: least squares in the
/// logarithms (Curtis and Reid 1972), one unknown after the other. The result does not depend on the units
/// one starts with.
Scale scale_of(const Problem& problem) {
    const std::size_t n = problem.variables(), m = problem.rows.rows();
    Vector d(n), e(m);  // logarithms
    for (int pass = 0; pass < 20; ++pass) {
        std::vector<Mean> column(n);
        for (std::size_t i = 0; i < m; ++i) {
            const SparseRows::Row a = problem.rows.row(i);
            Mean row;
            for (std::size_t k = 0; k < a.size(); ++k)
                if (a.values[k] != 0.0) row.add(exponent(a.values[k]) + d[a.columns[k]]);
            e[i] = -row.value();
            for (std::size_t k = 0; k < a.size(); ++k)
                if (a.values[k] != 0.0) column[a.columns[k]].add(exponent(a.values[k]) + e[i]);
        }
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < problem.hessian.rows(); ++k) {
                if (problem.hessian(j, k) == 0.0) continue;
                // The diagonal entry holds d_j twice.
                const double size = exponent(problem.hessian(j, k));
                column[j].add(j == k ? 0.5 * size : size + d[k]);
            }
            d[j] = -column[j].value();
        }
    }
    for (double& v : d) v = std::ldexp(1.0, static_cast<int>(std::lround(v)));
    for (double& v : e) v = std::ldexp(1.0, static_cast<int>(std::lround(v)));
    return {std::move(d), std::move(e)};
}

}  // namespace

Vector proximal_shift(const Problem& problem, double relative) {
    const Scale scale = scale_of(problem);
    double slope = 0.0, side = 0.0;
    for (std::size_t j = 0; j < problem.variables(); ++j) {
        slope = std::max(slope, std::abs(problem.cost[j] * scale.columns[j]));
        for (double bound : {problem.lower[j], problem.upper[j]})
            if (std::isfinite(bound)) side = std::max(side, std::abs(bound / scale.columns[j]));
    }
    for (std::size_t i = 0; i < problem.rows.rows(); ++i)
        for (double bound : {problem.row_lower[i], problem.row_upper[i]})
            if (std::isfinite(bound)) side = std::max(side, std::abs(bound * scale.rows[i]));
    // The scaled hessian has the size 1. Without one, the gradient must lead beyond the sides.
    double size = 1.0;
    if (problem.is_linear() && slope > 0.0) size = side > 0.0 ? slope / side : slope;
    Vector shift(problem.variables());
    for (std::size_t j = 0; j < shift.size(); ++j)
        shift[j] = relative * size / (scale.columns[j] * scale.columns[j]);
    return shift;
}

}  // namespace restraint::optimize
