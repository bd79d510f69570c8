#include "restraint/io/solve.h"

#include <ostream>

#include "restraint/io/errors.h"
#include "restraint/io/number.h"
#include "restraint/optimize/active_set.h"
#include "restraint/optimize/simplex.h"

namespace restraint::io {

namespace {

using optimize::Solution;
using optimize::Status;

MpsModel load(const std::string& path, std::istream& in, std::ostream& err) {
    MpsModel model = load_mps(path, in);
    for (const std::string& warning : model.warnings) err << warning << "\n";
    return model;
}

int report(const MpsModel& model, const Solution& solution, bool with_solution, std::ostream& out) {
    out << "# " << (model.maximise ? "maximise" : "minimise") << " " << in_quotes(model.name) << ": "
        << model.problem.variables() << " variables, " << model.problem.rows.rows() << " rows\n"
        << solution_text(model, solution, with_solution);
    const bool given_up = solution.status == Status::numerical || solution.status == Status::iteration_limit;
    return given_up ? gave_up : answered;
}

}  // namespace

int run_lp(const std::string& path, bool with_solution, std::istream& in, std::ostream& out,
           std::ostream& err) {
    const MpsModel model = load(path, in, err);
    if (!model.problem.is_linear())
        throw UsageError("the objective of " + path + " is quadratic: `restraint qp` solves it");
    return report(model, solve_linear(model.problem), with_solution, out);
}

int run_qp(const std::string& path, bool with_solution, std::istream& in, std::ostream& out,
           std::ostream& err) {
    const MpsModel model = load(path, in, err);
    const Solution solution =
        model.problem.is_linear() ? solve_linear(model.problem) : solve_quadratic(model.problem);
    return report(model, solution, with_solution, out);
}

}  // namespace restraint::io
