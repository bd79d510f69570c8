#include "mps_problem.h"

#include <algorithm>
#include <cmath>

#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

using optimize::infinity;

constexpr double absent_from = 1e20;            // sides beyond are absent
constexpr std::size_t largest_hessian = 20000;  // variables of a quadratic program: its hessian is dense

double lower_side(double value) { return value <= -absent_from ? -infinity : value; }
double upper_side(double value) { return value >= absent_from ? infinity : value; }

/// The sides of a row from its type, the right side b and the range R.
std::pair<double, double> sides_of(const MpsRow& row) {
    const double b = row.right_side.value_or(0.0), distance = std::abs(row.range.value_or(infinity));
    if (row.type == 'G') return {b, b + distance};
    if (row.type == 'L') return {b - distance, b};
    const double reach = row.range.value_or(0.0);
    return {std::min(b, b + reach), std::max(b, b + reach)};
}

/// The rows, and the objective but for its hessian.
void set_rows(MpsModel& model, const MpsFile& file) {
    optimize::Problem& problem = model.problem;
    const double sign = model.maximise ? -1.0 : 1.0;
    problem.constant = 0.0 - sign * file.rows[*file.objective].right_side.value_or(0.0);
    auto entry = file.matrix.begin();
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
        const bool wanted = file.rows[i].type != 'N';
        if (wanted) {
            const auto [lower, upper] = sides_of(file.rows[i]);
            model.row_names.push_back(file.rows[i].name);
            problem.rows.begin_row();
            problem.row_lower.push_back(lower_side(lower));
            problem.row_upper.push_back(upper_side(upper));
        }
        for (; entry != file.matrix.end() && entry->first.first == i; ++entry) {
            const double value = entry->second.value;
            if (i == file.objective) problem.cost[entry->first.second] = sign * value;
            if (wanted && value != 0.0) problem.rows.append(entry->first.second, value);
        }
    }
}

void set_bounds(MpsModel& model, const MpsFile& file) {
    for (std::size_t j = 0; j < file.columns.size(); ++j) {
        const auto& [name, lower, upper, upper_line] = file.columns[j];
        model.column_names.push_back(name);
        const bool below_zero = !lower && upper && *upper < 0.0;
        model.problem.lower[j] = lower_side(lower.value_or(below_zero ? -infinity : 0.0));
        model.problem.upper[j] = upper_side(upper.value_or(infinity));
        if (below_zero)
            model.warnings.push_back(
                file.file + ":" + std::to_string(upper_line) + ": column " + in_quotes(name) +
                " has an upper bound below 0 and no lower bound, which is -infinity then");
    }
}

void set_hessian(MpsModel& model, const MpsFile& file) {
    const std::size_t n = file.columns.size();
    if (n > largest_hessian)
        fail_at(file.file, file.hessian.begin()->second.line,
                "a quadratic program of " + std::to_string(n) + " variables; at most " +
                    std::to_string(largest_hessian) + " can be held");
    Matrix& hessian = model.problem.hessian = Matrix(n, n);
    for (const auto& [place, entry] : file.hessian) {
        const auto [i, j] = place;
        const auto mirrored = file.hessian.find({j, i});
        if (file.has_both_triangles &&
            (mirrored == file.hessian.end() || mirrored->second.value != entry.value))
            fail_at(file.file, entry.line,
                    "QMATRIX has both triangles, but columns " + in_quotes(file.columns[i].name) + " and " +
                        in_quotes(file.columns[j].name) + " have no equal entry in the other one");
        hessian(i, j) = hessian(j, i) = model.maximise ? -entry.value : entry.value;
    }
}

}  // namespace

MpsModel mps_problem(const MpsFile& file) {
    MpsModel model = file.model;
    model.problem = optimize::unconstrained(file.columns.size());
    set_rows(model, file);
    set_bounds(model, file);
    if (!file.hessian.empty()) set_hessian(model, file);
    return model;
}

}  // namespace restraint::io
