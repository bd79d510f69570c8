#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/step_model.h"
#include "restraint/bricks/tower.h"

namespace restraint::bricks {

/// A tower in motion, step by step, whatever loop takes the steps and whatever the bricks are made of.
class StepLoop {
  public:
    virtual ~StepLoop() = default;

    /// Takes a step, if the report's status is `optimal`; see StepReport. Forces are means over the step.
    StepReport step();

    const Tower& tower() const { return tower_; }
    std::size_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * dt_; }  // s

  protected:
    /// Throws std::invalid_argument if dt is not positive and finite, or the pass limit is 0.
    StepLoop(Tower tower, double dt, std::size_t pass_limit, std::shared_ptr<const StepModel> model);

    struct State {
        FineVector positions, displacements;  // displacements: the velocities times the length
        double length = 0.0;                  // s, of the last step, or of the last part of it
        std::vector<SidednessRow> active;     // sorted

        FineVector velocities() const { return (1.0 / length) * displacements; }
    };
    const State& state() const { return state_; }

    /// What the parts of a step add up to.
    struct Record {
        StepReport report;
        std::vector<std::pair<SidednessRow, ContactForce>> pushes;  // forces: impulses in N s
        double duration = 0.0;                                      // s, in which they acted
    };

    /// A step from the state; false, with the report's status, if there is none.
    virtual bool advance(State& state, Record& record) const = 0;
    virtual Energy energy(const State& state) const = 0;

    /// impulses: of all rows, the last of which are those of the sides.
    void add_impulses(const std::vector<Outline>& parts, const std::vector<SidednessRow>& sides,
                      const Vector& impulses, Record& record) const;

    Tower tower_;
    const double dt_;    // s
    const double size_;  // m; of the tolerances (scale.h)
    const std::shared_ptr<const StepModel> model_;

  private:
    std::size_t steps_ = 0;
    State state_;
};

}  // namespace restraint::bricks
