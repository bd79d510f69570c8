#pragma once

#include "restraint/ode/explicit.h"
#include "restraint/particles/force_jacobians.h"
#include "restraint/particles/particle_system.h"

namespace restraint::particles {

struct ImplicitOptions {
    double tolerance = 1e-4;          // of the conjugate gradients, relative to the right side
    std::size_t iteration_limit = 0;  // 0: the standard of conjugate_gradient
};

struct ImplicitResult {
    ode::Outcome outcome = ode::Outcome::finished;  // no_solution: the conjugate gradients did not converge
    std::size_t iterations = 0;
    double residual = 0.0;
};

/// One step of second-order implicit Euler on the sparse matrices of the forces.   [PBM-D-4.5, PBM-D-4.6]
///
///     (M - h df/dv - h^2 df/dx) dv = h (f + h df/dx v0 + h df/dt),      dx = h (v0 + dv)
///
/// The notes' equation times M, since f is a force here. Solved by conjugate gradients [PBM-SD-cg]; time and
/// memory are linear in the number of particles, for a bounded number of iterations. Controlled particles
/// follow their paths, and their known dx and dv stand on the right side. df/dt is the difference of the
/// forces at t + h and t. The sums of df/dx and df/dv must be symmetric; the upper half is not read.
///
/// jacobians: kept by the caller from step to step, to reuse its memory; its contents do not matter. If the
/// step fails the system stays where it was.
ImplicitResult implicit_step(ParticleSystem& system, double h, ForceJacobians& jacobians,
                             const ImplicitOptions& options = {});

}  // namespace restraint::particles
