#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/step_loop.h"
#include "restraint/bricks/tower.h"

namespace restraint::bricks {

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
/// Impulses of impacts count among the forces; a corner that meets a corner gets its contact where a step
/// without it would make them overlap, and the step is tried again (sidedness.h).
class AccelerationLoop : public StepLoop {
  public:
    explicit AccelerationLoop(const Tower& tower, const LoopOptions& options = {});

  private:
    /// Where a step with some sides leads.
    struct Attempt {
        Vector velocities, displacements;
        Vector impulses;  // of the rows
    };

    bool advance(State& state, StepTotals& totals) const override;
    Attempt attempt(const Step& here, const std::vector<SidednessRow>& sides, const State& state,
                    StepReport& report) const;
};

}  // namespace restraint::bricks
