#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "restraint/contact/simulation.h"
#include "restraint/rigid/system.h"
#include "restraint/world/moving_contact.h"

namespace restraint::contact {

/// A step of the motion between two collisions: from a moment at which nothing collides, under the external
/// forces and those of the joints and of the contacts that rest at its start, to the first new contact.
class Simulation::SmoothStep {
  public:
    explicit SmoothStep(Simulation& simulation);

    /// Moves the bodies to where they are at the time t, from the start in one step of the method. False if
    /// there is no such place, with the outcome that says why; the bodies are then at the start.
    bool move(double t);

    /// How far the bound on the error lets the step go, but not beyond `end`; the bodies are there.
    double accurate_end(double end);

    /// Moves to `end`, or to the first contact before it; returns how far.
    double move_while_clear(double end);

    double start() const { return start_; }
    Outcome outcome() const { return outcome_; }

  private:
    bool fail(Outcome outcome);
    bool integrate(std::initializer_list<double> times);
    double error_of(double t);
    void add_forces(std::span<RigidBody> bodies, double t);
    double time_of_contact(Pair parts, double t1);
    std::optional<std::pair<Pair, double>> passing(double t1);

    Simulation& s_;
    double start_;                   // s
    std::vector<RigidBody> bodies_;  // at the start
    rigid::System system_;           // of the bodies under all forces; where `integrate` has taken them
    Vector state_;                   // of the system at the start
    std::vector<MovingContact> resting_;
    double here_;  // the time at which the world's bodies are
    Outcome outcome_ = Outcome::finished;
};

}  // namespace restraint::contact
