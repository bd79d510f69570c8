#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/step_model.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"

namespace restraint::bricks {

/// A tower in motion, step by step, whatever loop takes the steps and whatever the bricks are made of.
class StepLoop {
  public:
    /// Throws std::invalid_argument if dt or the penalty is not positive and finite, or a framework is asked
    /// of a body that is no brick.
    explicit StepLoop(const Tower& tower, const LoopOptions& options = {});
    virtual ~StepLoop() = default;

    /// Takes a step, if the report's status is `optimal`; see StepReport. Forces are means over the step.
    StepReport step();

    const Tower& tower() const { return bricks_.tower; }
    std::size_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * options_.dt; }  // s
    /// The points and their velocities (the last displacements over the length of the last step), and the
    /// bars with the lengths that they should have; nothing of the rigid model.
    const Framework& framework() const { return bricks_.framework; }

  protected:
    struct State {
        Vector positions, displacements;  // displacements: the velocities times the length
        double length = 0.0;              // s, of the last step, or of its last part
        std::set<SidednessRow> active;

        Vector velocities() const { return (1.0 / length) * displacements; }
    };

    /// What the parts of a step add up to.
    struct StepTotals {
        StepReport report;
        std::vector<std::pair<SidednessRow, ContactForce>> pushes;  // forces: impulses in N s
        double duration = 0.0;                                      // s, in which they acted
    };

    /// A step from the state; false, with the report's status, if there is none.
    virtual bool advance(State& state, StepTotals& totals) const = 0;

    /// Adds impulses of all rows, the first of which are those of the sides, to the totals; the sides that
    /// push are the active ones of the state.
    void add_impulses(const std::vector<Outline>& parts, const std::vector<SidednessRow>& sides,
                      const Vector& impulses, State& state, StepTotals& totals) const;

    /// Of the rows of the sides, those that pushed in the last step are active. Of several rows with one
    /// meaning, those push again; without this, rounding would choose them in each step, and break the mirror
    /// symmetry of a tower.
    static std::vector<optimize::Activity> warm_start(const std::vector<SidednessRow>& sides,
                                                      const std::set<SidednessRow>& last_active);

    /// The motion nearest to `free`, in the metric of the masses, that meets the rows. Its error is
    /// relative to the correction, motion - free.   [ROTE-Q, ROTE-Q*, ROTE-Q']
    ///
    /// If there is none, or none whose residual is small, bodies are held between others without clearance, to
    /// the last bit: then the sides of contacts, the first `sides` rows, are loosened until standing still
    /// satisfies them.
    ///
    /// rounding: of the sides; start: the warm one, of the first rows. Adds to the passes and iterations of
    /// the report, and sets its status, its count of rows and its residual, the worst of the step.
    gauss::Projection nearest(std::vector<gauss::Row> rows, std::size_t sides, const Vector& free,
                              double rounding, std::vector<optimize::Activity> start,
                              StepReport& report) const;

    /// The motion (velocities, or displacements in a step) after an inelastic impact: no side closes, no
    /// joint parts. Rows without a lower side are left as they are.   [ROTE-Q*]
    gauss::Projection stop_approach(std::vector<gauss::Row> rows, std::size_t sides, const Vector& motion,
                                    double rounding, StepReport& report) const;

    /// The answer of a step of positions.
    struct Solved {
        std::vector<SidednessRow> sides;
        gauss::Projection answer;  // the displacements; rows: sides first, then joints
        Overlap deepest;           // where the step ends
        double miss = 0.0;         // m: the deepest overlap, or a gap or pin that is missed by more
    };

    /// c) of figure 7: the positions without overlap that are nearest to the free ones, in the metric of the
    /// masses.   [ROTE-Q']
    ///
    /// Gaps are only nearly linear in the displacements, and some corners have no rows yet (sidedness.h).
    /// Where the answer misses a gap or overlaps by more than the tolerance, it is solved again, with the
    /// rows that it lacks, and with the gaps as they are where the last pass ended. A pass that is no better
    /// than the one before is not taken.
    ///
    /// tolerance     of misses, of the size
    /// last_active   the sides that were active in the step before: the warm start
    /// Nothing without an answer.
    std::optional<Solved> project_positions(const Step& step, SidednessRule rule, double tolerance,
                                            const std::set<SidednessRow>& last_active,
                                            StepReport& report) const;

    const LoopOptions options_;
    StepModel model_;
    const double size_ = loop_size(model_.bricks.tower);  // m; of the tolerances

  private:
    Bricks bricks_ = model_.bricks;
    std::size_t steps_ = 0;
    State state_;
};

}  // namespace restraint::bricks
