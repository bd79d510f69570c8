#include "restraint/bricks/step_projection.h"

#include <algorithm>
#include <cmath>

#include "restraint/gauss/residual.h"

namespace restraint::bricks {

using optimize::Activity;

gauss::Projection step_projection(std::span<const gauss::InverseMass> inverse_masses,
                                  std::span<const gauss::Row> lines, std::span<const Activity> warm_start,
                                  double side_rounding, StepReport& report) {
    double largest = 1e6 * side_rounding;
    for (const gauss::Row& line : lines) largest = std::max(largest, std::abs(line.lower));
    int exponent = 0;
    std::frexp(largest, &exponent);
    const double unit = std::ldexp(1.0, exponent);  // a power of two, so that scaling rounds nothing
    std::vector<gauss::Row> scaled(lines.begin(), lines.end());
    for (gauss::Row& line : scaled) {
        line.lower /= unit;
        line.upper /= unit;
    }
    std::size_t variables = 0;
    for (const gauss::InverseMass& w : inverse_masses) variables += w.size();
    const Vector origin(variables);
    const double rounding = side_rounding / unit;
    gauss::Projection projection = gauss::project(inverse_masses, origin, scaled, warm_start, rounding);
    report.passes += 1;
    report.iterations += projection.iterations;
    if (projection.status == optimize::Status::optimal)
        report.residual = gauss::kkt_residual(inverse_masses, origin, scaled, projection, rounding);
    projection.x *= unit;
    projection.multipliers *= unit;
    return projection;
}

std::vector<Activity> warm_start(std::size_t lines, std::size_t first,
                                 const std::vector<SidednessRow>& sidedness,
                                 const gauss::Projection& last_pass,
                                 const std::vector<SidednessRow>& last_active) {
    std::vector<Activity> result = last_pass.active;
    const bool is_first_pass = result.empty();
    result.resize(lines, Activity::inactive);
    if (!is_first_pass) return result;
    for (std::size_t i = 0; i < sidedness.size(); ++i)
        if (std::binary_search(last_active.begin(), last_active.end(), sidedness[i]))
            result[first + i] = Activity::at_lower;
    return result;
}

std::vector<SidednessRow> active_rows(std::size_t first, const std::vector<SidednessRow>& sidedness,
                                      const gauss::Projection& projection) {
    std::vector<SidednessRow> result;
    for (std::size_t i = first; i < projection.active.size(); ++i)
        if (projection.active[i] != Activity::inactive) result.push_back(sidedness[i - first]);
    std::sort(result.begin(), result.end());
    return result;
}

double reach(const std::vector<Outline>& now, const std::vector<Outline>& free, double size) {
    double farthest = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i)
        for (std::size_t k = 0; k < now[i].corners.size(); ++k)
            farthest = std::max(
                farthest, norm((free[i].centre - now[i].centre) + (free[i].corners[k] - now[i].corners[k])));
    return 2.0 * farthest + 1e-3 * size;
}

void count_rows(const gauss::Projection& projection, StepReport& report) {
    report.rows = projection.active.size();
    report.active =
        static_cast<std::size_t>(std::count_if(projection.active.begin(), projection.active.end(),
                                               [](Activity a) { return a != Activity::inactive; }));
}

}  // namespace restraint::bricks
