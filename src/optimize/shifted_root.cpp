#include "restraint/optimize/shifted_root.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace restraint::optimize {

bool ShiftedRoot::factor(const Problem& problem, const Vector& shift) {
    const std::size_t n = problem.variables();
    const double rounding = static_cast<double>(n + 1) * std::numeric_limits<double>::epsilon();
    root_pivots_ = Vector(n);
    for (std::size_t j = 0; j < n; ++j) {
        Vector column(j);
        double diagonal = shift[j];
        if (!problem.is_linear()) {
            for (std::size_t k = 0; k < j; ++k) column[k] = problem.hessian(j, k);
            diagonal += problem.hessian(j, j);
        }
        factor_.solve_forward(column);
        double pivot = diagonal;
        for (std::size_t k = 0; k < j; ++k) pivot -= factor_.pivot(k) * column[k] * column[k];
        if (!(pivot > rounding * diagonal)) return false;
        factor_.append(column, pivot);
        root_pivots_[j] = std::sqrt(pivot);
    }
    return true;
}

Vector ShiftedRoot::transposed_solve(Vector a) const {
    factor_.solve_forward(a);
    for (std::size_t j = 0; j < a.size(); ++j) a[j] *= root_pivots_[j];
    return a;
}

Vector ShiftedRoot::solve(Vector y) const {
    for (std::size_t j = 0; j < y.size(); ++j) y[j] /= root_pivots_[j];
    factor_.solve_backward(y);
    return y;
}

SparseRows ShiftedRoot::transformed(const SparseRows& rows) const {
    SparseRows result(rows.cols());
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        Vector a(rows.cols());
        add_scaled(a, 1.0, rows.row(i));
        a = transposed_solve(std::move(a));
        result.begin_row();
        for (std::size_t j = 0; j < a.size(); ++j)
            if (a[j] != 0.0) result.append(j, a[j]);
    }
    return result;
}

namespace {

/// The scale d with which the entries of D H D and, after a scaling of rows, of A D are of size 1: columns
/// and rows of (H A'; A 0) are divided by the root of their largest entry, a few times (Ruiz 2001).
Vector column_scale(const Problem& problem) {
    const std::size_t n = problem.variables(), m = problem.rows.rows();
    Vector d(n, 1.0), e(m, 1.0);
    for (int pass = 0; pass < 10; ++pass) {
        Vector column(n), row(m);
        for (std::size_t j = 0; j < problem.hessian.rows(); ++j)
            for (std::size_t k = 0; k < n; ++k)
                column[j] = std::max(column[j], std::abs(d[j] * problem.hessian(j, k) * d[k]));
        for (std::size_t i = 0; i < m; ++i) {
            const SparseRows::Row a = problem.rows.row(i);
            for (std::size_t k = 0; k < a.size(); ++k) {
                const double size = std::abs(e[i] * a.values[k] * d[a.columns[k]]);
                row[i] = std::max(row[i], size);
                column[a.columns[k]] = std::max(column[a.columns[k]], size);
            }
        }
        for (std::size_t j = 0; j < n; ++j)
            if (column[j] > 0.0) d[j] /= std::sqrt(column[j]);
        for (std::size_t i = 0; i < m; ++i)
            if (row[i] > 0.0) e[i] /= std::sqrt(row[i]);
    }
    return d;
}

}  // namespace

Vector proximal_shift(const Problem& problem, double relative) {
    const Vector d = column_scale(problem);
    double curvature = 0.0, slope = 0.0, side = 1.0;
    for (std::size_t j = 0; j < d.size(); ++j) {
        slope = std::max(slope, std::abs(problem.cost[j] * d[j]));
        if (!problem.is_linear())
            for (std::size_t k = 0; k < d.size(); ++k)
                curvature = std::max(curvature, std::abs(d[j] * problem.hessian(j, k) * d[k]));
        for (double bound : {problem.lower[j], problem.upper[j]})
            if (std::isfinite(bound)) side = std::max(side, std::abs(bound / d[j]));
    }
    const double size = std::max(curvature, slope / side);
    Vector shift(d.size());
    for (std::size_t j = 0; j < d.size(); ++j)
        shift[j] = relative * (size > 0.0 ? size : 1.0) / (d[j] * d[j]);
    return shift;
}

}  // namespace restraint::optimize
