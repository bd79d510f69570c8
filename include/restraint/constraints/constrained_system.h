#pragma once

#include <string>

#include "restraint/constraints/constraint.h"
#include "restraint/ode/mechanics.h"

namespace restraint::constraints {

/// Pulls a system back that has drifted off its constraints: C'' = -k_s C - k_d C' instead of 0.
/// [PBM-F-fb, PBM-SG-fb]
///
/// C then dies out as a damped spring does; k_s = 25, k_d = 10 is critically damped, with a time of 0.2 s.
/// Other values of that size serve as well. With both 0 nothing pulls back, and numerical errors add up.
struct Feedback {
    double k_s = 25.0;  // 1/s^2
    double k_d = 10.0;  // 1/s
};

/// The forces that hold the constraints.
struct ConstraintForces {
    Vector multipliers;   // lambda (m): newtons for a C in metres
    Vector forces;        // J' lambda (3n), N   [PBM-F-JT]
    double residual = 0;  // |b - J W J' lambda| / |b|: rounding, unless constraints contradict each other
    /// Empty, or a phrase: which constraint misses its C'' by more than 0.3 of the largest term of b; or
    /// which has C != 0 and no gradient; or that the numbers are not finite.
    std::string trouble;
};

/// Finds the forces J' lambda that make C'' = -k_s C - k_d C':   [PBM-F-11, PBM-SG-mat]
///
///     (J W J') lambda = -Jdot qdot - J W Q - k_s C - k_d J qdot
///
/// model           at its present state; W Q stands for its accelerations under Q alone
/// constraints     for as many points as the model has; evaluated here
/// applied_forces  Q (3n), N
///
/// The constraint forces do no work on any motion that the constraints allow: they are combinations of the
/// gradients (principle of virtual work).   [PBM-F-10]
ConstraintForces constraint_forces(const ode::Mechanics& model, ConstraintSet& constraints,
                                   const Vector& applied_forces, const Feedback& feedback);

/// Q (3n), N, at the present state of a model.
using Forces = std::function<Vector()>;

/// Whether a step from x0 at t0 to the present state kept the constraints.
///
/// With C'' = -k_s C - k_d C' the sum E = (|C'|^2 + k_s |C|^2) / 2 never grows: its rate is -k_d |C'|^2. Let
/// C''_0 = Jdot q' + J W Q, the C'' at x0 without constraint forces. A step of length h may err in C' by
/// h |C''_0|. False, with the reason in `trouble`, if E > 2 (E(x0) + (h |C''_0|)^2): the constraints
/// contradict each other, or the step was too long.
bool constraints_hold(ode::Mechanics& model, ConstraintSet& constraints, const Feedback& feedback,
                      const Forces& applied_forces, const Vector& x0, double t0, std::string& trouble);

/// max |C| at the present state of the model: the drift.
double violation(const ode::Mechanics& model, ConstraintSet& constraints);

/// Names the constraint of the largest multiplier; empty without constraints. Near a state at which
/// constraints cannot be met the multipliers grow without bound, until no step of a solver with adaptive
/// steps is short enough.
std::string most_strained(const ConstraintSet& constraints, const Vector& multipliers);

/// A model under constraints, as any solver sees it: the model with step 3 added to its derivative loop.
/// [PBM-F-loop, PBM-F-sum]
///
/// Where constraints cannot be met (bars of 1, 1 and 3 m on a line, coincident ends of a bar) there is no
/// derivative, and `trouble` names one of them; it also does so after a step that does not keep them.
/// derivative() refuses a model that has contacts: see constrained_particles.h.
class ConstrainedSystem : public ode::System {
  public:
    /// Keeps a reference to the model, which set_state changes.
    explicit ConstrainedSystem(ode::Mechanics& model);

    ConstraintSet constraints;
    Feedback feedback;

    std::size_t dimension() const override { return model_.dimension(); }
    Vector state() const override { return model_.state(); }
    double time() const override { return model_.time(); }
    void set_state(const Vector& x, double t) override { model_.set_state(x, t); }
    Vector derivative() override;
    bool can_have_come_from(const Vector& x0, double t0) override;
    std::string strain() override;

    /// The forces of the constraints at the present state.
    ConstraintForces forces();

  private:
    ode::Mechanics& model_;
};

}  // namespace restraint::constraints
