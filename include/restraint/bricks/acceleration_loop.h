#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "restraint/bricks/formulation.h"
#include "restraint/bricks/framework.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/step_model.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"

namespace restraint::bricks {

/// Which velocity moves the positions in a step.
enum class Update {
    new_velocity,   // v += a dt, p += v dt with the new v [ROTE-3.1]
    mean_velocity,  // p += (old v + new v)/2 dt [ROTE-updavg]
    old_velocity,   // explicit Euler: what turns grows, by sqrt(1 + turn^2) a step [SLIDES-5A]
};

struct AccelerationLoopOptions {
    double dt = 0.002;  // s
    Model model = Model::rigid;
    Bars bars = Bars::minimal;
    Update update = Update::new_velocity;
    bool correct = true;         // step d) of ROTE figure 3: positions are put right
    std::size_t pass_limit = 4;  // tries of a step; each adds rows of corners that the last made overlap
};

/// The classical loop, against which the document holds its own: contacts are constraints on accelerations,
/// as long as gap and gap velocity are zero.   [ROTE-fig3, ROTE-fig6]
///
/// In a computation nothing is ever zero [SLIDES-5C], and a loop of accelerations does not notice what its
/// positions do: corners creep into sides [SLIDES-5B], bars change their lengths [SLIDES-5A], impacts are
/// events of their own. So here, step by step:
///
///   a) gaps up to a g dt^2 (what a body falls in a step) are contacts; of a contact whose gap closes the
///      velocities are put right first, by an inelastic impact of all contacts together    [ROTE-Q*]
///   b) accelerations, with the contacts whose gaps open by no more than g dt               [ROTE-Q]
///   c) velocities and positions
///   d) overlaps, pins and bars, by the nearest positions that are right; an option, for to see what happens
///      without it
class AccelerationLoop {
  public:
    /// Throws std::invalid_argument if dt is not positive and finite, the pass limit is 0, or a framework is
    /// asked of a body that is no brick.
    explicit AccelerationLoop(Tower tower, const AccelerationLoopOptions& options = {});

    /// Takes a step, if the report's status is `optimal`; see StepReport. Forces are means over the step: the
    /// impulses of impacts over dt count.
    StepReport step();

    const Tower& tower() const { return tower_; }
    /// Points and bars of a framework model; nothing of the rigid one.
    Framework framework() const;
    std::size_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * options_.dt; }  // s

  private:
    /// Where a step with some sides leads.
    struct Attempt {
        FineVector velocities, displacements;
        std::vector<double> forces;  // of the sides
        std::vector<Vec2> pin_forces;
        StepReport report;
    };

    Attempt attempt(const std::vector<SidednessRow>& sides, const StepReport& before) const;
    bool stop_approach(const std::vector<SidednessRow>& sides, Attempt& result) const;
    bool accelerate(const std::vector<SidednessRow>& sides, Attempt& result) const;
    Formulation formulation(const FineVector& velocities, const std::vector<SidednessRow>& sides,
                            Unknown unknown) const;
    gauss::Projection solve(Formulation f, std::size_t sides, StepReport& report) const;
    void collect_forces(const gauss::Projection& solved, const std::vector<std::size_t>& places,
                        double factor, Attempt& result) const;

    AccelerationLoopOptions options_;
    Tower tower_;
    std::shared_ptr<const StepModel> model_;
    FineVector positions_, velocities_;
    double size_ = 1.0;              // mean brick size, m
    double closing_velocity_ = 0.0;  // g dt, m/s: below it a gap counts as neither closing nor opening
    std::size_t steps_ = 0;
};

}  // namespace restraint::bricks
