#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/position_projection.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/step_model.h"
#include "restraint/bricks/tower.h"

namespace restraint::bricks {

/// The position based loop, for any model of the bricks: positions move on as they moved, fall by gravity,
/// and are projected on those without overlap. No velocities, no events; collisions are inelastic by
/// themselves. [ROTE-fig7, SLIDES-p1, SLIDES-p2, SLIDES-**]
///
/// Two errors of a step with a hit are of first order in dt, with a large factor: a body that is hit keeps
/// the share gap / (v dt) of its approach for the next step, in which other contacts push; and hits one after
/// the other are solved as one. So a step in which something is hit is done again as two halves, and each
/// half likewise, `halvings` times at most. Where a hit is left, velocities are those after the inelastic
/// impact [ROTE-Q*]. A step whose answer overlaps, as at mass ratios of 1e4, is too long as well: it is
/// halved twice as often. `halvings` = 0 is the document's step.
///
/// The velocities are those of the middle of a step. From the middle of a step of h' to that of one of h pass
/// (h' + h)/2: so bodies fall by g h (h' + h)/2, which is g dt^2 where nothing is halved.
class StepLoop {
  public:
    /// Takes a step, if the report's status is `optimal`; see StepReport. Forces are means over the time from
    /// the middle of the step before to the middle of the last part of the step.
    StepReport step();

    /// The tower as it stands. Its velocities are the last displacements over the length of the last step.
    const Tower& tower() const { return tower_; }
    std::size_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * options_.dt; }  // s

  protected:
    /// Velocities of the tower are those of the step before the first. Throws std::invalid_argument if dt is
    /// not positive and finite, or the pass limit is 0.
    StepLoop(Tower tower, const LoopOptions& options, std::shared_ptr<const StepModel> model);

    struct State {
        FineVector positions, displacements;
        double length = 0.0;               // s, of the step that made the displacements
        std::vector<SidednessRow> active;  // sorted
    };
    const State& state() const { return state_; }

  private:
    /// What the parts of a step add up to.
    struct Record {
        StepReport report;
        std::vector<std::pair<SidednessRow, ContactForce>> pushes;  // forces: impulses in N s
        double duration = 0.0;                                      // s, from middle to middle
    };

    bool advance(State& state, double length, std::size_t halved, Record& record) const;
    Step free_step(const State& state, double length) const;
    bool is_hit(const Step& step, const Solved& solved, double length) const;
    void stop_approach(const Step& step, const Solved& solved, State& state, Vector& impulses,
                       StepReport& report) const;
    double energy_lag() const;
    void add_impulses(const Step& step, const Solved& solved, const Vector& impulses, Record& record) const;

    Tower tower_;
    LoopOptions options_;
    std::shared_ptr<const StepModel> model_;
    double size_ = 1.0;  // mean brick size, m
    std::size_t steps_ = 0;
    State state_;
};

}  // namespace restraint::bricks
