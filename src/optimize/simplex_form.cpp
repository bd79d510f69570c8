#include "restraint/optimize/simplex_form.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "restraint/optimize/scale.h"

namespace restraint::optimize {

namespace {

/// Adds variable j of the form, in the unit given.
void add_variable(double lower, double upper, double unit, double absent_from, SimplexForm& form) {
    form.scale.push_back(unit);
    form.lower.push_back(lower <= -absent_from ? -infinity : lower / unit);
    form.upper.push_back(upper >= absent_from ? infinity : upper / unit);
}

}  // namespace

SimplexForm simplex_form(const Problem& problem, Units units) {
    SimplexForm form;
    form.rows = problem.rows.rows();
    form.structurals = problem.variables();
    Scale scale = natural_scale(problem);
    if (units == Units::given)
        scale = {Vector(form.rows, 1.0), Vector(form.structurals, 1.0), 1.0, scale.costs};
    const double absent_from = units == Units::natural ? as_good_as_infinite : infinity;
    for (std::size_t j = 0; j < form.structurals; ++j)
        add_variable(problem.lower[j], problem.upper[j], scale.columns[j] * scale.sides, absent_from, form);
    for (std::size_t i = 0; i < form.rows; ++i)
        add_variable(problem.row_lower[i], problem.row_upper[i], scale.sides / scale.rows[i], absent_from,
                     form);

    std::vector<std::vector<std::pair<std::size_t, double>>> columns(form.structurals);
    for (std::size_t i = 0; i < form.rows; ++i) {
        const SparseRows::Row row = problem.rows.row(i);
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::size_t j = row.columns[k];
            const double value = row.values[k] * scale.rows[i] * scale.columns[j];
            if (value != 0.0) columns[j].emplace_back(i, value);
        }
    }
    for (std::size_t i = 0; i < form.rows; ++i) columns.push_back({{i, -1.0}});
    form.columns = SparseRows(form.rows);
    for (const auto& column : columns) {
        form.columns.begin_row();
        for (const auto& [i, value] : column) form.columns.append(i, value);
    }

    form.cost = Vector(form.variables());
    for (std::size_t j = 0; j < form.structurals; ++j) form.cost[j] = problem.cost[j] * form.scale[j];
    form.cost_scale = 1.0 / (scale.costs * scale.sides);
    form.cost *= form.cost_scale;
    return form;
}

}  // namespace restraint::optimize
