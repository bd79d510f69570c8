#include <algorithm>

#include "restraint/io/number.h"
#include "restraint/io/solve.h"
#include "restraint/optimize/certificate.h"

namespace restraint::io {

namespace {

using optimize::Status;

/// + 0 makes 0 of -0.
std::string number(double value) { return " " + to_text(value + 0.0); }
/// The value, and the rest where there is one.
std::string number(TwoDoubles value) {
    return number(value.value) + (value.rest != 0.0 ? number(value.rest) : "");
}

std::string line(const std::string& keyword, double value) { return keyword + number(value) + "\n"; }

/// A name as one word.
std::string word(std::string name) {
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

/// One line a name: keyword, name, value and, if there are any, the second value.
template <typename Numbers>
std::string lines(const std::string& keyword, const std::vector<std::string>& names, const Numbers& values,
                  const Vector& seconds = {}) {
    std::string text;
    for (std::size_t k = 0; k < std::min(names.size(), values.size()); ++k)
        text += keyword + " " + word(names[k]) + number(values[k]) +
                (k < seconds.size() ? number(seconds[k]) : "") + "\n";
    return text;
}

bool has_multipliers(const MpsModel& model, const optimize::Solution& solution) {
    return solution.x.size() == model.column_names.size() &&
           solution.bound_multipliers.size() == model.column_names.size() &&
           solution.row_multipliers.size() == model.row_names.size();
}

std::string residual_lines(const MpsModel& model, const optimize::Solution& solution) {
    const optimize::Problem& problem = model.problem;
    if (solution.status == Status::infeasible)
        return line("reach", farkas_reach(problem, solution.farkas_rows, solution.farkas_bounds));
    if (solution.status == Status::unbounded)
        return line("reach", ray_reach(problem, solution.x, solution.ray));
    if (!has_multipliers(model, solution)) return "";
    const optimize::Residuals residuals = kkt_residuals(problem, solution);
    return line("objective", model.maximise ? -solution.objective : solution.objective) +
           line("primal_residual", residuals.primal) + line("dual_residual", residuals.dual) +
           line("complementarity", residuals.complementarity);
}

std::string solution_lines(const MpsModel& model, const optimize::Solution& solution) {
    if (solution.status == Status::infeasible)
        return lines("farkas", model.row_names, solution.farkas_rows) +
               lines("farkas_bound", model.column_names, solution.farkas_bounds);
    if (solution.x.size() != model.column_names.size()) return "";
    const Vector activity = model.problem.rows * solution.x;
    if (solution.status == Status::unbounded)
        return lines("column", model.column_names, solution.x) + lines("row", model.row_names, activity) +
               lines("ray", model.column_names, solution.ray);
    return lines("column", model.column_names, solution.x, solution.bound_multipliers) +
           lines("row", model.row_names, activity, solution.row_multipliers);
}

}  // namespace

std::string solution_text(const MpsModel& model, const optimize::Solution& solution, bool with_solution) {
    return "status " + to_string(solution.status) + "\n" + residual_lines(model, solution) + "iterations " +
           std::to_string(solution.iterations) + "\n" +
           (with_solution ? solution_lines(model, solution) : "");
}

}  // namespace restraint::io
