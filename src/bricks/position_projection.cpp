#include "restraint/bricks/position_projection.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/pair.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/gauss/residual.h"

namespace restraint::bricks {
namespace {

using optimize::Activity;
using optimize::Status;

/// A power of two, so that scaling rounds nothing, above all sides.
double unit_of(const std::vector<gauss::Row>& rows, double rounding) {
    double largest = 1e6 * rounding;
    for (const gauss::Row& row : rows)
        if (std::isfinite(row.lower)) largest = std::max(largest, std::abs(row.lower));
    int exponent = 0;
    std::frexp(largest, &exponent);
    return std::ldexp(1.0, exponent);
}

}  // namespace

Correction smallest_correction(const StepModel& model, std::vector<gauss::Row> rows, std::size_t sides,
                               const FineVector& free, double rounding, std::span<const Activity> warm_start,
                               StepReport& report) {
    std::size_t variables = 0;
    for (const gauss::InverseMass& body : model.inverse_masses()) variables += body.size();
    const Vector origin(variables);
    const auto solve = [&] {
        const double unit = unit_of(rows, rounding);
        std::vector<gauss::Row> scaled = rows;
        for (gauss::Row& row : scaled) {
            row.lower /= unit;
            row.upper /= unit;
        }
        gauss::Projection found =
            gauss::project(model.inverse_masses(), origin, scaled, warm_start, rounding / unit);
        report.status = found.status;
        report.passes += 1;
        report.iterations += found.iterations;
        if (found.status != Status::optimal) return found;
        report.residual = std::max(report.residual, gauss::kkt_residual(model.inverse_masses(), origin,
                                                                        scaled, found, rounding / unit));
        found.x *= unit;
        found.multipliers *= unit;
        return found;
    };
    Correction result{solve()};
    if (result.status != Status::optimal) {
        for (std::size_t i = rows.size() - sides; i < rows.size(); ++i) {
            const double standing = -row_value(rows[i], free, model.coordinates());
            rows[i].lower = std::min(rows[i].lower, standing - clearance * max_norm(free));
        }
        result = {solve(), true};
    }
    report.rows = rows.size();
    report.active = rows.size() - static_cast<std::size_t>(std::count(
                                      result.active.begin(), result.active.end(), Activity::inactive));
    return result;
}

Correction stop_approach(const StepModel& model, std::vector<gauss::Row> rows, std::size_t sides,
                         const FineVector& motion, double rounding, StepReport& report) {
    for (gauss::Row& row : rows) {  // J (motion + change) >= 0, or = 0
        if (!std::isfinite(row.lower)) continue;
        const bool is_equality = std::isfinite(row.upper);
        row.lower = -row_value(row, motion, model.coordinates());
        if (is_equality) row.upper = row.lower;
    }
    return smallest_correction(model, std::move(rows), sides, motion, rounding, {}, report);
}

std::optional<Solved> project_positions(const StepModel& model, const Step& step, const LoopOptions& options,
                                        const std::vector<SidednessRow>& last_active, StepReport& report) {
    const bool is_printed = options.separation == Separation::printed;
    const double rounding = model.rounding(step.start);
    const auto length = static_cast<std::ptrdiff_t>(step.free.size());
    std::vector<SidednessRow> sides = is_printed ? printed_rows(step.geometry) : choose_rows(step.geometry);
    std::vector<gauss::Row> rows = model.rows(step, sides);
    std::vector<Activity> warm_start(rows.size() - sides.size(), Activity::inactive);
    for (const SidednessRow& side : sides) {
        const bool was_active = std::binary_search(last_active.begin(), last_active.end(), side);
        warm_start.push_back(was_active ? Activity::at_lower : Activity::inactive);
    }
    model.linearise(step, FineVector(step.free.size()), sides, rows);

    std::optional<Solved> best;
    for (std::size_t pass = 0; pass < options.pass_limit; ++pass) {
        const Correction found =
            smallest_correction(model, rows, sides.size(), step.free, rounding, warm_start, report);
        if (found.status != Status::optimal) break;
        const FineVector correction(found.x.begin(), found.x.begin() + length);
        const std::vector<Outline> then = model.outlines_at(step.start + (step.free + correction));
        const Overlap deepest = deepest_overlap(step.geometry.tower, then);
        const double miss = std::max(deepest.depth, model.linearise(step, correction, sides, rows));
        if (best && !(miss < best->miss)) break;
        best = Solved{sides, found, correction, deepest, miss};
        if (miss <= step_overlap * step.geometry.size) break;
        if (!is_printed) {
            const std::vector<SidednessRow> more = lacking_rows(step.geometry, sides, then);
            sides.insert(sides.end(), more.begin(), more.end());
            rows = model.rows(step, sides);
        }
        warm_start = found.active;
        warm_start.resize(rows.size(), Activity::inactive);
        model.linearise(step, correction, sides, rows);
    }
    if (best) report.status = Status::optimal;
    return best;
}

}  // namespace restraint::bricks
