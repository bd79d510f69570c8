#include <algorithm>
#include <span>

#include "restraint/io/command/command.h"
#include "restraint/io/text/mps.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"

namespace restraint::io {

namespace {

using optimize::Solution;
using optimize::Status;

/// The value, and the rest where there is one.
TextRow& operator<<(TextRow& row, TwoDoubles value) {
    row << value.value;
    return value.rest != 0.0 ? row << value.rest : row;
}

/// One line a name, whose blanks are underscores: keyword, name, value and, if there is one, a second value.
template <class Numbers>
std::string lines(const std::string& keyword, const std::vector<std::string>& names, const Numbers& values,
                  std::span<const double> seconds = {}) {
    std::string text;
    for (std::size_t k = 0; k < std::min(names.size(), values.size()); ++k) {
        std::string name = names[k];
        std::replace(name.begin(), name.end(), ' ', '_');
        TextRow row;
        row << keyword << name << values[k];
        if (k < seconds.size()) row << seconds[k];
        text += row.line();
    }
    return text;
}

/// What is claimed, and how well it is proved.
std::string residual_lines(const MpsModel& model, const Solution& solution) {
    if (solution.status == Status::infeasible || solution.status == Status::unbounded)
        return text_line(' ', "reach", solution.reach);
    const std::size_t columns = model.column_names.size();
    if (solution.x.size() != columns || solution.multipliers.size() != model.row_names.size() + columns)
        return "";
    const optimize::Residuals residuals = kkt_residuals(model.problem, solution);
    return text_line(' ', "objective", model.maximise ? -solution.objective : solution.objective) +
           text_line(' ', "primal_residual", residuals.primal) +
           text_line(' ', "dual_residual", residuals.dual) +
           text_line(' ', "complementarity", residuals.complementarity);
}

std::string solution_lines(const MpsModel& model, const Solution& solution) {
    if (solution.status == Status::infeasible)
        return lines("farkas", model.row_names, solution.farkas) +
               lines("farkas_bound", model.column_names,
                     std::span(solution.farkas).last(model.column_names.size()));
    if (solution.x.size() != model.column_names.size()) return "";
    const Vector activity = model.problem.rows * solution.x;
    if (solution.status == Status::unbounded)
        return lines("column", model.column_names, solution.x) + lines("row", model.row_names, activity) +
               lines("ray", model.column_names, solution.ray);
    std::vector<double> rounded;  // none of an answer that was given up
    for (const TwoDoubles& multiplier : solution.multipliers) rounded.push_back(multiplier.rounded());
    const std::span multipliers(rounded);
    return lines("column", model.column_names, solution.x,
                 multipliers.last(std::min(solution.x.size(), multipliers.size()))) +
           lines("row", model.row_names, activity, multipliers);
}

int run(const Arguments& given, const Streams& streams, bool is_lp) {
    const std::string& path = file_operand(given);
    const MpsModel model = load_mps(path, streams.in);
    for (const std::string& warning : model.warnings) streams.err << warning << "\n";
    const bool is_linear = model.problem.is_linear();
    if (is_lp && !is_linear)
        throw UsageError("the objective of " + path + " is quadratic: `restraint qp` solves it");
    const Solution solution = is_linear ? solve_linear(model.problem) : solve_quadratic(model.problem);
    streams.out << "# " << (model.maximise ? "maximise " : "minimise ") << in_quotes(model.name) << ": "
                << model.problem.variables() << " variables, " << model.problem.rows.rows() << " rows\n"
                << "status " << to_string(solution.status) << "\n"
                << residual_lines(model, solution) << "iterations " << solution.iterations << "\n"
                << (given.has("--solution") ? solution_lines(model, solution) : "");
    const bool given_up = solution.status == Status::numerical || solution.status == Status::iteration_limit;
    return given_up ? gave_up : answered;
}

Subcommand solver(const std::string& name, const std::string& phrase, bool is_lp) {
    return {
        name,
        phrase,
        "Prints status (optimal, infeasible, unbounded, not_convex, numerical, iteration_limit) and\n"
        "iterations; beside an answer its objective, in the file's own sense, and its relative residuals:\n"
        "primal, dual, and complementarity; beside a proof its reach, in natural sizes of the problem.\n"
        "\n"
        "--solution prints `column NAME value multiplier` and `row NAME activity multiplier`; of what is\n"
        "infeasible the Farkas vector: `farkas NAME y` of rows, `farkas_bound NAME y` of columns; of what\n"
        "is unbounded a point and `ray NAME d`. Multipliers and proofs are of the minimised problem; a\n"
        "second number behind y or d is its rest beyond the digits of a double.\n",
        {{"--solution", "", "", "also every column and row, or the proof that there is no answer"}},
        [is_lp](const Arguments& given, const Streams& streams) { return run(given, streams, is_lp); }};
}

}  // namespace

Subcommand lp_command() { return solver("lp", "solve the linear program of an MPS file", true); }

Subcommand qp_command() { return solver("qp", "solve the convex quadratic program of a QPS file", false); }

}  // namespace restraint::io
