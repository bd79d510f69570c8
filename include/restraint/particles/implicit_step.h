#pragma once

#include "restraint/ode/explicit.h"
#include "restraint/particles/force_jacobians.h"
#include "restraint/particles/particle_system.h"

namespace restraint::particles {

struct ImplicitOptions {
    double tolerance = 1e-4;          // of the conjugate gradients, relative to the right side
    std::size_t iteration_limit = 0;  // 0: 30 a particle, and 100
};

struct ImplicitResult {
    /// not_converged: the limit of iterations was reached. no_solution: the matrix is not positive definite.
    ode::Outcome outcome = ode::Outcome::finished;
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
/// forces at t + h and t. The sums of df/dx and df/dv must be symmetric.
///
/// A particle that is held on a plane or a line (ParticleSystem::hold_on_plane) moves as its freedom S lets
/// it: the system is filtered, S A S dv = S right, which conjugate gradients solve as well [PBM-SH-cloth].
///
/// Momentum. Each connected piece of the model is shifted as a whole until the equations summed over the
/// piece have no residual: so a free piece gets just the momentum of the outer forces, whatever the
/// tolerance. Angular momentum is not kept: a spinning dumbbell loses angular momentum in every step, as it
/// loses energy.
///
/// How long a step may be. The method is stable, but not accurate, for long steps: it damps motions faster
/// than h, so that stiff cloth falls in slow motion; and a far too long step on stretched or pressed threads
/// gains energy, since df/dx is that of the start. Halve h until the motion does not change: in the scene
/// cloth, --stretch 1e6 with
/// --step 0.02 and with --step 0.001.
///
/// jacobians: kept by the caller from step to step, to reuse its memory; its contents do not matter. If the
/// step fails the system stays where it was. `trouble` of the system names a particle on which the
/// force is not finite. Throws std::invalid_argument unless h > 0, tolerance >= 0 and both, the state and the
/// time are finite.
ImplicitResult implicit_step(ParticleSystem& system, double h, ForceJacobians& jacobians,
                             const ImplicitOptions& options = {});

}  // namespace restraint::particles
