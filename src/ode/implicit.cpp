#include "restraint/ode/implicit.h"

#include "restraint/linalg/lu.h"

namespace restraint::ode {
namespace {

/// x with a x = b, or nothing if a is singular.
std::optional<Vector> solution_of(const Matrix& a, const Vector& b) {
    const Lu factor = factor_lu(a);
    if (factor.singular()) return std::nullopt;
    return solve(factor, b);
}

}  // namespace

std::optional<Vector> implicit_euler_step(const FirstOrder& equation, const Vector& x0, double t0, double h) {
    require_step(x0, t0, h);
    const Vector f0 = equation.f(x0, t0);
    require_same_size("the derivative", f0.size(), "the state", x0.size());
    const Matrix df_dx = equation.df_dx ? equation.df_dx(x0, t0) : differenced_jacobian(equation.f, x0, t0);
    const Vector df_dt =
        equation.df_dt ? equation.df_dt(x0, t0) : differenced_time_derivative(equation.f, x0, t0);

    // ((1/h) 1 - f') dx = f + h df/dt   [PBM-D-3.2]
    const std::optional<Vector> dx = solution_of(1 / h * identity(x0.size()) - df_dx, f0 + h * df_dt);
    return dx ? std::optional(x0 + *dx) : std::nullopt;
}

std::optional<PositionVelocity> implicit_euler_step(const SecondOrder& equation,
                                                    const PositionVelocity& start, double t0, double h) {
    const Vector &x0 = start.x, &v0 = start.v;
    Vector state = x0;
    for (double entry : v0) state.push_back(entry);
    require_step(state, t0, h);
    require_same_size("the velocity", v0.size(), "the position", x0.size());
    const Vector f0 = equation.f(x0, v0, t0);
    require_same_size("the acceleration", f0.size(), "the position", x0.size());
    const Derivative of_x = [&](const Vector& x, double t) { return equation.f(x, v0, t); };
    const Derivative of_v = [&](const Vector& v, double t) { return equation.f(x0, v, t); };
    const Matrix df_dx = equation.df_dx ? equation.df_dx(x0, v0, t0) : differenced_jacobian(of_x, x0, t0);
    const Matrix df_dv = equation.df_dv ? equation.df_dv(x0, v0, t0) : differenced_jacobian(of_v, v0, t0);
    const Vector df_dt =
        equation.df_dt ? equation.df_dt(x0, v0, t0) : differenced_time_derivative(of_x, x0, t0);

    // (1 - h df/dv - h^2 df/dx) dv = h (f + h df/dx v0 + h df/dt)   [PBM-D-4.5, PBM-D-4.6]
    const std::optional<Vector> dv =
        solution_of(identity(x0.size()) - h * df_dv - h * h * df_dx, h * (f0 + h * (df_dx * v0 + df_dt)));
    return dv ? std::optional(PositionVelocity{x0 + h * (v0 + *dv), v0 + *dv}) : std::nullopt;  // [PBM-D-dx]
}

}  // namespace restraint::ode
