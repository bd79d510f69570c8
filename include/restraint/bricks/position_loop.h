#pragma once

#include <cstddef>

#include "restraint/bricks/step_loop.h"
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
///
/// Errors of the motion are of first order in dt: the first step takes a whole a dt^2 where a dt^2 / 2 would
/// be right. Apart from that smooth motion is Verlet's, with the forces along the normals of the step's
/// start, and keeps its energy (motion.h) to dt^2.
///
/// Forces are means over the time from the middle of the step before to the middle of the last part of the
/// step. The velocities of the tower are the last displacements over the length of the last part; those that
/// it begins with are those of the step before the first.
class PositionLoop : public StepLoop {
  public:
    using StepLoop::StepLoop;

  private:
    bool advance(State& state, StepTotals& totals) const override {
        return advance(state, options_.dt, 0, totals);
    }
    bool advance(State& state, double length, std::size_t halved, StepTotals& totals) const;
    bool is_hit(const Step& step, const Solved& solved, double length) const;
    void stop_hit(const Step& step, const Solved& solved, State& state, Vector& impulses,
                  StepReport& report) const;
};

}  // namespace restraint::bricks
