#include "restraint/linalg/conjugate_gradient.h"

#include <stdexcept>

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

void require_finite(const Vector& x, const char* what) {
    if (!all_finite(x)) throw std::invalid_argument(std::string(what) + " holds a NaN or an infinity");
}

void measure(ConjugateGradient& result, const LinearMap& a, const Vector& b) {
    const double size = norm(b);
    result.residual = size > 0.0 ? norm(b - a(result.x)) / size : 0.0;
}

}  // namespace

ConjugateGradient conjugate_gradient(const LinearMap& a, const Vector& b,
                                     const ConjugateGradientOptions& options) {
    const std::size_t n = b.size();
    const Vector& inverse_diagonal = options.inverse_diagonal;
    require_finite(b, "the right-hand side");
    require_finite(inverse_diagonal, "the inverse diagonal");
    if (!inverse_diagonal.empty())
        require_same_size("the inverse diagonal", inverse_diagonal.size(), "the right-hand side", n);

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
    measure(result, a, b);
    return result;
}

ConjugateGradient least_squares_conjugate_gradient(const LinearMap& a, const LinearMap& a_transposed,
                                                   const Vector& b, const ConjugateGradientOptions& options) {
    require_finite(b, "the right-hand side");
    Vector r = b;                       // the residual b - A x
    Vector s = a_transposed(r), p = s;  // the negative gradient of 1/2 |A x - b|^2: A'(b - A x)
    ConjugateGradient result{Vector(s.size())};
    double gamma = dot(s, s);
    const double enough = options.tolerance * norm(s);
    while (!(result.converged = norm(s) <= enough) && result.iterations < limit(options, s.size())) {
        // The curvature along p is |A p|^2.
        const Vector q = a(p);
        ++result.iterations;
        const double curvature = dot(q, q);
        if (!(curvature > 0.0)) break;
        const double alpha = gamma / curvature;
        add_scaled(result.x, alpha, p);
        add_scaled(r, -alpha, q);

        s = a_transposed(r);
        const double gamma_last = gamma;
        gamma = dot(s, s);
        turn(p, gamma / gamma_last, s);
    }
    measure(result, a, b);
    return result;
}

}  // namespace restraint
