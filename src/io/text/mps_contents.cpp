#include <algorithm>
#include <cmath>

#include "restraint/io/text/files.h"
#include "restraint/io/text/mps_contents.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

using optimize::infinity;

constexpr double absent_from = 1e20;            // sides beyond are absent
constexpr std::size_t largest_hessian = 20000;  // variables of a quadratic program: its hessian is dense

void set_objective(MpsModel& model, const MpsContents& contents) {
    const double sign = contents.maximise ? -1.0 : 1.0;
    const std::size_t objective = *contents.objective;
    model.problem.constant = 0.0 - sign * contents.rows[objective].right_side.value_or(0.0);
    for (auto entry = contents.matrix.lower_bound({objective, 0}); entry != contents.matrix.end(); ++entry) {
        const auto [row, column] = entry->first;
        if (row != objective) break;
        model.problem.cost[column] = sign * entry->second.value;
    }
}

void set_hessian(MpsModel& model, const MpsContents& contents, const std::string& file) {
    const std::size_t n = contents.columns.size();
    if (n > largest_hessian)
        fail_at(file, contents.hessian.begin()->second.line,
                "a quadratic program of " + std::to_string(n) + " variables; at most " +
                    std::to_string(largest_hessian) + " can be held");
    Matrix& hessian = model.problem.hessian = Matrix(n, n);
    for (const auto& [place, entry] : contents.hessian) {
        const auto [i, j] = place;
        const auto mirrored = contents.hessian.find({j, i});
        if (contents.both_triangles &&
            (mirrored == contents.hessian.end() || mirrored->second.value != entry.value))
            fail_at(file, entry.line,
                    "QMATRIX has both triangles, but columns " + in_quotes(contents.columns[i].name) +
                        " and " + in_quotes(contents.columns[j].name) +
                        " have no equal entry in the other one");
        hessian(i, j) = hessian(j, i) = contents.maximise ? -entry.value : entry.value;
    }
}

/// A row's sides, from its type, its right side b and its range R.
std::pair<double, double> sides_of(const MpsContents::Row& row) {
    const double b = row.right_side.value_or(0.0), distance = std::abs(row.range.value_or(infinity));
    if (row.type == 'G') return {b, b + distance};
    if (row.type == 'L') return {b - distance, b};
    const double range = row.range.value_or(0.0);
    return {std::min(b, b + range), std::max(b, b + range)};
}

double lower_side(double value) { return value <= -absent_from ? -infinity : value; }
double upper_side(double value) { return value >= absent_from ? infinity : value; }

void set_rows(MpsModel& model, const MpsContents& contents) {
    auto entry = contents.matrix.begin();
    for (std::size_t i = 0; i < contents.rows.size(); ++i) {
        const bool wanted = contents.rows[i].type != 'N';
        if (wanted) {
            const auto [lower, upper] = sides_of(contents.rows[i]);
            model.row_names.push_back(contents.rows[i].name);
            model.problem.rows.begin_row();
            model.problem.row_lower.push_back(lower_side(lower));
            model.problem.row_upper.push_back(upper_side(upper));
        }
        for (; entry != contents.matrix.end() && entry->first.first == i; ++entry)
            if (wanted && entry->second.value != 0.0)
                model.problem.rows.append(entry->first.second, entry->second.value);
    }
}

void set_bounds(MpsModel& model, const MpsContents& contents, const std::string& file) {
    for (std::size_t j = 0; j < contents.columns.size(); ++j) {
        const MpsContents::Column& column = contents.columns[j];
        model.column_names.push_back(column.name);
        const bool below_zero = !column.lower && column.upper && *column.upper < 0.0;
        model.problem.lower[j] = lower_side(column.lower.value_or(below_zero ? -infinity : 0.0));
        model.problem.upper[j] = upper_side(column.upper.value_or(infinity));
        if (below_zero)
            model.warnings.push_back(
                file + ":" + std::to_string(column.upper_line) + ": column " + in_quotes(column.name) +
                " has an upper bound below 0 and no lower bound, which is -infinity then");
    }
}

}  // namespace

MpsModel mps_model(const MpsContents& contents, const std::string& file) {
    MpsModel model;
    model.name = contents.name;
    model.maximise = contents.maximise;
    model.warnings = contents.warnings;
    model.problem = optimize::unconstrained(contents.columns.size());
    set_objective(model, contents);
    if (!contents.hessian.empty()) set_hessian(model, contents, file);
    set_rows(model, contents);
    set_bounds(model, contents, file);
    return model;
}

}  // namespace restraint::io
