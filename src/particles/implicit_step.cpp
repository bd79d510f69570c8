#include "restraint/particles/implicit_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "restraint/linalg/conjugate_gradient.h"

namespace restraint::particles {
namespace {

/// What is known of the motion during the step before it is solved.
struct KnownMotion {
    Vector dx;  // (3n) free particles: h v0; controlled ones: what their path says
    Vector dv;  // (3n) free particles: 0; controlled ones: what their path says
};

KnownMotion known_motion(const ParticleSystem& system, double h) {
    KnownMotion known{h * system.velocities(), Vector(3 * system.particles.size())};
    for (std::size_t i = 0; i < system.particles.size(); ++i) {
        const Particle& p = system.particles[i];
        if (p.is_free()) continue;
        const PathPoint end = p.path(system.t + h);
        set_block(known.dx, i, end.x - p.x);
        set_block(known.dv, i, end.v - p.v);
    }
    return known;
}

/// The forces at the present positions and velocities, with the clock at t + h: f + h df/dt.
Vector forces_ahead(ParticleSystem& system, double h) {
    const double t0 = system.t;
    system.t = t0 + h;
    Vector forces = system.applied_forces();
    system.t = t0;
    return forces;
}

/// S, the directions in which a particle may move: none for one that follows a path.
Mat3 freedom_of(const Particle& p) { return p.is_free() ? p.freedom : Mat3{}; }

/// S x, particle by particle.
void filter(const ParticleSystem& system, Vector& x) {
    for (std::size_t i = 0; i < system.particles.size(); ++i)
        set_block(x, i, freedom_of(system.particles[i]) * block(x, i));
}

/// S (-h df/dv - h^2 df/dx) S. It is symmetric, and only the blocks on and below the diagonal are kept: the
/// products are bound by how fast they can be read.
BlockSparse stiffness_and_damping(const ParticleSystem& system, const ForceJacobians& jacobians, double h) {
    const BlockSparse &df_dx = jacobians.df_dx(), &df_dv = jacobians.df_dv();
    BlockSparse lower(df_dx.rows(), df_dx.cols());
    for (std::size_t k = 0; k < df_dx.blocks().size(); ++k) {
        const auto [i, j, ilength, jlength, start] = df_dx.blocks()[k];
        const Particle &a = system.particles[i / 3], &b = system.particles[j / 3];
        if (j > i || !a.is_free() || !b.is_free()) continue;
        Mat3 block;
        for (std::size_t e = 0; e < 9; ++e)
            block.entries[e] = -h * df_dv.entries(k)[e] - h * h * df_dx.entries(k)[e];
        if (a.freedom != Mat3::identity() || b.freedom != Mat3::identity())
            block = a.freedom * block * b.freedom;
        const auto entries = lower.entries(lower.add_block(i, j, 3, 3));
        std::copy(block.entries.begin(), block.entries.end(), entries.begin());
    }
    return lower;
}

/// (M + K) x, K being given by its blocks on and below the diagonal, of 3 x 3.
Vector symmetric_product(const Vector& mass, const BlockSparse& lower, const Vector& x) {
    Vector y(x.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = mass[i] * x[i];
    for (std::size_t k = 0; k < lower.blocks().size(); ++k) {
        const std::size_t i = lower.blocks()[k].i, j = lower.blocks()[k].j;
        const double* block = lower.entries(k).data();
        for (std::size_t r = 0; r < 3; ++r)
            y[i + r] += block[3 * r] * x[j] + block[3 * r + 1] * x[j + 1] + block[3 * r + 2] * x[j + 2];
        if (i == j) continue;
        for (std::size_t c = 0; c < 3; ++c)  // the block (j, i) is the transpose
            y[j + c] += block[c] * x[i] + block[3 + c] * x[i + 1] + block[6 + c] * x[i + 2];
    }
    return y;
}

/// M as a vector; 1 for controlled particles, whose equation is dv = 0, as across a plane or line that holds
/// one.
Vector masses(const ParticleSystem& system) {
    Vector m(3 * system.particles.size());
    for (std::size_t i = 0; i < m.size(); ++i) {
        const Particle& p = system.particles[i / 3];
        m[i] = p.is_free() ? p.mass : 1.0;
    }
    return m;
}

Vector diagonal_of(const BlockSparse& a, Vector diagonal) {
    for (std::size_t k = 0; k < a.blocks().size(); ++k) {
        const BlockSparse::Block& block = a.blocks()[k];
        if (block.i != block.j) continue;
        for (std::size_t r = 0; r < 3; ++r) diagonal[block.i + r] += a.entries(k)[4 * r];
    }
    return diagonal;
}

/// Which piece of the model each particle belongs to: those that forces join, directly or by others.
std::vector<std::size_t> pieces_of(const BlockSparse& lower, std::size_t particles) {
    std::vector<std::size_t> piece(particles);
    std::iota(piece.begin(), piece.end(), std::size_t{0});
    const auto first = [&](std::size_t i) {
        while (piece[i] != i) i = piece[i] = piece[piece[i]];
        return i;
    };
    for (const BlockSparse::Block& block : lower.blocks()) {
        const std::size_t a = first(block.i / 3), b = first(block.j / 3);
        piece[std::max(a, b)] = std::min(a, b);
    }
    for (std::size_t i = 0; i < particles; ++i) piece[i] = first(i);
    return piece;
}

/// Moves every piece as a whole until no residual is left in the sum of its equations.
///
/// Forces within a piece cancel in that sum, whatever dv is: the sum says what momentum the outer forces give
/// to the piece. The conjugate gradients stop at a residual that the largest forces are the measure of, and
/// those are inner ones. With z = one shift of all particles of a piece, each as far as it is free, and r the
/// residual, dv += z (z'r) / (z'A z) leaves z'r = 0. A piece that something holds comes nearer to the
/// solution, in the norm of A.
void mend_momentum(const ParticleSystem& system, const LinearMap& matrix, const Vector& right,
                   const std::vector<std::size_t>& piece, Vector& dv) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Vector shift(dv.size());
        for (std::size_t i = axis; i < dv.size(); i += 3) shift[i] = 1.0;
        filter(system, shift);
        const Vector residual = right - matrix(dv), lifted = matrix(shift);
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
    const std::size_t n = system.particles.size();
    if (jacobians.particles() != n) jacobians = ForceJacobians(n);
    jacobians.set_zero();
    for (const auto& force : system.forces()) force->add_jacobians(system, jacobians);

    // Right side: h (f + h df/dt + df/dx dx + df/dv dv), with the known parts of dx and dv.   [PBM-D-4.6]
    const KnownMotion known = known_motion(system, h);
    Vector right =
        h * (forces_ahead(system, h) + jacobians.df_dx() * known.dx + jacobians.df_dv() * known.dv);
    filter(system, right);  // [PBM-SH-cloth]
    if (!all_finite(right)) return {ode::Outcome::no_derivative, 0, 0.0};

    // (M - h df/dv - h^2 df/dx) dv = right   [PBM-D-4.5]
    const BlockSparse stiffness = stiffness_and_damping(system, jacobians, h);
    const Vector mass = masses(system);
    Vector inverse_diagonal = diagonal_of(stiffness, mass);
    for (double& entry : inverse_diagonal) entry = 1 / entry;
    const LinearMap matrix = [&](const Vector& dv) { return symmetric_product(mass, stiffness, dv); };
    const std::size_t limit = options.iteration_limit > 0 ? options.iteration_limit : 30 * n + 100;
    const ConjugateGradient solution =
        conjugate_gradient(matrix, right, {options.tolerance, limit, inverse_diagonal});
    if (!solution.converged)
        return {solution.iterations == limit ? ode::Outcome::not_converged : ode::Outcome::no_solution,
                solution.iterations, solution.residual};
    Vector dv = solution.x;
    mend_momentum(system, matrix, right, pieces_of(stiffness, n), dv);
    filter(system, dv);

    const Vector old_state = system.state();
    for (std::size_t i = 0; i < n; ++i) {
        Particle& p = system.particles[i];
        if (!p.is_free()) continue;
        p.v += block(dv, i);
        p.x += h * p.v;  // [PBM-D-dx]
    }
    const Vector new_state = system.state();
    const bool finite = all_finite(new_state);
    // This moves the clock, and the controlled particles with it.
    system.set_state(finite ? new_state : old_state, finite ? system.t + h : system.t);
    return {finite ? ode::Outcome::finished : ode::Outcome::blew_up, solution.iterations, solution.residual};
}

}  // namespace restraint::particles
