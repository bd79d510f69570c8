#include "restraint/ode/adaptive.h"

#include <cmath>
#include <string>

#include "tolerances.h"

namespace restraint::ode {

DoubledStep doubled_step(const ExplicitMethod& method, const Derivative& f, const Vector& x0, double t0,
                         double h) {
    const Vector x_a = method.step(f, x0, t0, h);
    const Vector half_way = method.step(f, x0, t0, h / 2);
    const Vector x_b = all_finite(half_way) ? method.step(f, half_way, t0 + h / 2, h / 2) : half_way;
    if (!all_finite(x_a) || !all_finite(x_b))  // too long a step; an infinite error says so
        return {x_a, std::numeric_limits<double>::infinity()};
    return {x_b, norm(x_a - x_b)};  // [PBM-B-err]
}

double suggested_step(double h, double error, double tolerance, int order) {
    if (!(tolerance > 0.0))
        throw std::invalid_argument("the tolerance is " + std::to_string(tolerance) + ", but must be > 0");
    if (!(error >= 0.0))
        throw std::invalid_argument("the error is " + std::to_string(error) + ", but must be >= 0");
    if (error == 0.0) return std::copysign(std::numeric_limits<double>::infinity(), h);
    return h * std::pow(tolerance / error, 1.0 / (order + 1));  // [PBM-B-adapt]
}

Integration integrate_adaptively(const ExplicitMethod& method, const Derivative& f, const Vector& x0,
                                 double t0, double t1, const AdaptiveOptions& options) {
    if (!std::isfinite(t0) || !std::isfinite(t1) || t1 < t0)
        throw std::invalid_argument("the integration runs from t = " + std::to_string(t0) + " to t = " +
                                    std::to_string(t1) + ", but must run forwards between finite times");
    if (!(options.tolerance > 0.0) || !(options.first_step >= 0.0))
        throw std::invalid_argument("adaptive steps need a tolerance > 0 and a first step >= 0");
    // The formula's step has the error e = tolerance to first order: half of these steps would just miss it.
    // So 0.9 of that step is tried. Growth is at most fivefold, since the error of one step may vanish by
    // accident.
    const double safety = 0.9, most_growth = 5.0, most_shrinking = 0.1;

    Integration result{.x = x0, .t = t0};
    double h = options.first_step > 0.0 ? options.first_step : (t1 - t0) / 100;
    while (result.t < t1) {
        const bool is_last = result.t + h >= t1;
        const double tried = is_last ? t1 - result.t : h;
        const double shortest = std::max(no_advance * std::abs(result.t), std::numeric_limits<double>::min());
        if (result.steps + result.rejected == options.step_limit) result.outcome = Outcome::too_many_steps;
        else if (!is_last && tried <= shortest) result.outcome = Outcome::step_too_small;
        if (result.outcome != Outcome::finished) return result;
        DoubledStep step = doubled_step(method, f, result.x, result.t, tried);
        result.evaluations += 3 * static_cast<std::size_t>(method.evaluations);
        if (step.error <= options.tolerance) {
            result.x = std::move(step.x);
            result.t = is_last ? t1 : result.t + tried;
            ++result.steps;
        } else {
            ++result.rejected;
        }
        const double wanted = safety * suggested_step(tried, step.error, options.tolerance, method.order);
        h = std::clamp(wanted, most_shrinking * tried, most_growth * tried);
    }
    return result;
}

Integration ode(const Vector& x0, double t0, double t1, const Derivative& dxdt,
                const AdaptiveOptions& options) {
    return integrate_adaptively(rk4, dxdt, x0, t0, t1, options);  // [PBM-G-ode]
}

}  // namespace restraint::ode
