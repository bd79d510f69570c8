#include "restraint/linalg/conjugate_gradient.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint {

namespace {

/// r, or with a preconditioner D^-1 r, D the diagonal of A.
Vector preconditioned(Vector r, const Vector& inverse_diagonal) {
    for (std::size_t i = 0; i < inverse_diagonal.size(); ++i) r[i] *= inverse_diagonal[i];
    return r;
}

/// p <- z + beta p, the next direction.
void turn(Vector& p, double beta, const Vector& z) {
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = z[i] + beta * p[i];
}

std::size_t limit(const ConjugateGradientOptions& options, std::size_t n) {
    return options.iteration_limit > 0 ? options.iteration_limit : 10 * n + 100;
}

/// The largest power of two not above the largest entry: divided by it, no entry's square overflows, nor
/// vanishes beside the largest. 1 for b = 0.
double unit_of(const Vector& b) {
    const double largest = max_norm(b);
    return largest > 0.0 ? std::ldexp(1.0, std::ilogb(largest)) : 1.0;
}

Vector over(Vector b, double unit) {
    for (double& entry : b) entry /= unit;
    return b;
}

/// The residual of x for b, both over the unit of b; then x in its own unit. An answer with a NaN or an
/// infinity has not converged.
void finish(ConjugateGradient& result, const LinearMap& a, const Vector& b, double unit) {
    const double size = norm(b);
    result.residual = size > 0.0 ? norm(b - a(result.x)) / size : 0.0;
    result.x *= unit;
    result.converged = result.converged && all_finite(result.x) && std::isfinite(result.residual);
}

}  // namespace

ConjugateGradient conjugate_gradient(const LinearMap& a, const Vector& right,
                                     const ConjugateGradientOptions& options) {
    const std::size_t n = right.size();
    const Vector& inverse_diagonal = options.inverse_diagonal;
    require_finite("the right-hand side", right);
    require_finite("the inverse diagonal", inverse_diagonal);
    if (!inverse_diagonal.empty())
        require_same_size("the inverse diagonal", inverse_diagonal.size(), "the right-hand side", n);

    const double unit = unit_of(right);
    const Vector b = over(right, unit);
    ConjugateGradient result{Vector(n)};
    Vector r = b;  // the residual b - A x
    Vector z = preconditioned(r, inverse_diagonal), p = z;
    double rho = dot(r, z);
    const double enough = options.tolerance * norm(b);
    while (!(result.converged = norm(r) <= enough) && result.iterations < limit(options, n)) {
        // The step along p to the lowest point of 1/2 x'Ax - b'x. Without curvature there is none.
        const Vector q = a(p);
        ++result.iterations;
        const double curvature = dot(p, q);
        if (!(curvature > 0.0)) break;
        const double alpha = rho / curvature;
        add_scaled(result.x, alpha, p);
        add_scaled(r, -alpha, q);

        // The next direction: downhill, and conjugate to the last (p'A p_last = 0).
        z = preconditioned(r, inverse_diagonal);
        const double rho_last = rho;
        rho = dot(r, z);
        turn(p, rho / rho_last, z);
    }
    finish(result, a, b, unit);
    return result;
}

ConjugateGradient least_squares_conjugate_gradient(const LinearMap& a, const LinearMap& a_transposed,
                                                   const Vector& right,
                                                   const ConjugateGradientOptions& options) {
    require_finite("the right-hand side", right);
    const double unit = unit_of(right);
    const Vector b = over(right, unit);
    const LinearMap gram = [&](const Vector& x) { return a_transposed(a(x)); };
    ConjugateGradient result =
        conjugate_gradient(gram, a_transposed(b), {options.tolerance, options.iteration_limit, {}});
    finish(result, a, b, unit);
    return result;
}

}  // namespace restraint
