#pragma once

#include <functional>
#include <string>

#include "restraint/io/text/scene_options.h"
#include "restraint/ode/stepper.h"

/// What the scenes of differential equations, particles and constraints share: the method by its name, and
/// the loop over time.
namespace restraint::scenes {

/// The distance of Neptune in metres. A state with a larger entry has left for good: a step that is too long
/// has made an explicit method unstable.   [PBM-SD-limit]
inline constexpr double neptune = 4.5e12;

/// Declares `--method`, the first word being the standard one, and `--step`, `--time`, `--every`.
inline void motion_knobs(io::Scene& scene, const std::string& methods, double step, double time,
                         std::size_t every = 1) {
    scene.choice("--method", methods, "how to take a step");
    scene.time_knobs(step, time, every);
}

/// Ends the scene if a step has failed or the system is off to Neptune.
inline void require_sane(const ode::System& system, ode::Outcome outcome) {
    if (outcome != ode::Outcome::finished)
        io::blew_up(system.time(), std::string(ode::to_string(outcome)) +
                                       (system.trouble.empty() ? "" : ": " + system.trouble));
    if (max_norm(system.state()) > neptune)
        io::blew_up(system.time(), "off to Neptune (beyond 4.5e12), the step is too long for this method");
}

/// Moves a system to --time in steps of --step; calls print(t) at the start, at every --every-th step and at
/// the last. A step that fails ends the scene with status 3 and a line that says when and why.
inline void run(ode::System& system, const io::Knobs& knobs, const ode::Stepper& advance,
                const std::function<void(double t)>& print) {
    const double h = knobs.number("--step");
    const std::size_t steps = knobs.steps(), every = knobs.count("--every");
    print(0.0);
    for (std::size_t k = 1; k <= steps; ++k) {
        require_sane(system, advance(system, h));
        if (k % every == 0 || k == steps) print(static_cast<double>(k) * h);
    }
}

/// x' = f(x, t) with a state of its own, for scenes that need no more.
class Equation : public ode::System {
  public:
    Equation(ode::Derivative f, Vector x0) : f_(std::move(f)), x_(std::move(x0)) {}
    std::size_t dimension() const override { return x_.size(); }
    Vector state() const override { return x_; }
    double time() const override { return t_; }
    void set_state(const Vector& x, double t) override {
        x_ = x;
        t_ = t;
    }
    Vector derivative() override { return f_(x_, t_); }

  private:
    ode::Derivative f_;
    Vector x_;
    double t_ = 0.0;
};

}  // namespace restraint::scenes
