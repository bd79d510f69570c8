#include "restraint/bricks/position_projection.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "restraint/bricks/pair.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/gauss/residual.h"

namespace restraint::bricks {
namespace {

using optimize::Activity;
using optimize::Status;

/// Loosens the sides of contacts until standing still, the correction -free, satisfies them with room for the
/// rounding of J (-free).
void loosen(const StepModel& model, const Step& step, std::vector<gauss::Row>& rows, std::size_t joints) {
    double farthest = 0.0;
    for (const Fine& d : step.free) farthest = std::max(farthest, std::abs(d.rounded()));
    for (std::size_t i = joints; i < rows.size(); ++i) {
        const double standing = -row_value(rows[i], step.free, model.coordinates());
        rows[i].lower = std::min(rows[i].lower, standing - displacement_clearance * farthest);
    }
}

}  // namespace

gauss::Projection smallest_correction(const StepModel& model, std::vector<gauss::Row> rows,
                                      std::span<const Activity> warm_start, double rounding,
                                      StepReport& report) {
    double largest = 1e6 * rounding;
    for (const gauss::Row& row : rows) largest = std::max(largest, std::abs(row.lower));
    int exponent = 0;
    std::frexp(largest, &exponent);
    const double unit = std::ldexp(1.0, exponent);  // a power of two, so that scaling rounds nothing
    for (gauss::Row& row : rows) {
        row.lower /= unit;
        row.upper /= unit;
    }
    const Vector origin(model.variables());
    gauss::Projection projection =
        gauss::project(model.inverse_masses(), origin, rows, warm_start, rounding / unit);
    report.passes += 1;
    report.iterations += projection.iterations;
    if (projection.status == Status::optimal)
        report.residual =
            gauss::kkt_residual(model.inverse_masses(), origin, rows, projection, rounding / unit);
    projection.x *= unit;
    projection.multipliers *= unit;
    return projection;
}

void require_loop_options(double dt, std::size_t pass_limit) {
    if (!(dt > 0.0) || !std::isfinite(dt))
        throw std::invalid_argument("dt is " + shown(dt) + ", but must be positive and finite");
    if (pass_limit == 0) throw std::invalid_argument("the pass limit is 0, but a step needs a pass");
}

std::optional<Solved> project_positions(const StepModel& model, const Step& step, const LoopOptions& options,
                                        const std::vector<SidednessRow>& last_active, StepReport& report) {
    const double tolerance = step_overlap * step.geometry.size;
    const double rounding = model.rounding(step.start);
    const bool is_printed = options.separation == Separation::printed;
    const auto length = static_cast<std::ptrdiff_t>(step.free.size());
    std::vector<gauss::Row> rows = model.joints(step);
    std::vector<Activity> warm_start(rows.size(), Activity::inactive);
    std::vector<SidednessRow> sides;
    const std::size_t joints = rows.size();
    const auto add = [&](const std::vector<SidednessRow>& more) {
        for (const SidednessRow& side : more) {
            sides.push_back(side);
            rows.push_back(model.side(step, side));
            const bool was_active = std::binary_search(last_active.begin(), last_active.end(), side);
            warm_start.push_back(was_active ? Activity::at_lower : Activity::inactive);
        }
    };
    add(is_printed ? printed_rows(step.geometry) : choose_rows(step.geometry));
    model.linearise(step, FineVector(step.free.size()), sides, rows);

    std::optional<Solved> best;
    bool loosened = false;
    for (std::size_t pass = 0; pass < options.pass_limit; ++pass) {
        gauss::Projection found = smallest_correction(model, rows, warm_start, rounding, report);
        if (found.status != Status::optimal && pass == 0) {
            loosen(model, step, rows, joints);
            loosened = true;
            found = smallest_correction(model, rows, warm_start, rounding, report);
            report.status = found.status;
        }
        if (found.status != Status::optimal) return best;
        const FineVector correction(found.x.begin(), found.x.begin() + length);
        const std::vector<Outline> then = model.outlines_at(step.start + (step.free + correction));
        const Overlap deepest = deepest_overlap(step.geometry.tower, then);
        const double miss = std::max(deepest.depth, model.linearise(step, correction, sides, rows));
        if (best && !(miss < best->miss)) return best;
        warm_start = found.active;
        best = Solved{sides, std::move(found), correction, joints, deepest, miss, loosened};
        if (miss <= tolerance) return best;
        if (!is_printed) add(lacking_rows(step.geometry, sides, then));
        model.linearise(step, correction, sides, rows);
    }
    return best;
}

}  // namespace restraint::bricks
