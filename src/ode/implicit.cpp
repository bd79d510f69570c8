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

/// The derivatives of an acceleration that are not given, by differences.
SecondOrder completed(const SecondOrder& equation) {
    SecondOrder full = equation;
    const Acceleration f = equation.f;
    if (!full.df_dx)
        full.df_dx = [f](const Vector& x, const Vector& v, double t) {
            return differenced_jacobian([&](const Vector& y, double s) { return f(y, v, s); }, x, t);
        };
    if (!full.df_dv)
        full.df_dv = [f](const Vector& x, const Vector& v, double t) {
            return differenced_jacobian([&](const Vector& y, double s) { return f(x, y, s); }, v, t);
        };
    if (!full.df_dt)
        full.df_dt = [f](const Vector& x, const Vector& v, double t) {
            return differenced_time_derivative([&](const Vector& y, double s) { return f(y, v, s); }, x, t);
        };
    return full;
}

Vector concatenated(const Vector& x, const Vector& v) {
    Vector both = x;
    for (double entry : v) both.push_back(entry);
    return both;
}

Vector part(const Vector& both, std::size_t begin, std::size_t size) {
    Vector result(size);
    for (std::size_t i = 0; i < size; ++i) result[i] = both[begin + i];
    return result;
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
    if (!dx) return std::nullopt;
    return x0 + *dx;
}

FirstOrder doubled(const SecondOrder& equation) {
    const SecondOrder full = completed(equation);
    FirstOrder result;
    result.f = [full](const Vector& xv, double t) {  // [PBM-D-4.2]
        const std::size_t n = xv.size() / 2;
        const Vector x = part(xv, 0, n), v = part(xv, n, n);
        return concatenated(v, full.f(x, v, t));
    };
    result.df_dx = [full](const Vector& xv, double t) {
        const std::size_t n = xv.size() / 2;
        const Vector x = part(xv, 0, n), v = part(xv, n, n);
        const Matrix df_dx = full.df_dx(x, v, t), df_dv = full.df_dv(x, v, t);
        Matrix jacobian(2 * n, 2 * n);  // ( 0  1 ; df/dx  df/dv )
        for (std::size_t i = 0; i < n; ++i) {
            jacobian(i, n + i) = 1.0;
            for (std::size_t j = 0; j < n; ++j) {
                jacobian(n + i, j) = df_dx(i, j);
                jacobian(n + i, n + j) = df_dv(i, j);
            }
        }
        return jacobian;
    };
    result.df_dt = [full](const Vector& xv, double t) {
        const std::size_t n = xv.size() / 2;
        return concatenated(Vector(n), full.df_dt(part(xv, 0, n), part(xv, n, n), t));
    };
    return result;
}

std::optional<PositionVelocity> implicit_euler_step(const SecondOrder& equation,
                                                    const PositionVelocity& start, double t0, double h) {
    const SecondOrder full = completed(equation);
    const Vector &x0 = start.x, &v0 = start.v;
    require_step(concatenated(x0, v0), t0, h);
    require_same_size("the velocity", v0.size(), "the position", x0.size());
    const Vector f0 = full.f(x0, v0, t0);
    require_same_size("the acceleration", f0.size(), "the position", x0.size());
    const Matrix df_dx = full.df_dx(x0, v0, t0), df_dv = full.df_dv(x0, v0, t0);

    // (1 - h df/dv - h^2 df/dx) dv = h (f + h df/dx v0 + h df/dt)   [PBM-D-4.5, PBM-D-4.6]
    const std::optional<Vector> dv = solution_of(identity(x0.size()) - h * df_dv - h * h * df_dx,
                                                 h * (f0 + h * (df_dx * v0 + full.df_dt(x0, v0, t0))));
    if (!dv) return std::nullopt;
    return PositionVelocity{x0 + h * (v0 + *dv), v0 + *dv};  // [PBM-D-dx]
}

}  // namespace restraint::ode
