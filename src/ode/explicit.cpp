#include "restraint/ode/explicit.h"

#include <limits>
#include <string>

namespace restraint::ode {

void require_step(const Vector& x0, double t0, double h) {
    if (!std::isfinite(h) || h == 0.0)
        throw std::invalid_argument("the step is " + std::to_string(h) + ", but must be finite and not 0");
    if (!std::isfinite(t0))
        throw std::invalid_argument("the time is " + std::to_string(t0) + ", but must be finite");
    for (std::size_t i = 0; i < x0.size(); ++i)
        if (!std::isfinite(x0[i]))
            throw std::invalid_argument("entry " + std::to_string(i) + " of the state is " +
                                        std::to_string(x0[i]) + ", but must be finite");
}

namespace {

/// f(x, t), which must be as long as x; NaN where x has an entry that is NaN or infinite.
Vector evaluate(const Derivative& f, const Vector& x, double t) {
    if (!all_finite(x)) return Vector(x.size(), std::numeric_limits<double>::quiet_NaN());
    Vector derivative = f(x, t);
    require_same_size("the derivative", derivative.size(), "the state", x.size());
    return derivative;
}

}  // namespace

Vector euler_step(const Derivative& f, const Vector& x0, double t0, double h) {
    require_step(x0, t0, h);
    return x0 + h * evaluate(f, x0, t0);  // [PBM-B-euler]
}

Vector midpoint_step(const Derivative& f, const Vector& x0, double t0, double h) {
    require_step(x0, t0, h);
    const Vector half_way = x0 + h / 2 * evaluate(f, x0, t0);
    return x0 + h * evaluate(f, half_way, t0 + h / 2);  // [PBM-B-midpoint]
}

Vector rk4_step(const Derivative& f, const Vector& x0, double t0, double h) {
    require_step(x0, t0, h);
    const Vector k1 = h * evaluate(f, x0, t0);  // [PBM-B-rk4]
    const Vector k2 = h * evaluate(f, x0 + 0.5 * k1, t0 + h / 2);
    const Vector k3 = h * evaluate(f, x0 + 0.5 * k2, t0 + h / 2);
    const Vector k4 = h * evaluate(f, x0 + k3, t0 + h);
    return x0 + 1.0 / 6 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

const char* to_string(Outcome outcome) {
    constexpr const char* phrases[] = {
        "finished",
        "the state has left the range of numbers: the step is too long",
        "the derivative cannot be computed",
        "no step is small enough for the tolerance",
        "the limit of steps is reached",
        "the linear system of the implicit step is singular or indefinite",
        "the conjugate gradients of the implicit step have not converged",
        "the walls leave no place for a particle",
    };
    return phrases[static_cast<std::size_t>(outcome)];  // in the order of Outcome
}

Integration integrate(const ExplicitMethod& method, const Derivative& f, const Vector& x0, double t0,
                      double t1, std::size_t steps) {
    if (steps == 0) throw std::invalid_argument("an integration needs at least one step");
    Integration result{.x = x0, .t = t0};
    const double h = (t1 - t0) / static_cast<double>(steps);
    for (std::size_t k = 0; k < steps; ++k) {
        Vector next = method.step(f, result.x, result.t, h);
        result.evaluations += static_cast<std::size_t>(method.evaluations);
        if (!all_finite(next)) {
            result.outcome = Outcome::blew_up;
            return result;
        }
        result.x = std::move(next);
        // Not t += h: that would add up the roundings of the sum.
        result.t = k + 1 == steps ? t1 : t0 + static_cast<double>(k + 1) * h;
        ++result.steps;
    }
    return result;
}

}  // namespace restraint::ode
