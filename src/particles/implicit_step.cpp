#include "restraint/particles/implicit_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "restraint/linalg/conjugate_gradient.h"
#include "restraint/particles/forces.h"

namespace restraint::particles {
namespace {

/// S of a particle; 0 for one that follows a path.
Mat3 freedom_of(const Particle& p) { return p.is_free() ? p.freedom : Mat3{}; }

/// S x, particle by particle.
void filter(const ParticleSystem& system, Vector& x) {
    for (std::size_t i = 0; i < system.particles.size(); ++i)
        set_block(x, i, freedom_of(system.particles[i]) * block(x, i));
}

/// M - S (h df/dv + h^2 df/dx) S, on the blocks of df/dx. For a controlled particle S = 0, and its equation
/// is m dv = 0; likewise across a plane or line that holds one.
BlockSparse system_matrix(const ParticleSystem& system, const ForceJacobians& jacobians, double h) {
    BlockSparse matrix = jacobians.df_dx();
    for (std::size_t k = 0; k < matrix.blocks().size(); ++k) {
        const Particle &a = system.particles[matrix.blocks()[k].i / 3],
                       &b = system.particles[matrix.blocks()[k].j / 3];
        Mat3 block;
        for (std::size_t e = 0; e < 9; ++e)
            block.entries[e] = -h * jacobians.df_dv().entries(k)[e] - h * h * matrix.entries(k)[e];
        block = freedom_of(a) * block * freedom_of(b);
        if (&a == &b) block = a.mass * Mat3::identity() + block;
        std::copy(block.entries.begin(), block.entries.end(), matrix.entries(k).begin());
    }
    return matrix;
}

/// 1 over the diagonal: every particle has its block (i, i).
Vector inverse_diagonal_of(const BlockSparse& matrix) {
    Vector inverse(matrix.rows());
    for (std::size_t k = 0; k < matrix.blocks().size(); ++k)
        for (std::size_t r = 0; r < 3 && matrix.blocks()[k].i == matrix.blocks()[k].j; ++r)
            inverse[matrix.blocks()[k].i + r] = 1 / matrix.entries(k)[4 * r];
    return inverse;
}

/// Which piece of the model each particle belongs to: those that forces join, directly or by others.
std::vector<std::size_t> pieces_of(const BlockSparse& matrix) {
    std::vector<std::size_t> piece(matrix.rows() / 3);
    std::iota(piece.begin(), piece.end(), std::size_t{0});
    const auto first = [&](std::size_t i) {
        while (piece[i] != i) i = piece[i] = piece[piece[i]];
        return i;
    };
    for (const BlockSparse::Block& block : matrix.blocks()) {
        const std::size_t a = first(block.i / 3), b = first(block.j / 3);
        piece[std::max(a, b)] = std::min(a, b);
    }
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = first(i);
    return piece;
}

/// Moves every piece as a whole until no residual is left in the sum of its equations.
///
/// Forces within a piece cancel in that sum, whatever dv is: the sum says what momentum the outer forces give
/// to the piece. The conjugate gradients stop at a residual relative to the largest forces, which are inner
/// ones, so that the sum may be wrong by more than the outer forces. Let z shift all particles of a piece by
/// 1 along an axis, each as far as it is free, and let r be the residual. Then dv += z (z'r) / (z'A z) makes
/// z'r = 0. If the piece is held, dv comes nearer to the solution in the norm of A.
void mend_momentum(const ParticleSystem& system, const BlockSparse& matrix, const Vector& right,
                   const std::vector<std::size_t>& piece, Vector& dv) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Vector shift(dv.size());
        for (std::size_t i = axis; i < dv.size(); i += 3) shift[i] = 1.0;
        filter(system, shift);
        const Vector residual = right - matrix * dv, lifted = matrix * shift;
        Vector left(piece.size()), weight(piece.size());  // z'r and z'A z, at the first particle of a piece
        for (std::size_t i = 0; i < dv.size(); ++i) {
            left[piece[i / 3]] += shift[i] * residual[i];
            weight[piece[i / 3]] += shift[i] * lifted[i];
        }
        for (std::size_t i = 0; i < dv.size(); ++i)
            if (shift[i] != 0.0) dv[i] += shift[i] * left[piece[i / 3]] / weight[piece[i / 3]];
    }
}

}  // namespace

ImplicitResult implicit_step(ParticleSystem& system, double h, ForceJacobians& jacobians,
                             const ImplicitOptions& options) {
    if (!(h > 0.0) || !std::isfinite(h))
        throw std::invalid_argument("the step is " + std::to_string(h) + " s, but must be positive");
    require_not_negative("the tolerance of an implicit step", options.tolerance);
    ode::require_step(system.state(), system.time(), h);
    const std::size_t n = system.particles.size();
    if (jacobians.particles() != n) jacobians = ForceJacobians(n);
    jacobians.set_zero();
    for (const auto& force : system.forces()) force->add_jacobians(system, jacobians);
    for (std::size_t i = 0; i < n; ++i) jacobians.add(i, i, {}, {});  // a block for the mass

    // What is known before: h v0 of the free particles, and dx and dv of those that follow a path. f + h
    // df/dt are the forces where the particles are, with the clock at t + h.
    const Vector state = system.state(), x0 = system.positions(), v0 = system.velocities();
    const double t0 = system.t;
    system.t = t0 + h;
    const Vector ahead = system.applied_forces();
    system.set_state(state, t0 + h);
    Vector known_dx = system.positions() - x0;
    const Vector known_dv = system.velocities() - v0;
    system.set_state(state, t0);
    for (std::size_t i = 0; i < n; ++i)
        if (system.particles[i].is_free()) set_block(known_dx, i, h * system.particles[i].v);

    // Right side: h (f + h df/dt + df/dx dx + df/dv dv).   [PBM-D-4.6]
    Vector right = h * (ahead + jacobians.df_dx() * known_dx + jacobians.df_dv() * known_dv);
    filter(system, right);  // [PBM-SH-cloth]
    system.trouble = all_finite(right) ? "" : system.strain();
    if (!all_finite(right)) return {ode::Outcome::no_derivative, 0, 0.0};

    // (M - h df/dv - h^2 df/dx) dv = right   [PBM-D-4.5]
    const BlockSparse matrix = system_matrix(system, jacobians, h);
    const LinearMap product = [&](const Vector& dv) { return matrix * dv; };
    const std::size_t limit = options.iteration_limit > 0 ? options.iteration_limit : 30 * n + 100;
    const ConjugateGradient solution =
        conjugate_gradient(product, right, {options.tolerance, limit, inverse_diagonal_of(matrix)});
    if (!solution.converged)
        return {solution.iterations == limit ? ode::Outcome::not_converged : ode::Outcome::no_solution,
                solution.iterations, solution.residual};
    Vector dv = solution.x;
    mend_momentum(system, matrix, right, pieces_of(matrix), dv);
    filter(system, dv);

    for (std::size_t i = 0; i < n; ++i) {
        Particle& p = system.particles[i];
        if (!p.is_free()) continue;
        p.v += block(dv, i);
        p.x += h * p.v;  // [PBM-D-dx]
    }
    const Vector new_state = system.state();
    const bool finite = all_finite(new_state);
    // This moves the clock, and the controlled particles with it.
    system.set_state(finite ? new_state : state, finite ? t0 + h : t0);
    return {finite ? ode::Outcome::finished : ode::Outcome::blew_up, solution.iterations, solution.residual};
}

}  // namespace restraint::particles
