#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/step_model.h"
#include "restraint/gauss/project.h"

namespace restraint::bricks {

/// Which sidedness rows a pair of parts gets: those of sidedness.h, or those of section 8.5 as it is printed.
enum class Separation { both, printed };

struct LoopOptions {
    double dt = 0.002;  // s
    Separation separation = Separation::both;
    std::size_t pass_limit = 4;  // projections a step at most; 1 is the document's step
    std::size_t halvings = 2;    // how often a step with a hit is halved; 0: the document's step
};

/// Throws std::invalid_argument if dt is not positive and finite, or the pass limit is 0.
void require_loop_options(double dt, std::size_t pass_limit);

/// The rows of a step and the answer that meets them: joints first, then sides.
struct Solved {
    std::vector<SidednessRow> sides;
    gauss::Projection projection;
    FineVector correction;  // of the free displacements: the answer without the misses of soft bars
    std::size_t joints = 0;
    Overlap deepest;        // where the step ends
    double miss = 0.0;      // m: the deepest overlap, or a gap or pin that is missed by more
    bool loosened = false;  // bodies are held without clearance
};

/// The smallest correction of free displacements that meets the rows, in the metric of the masses. [ROTE-Q']
///
/// It is solved in the unit of its largest side, so that the same tower in millimetres, or in shorter steps,
/// is the same problem to the solver. rounding: of the sides. Adds
/// to the passes and iterations of the report, and sets its residual.
gauss::Projection smallest_correction(const StepModel& model, std::vector<gauss::Row> rows,
                                      std::span<const optimize::Activity> warm_start, double rounding,
                                      StepReport& report);

/// c) of figure 7: the positions without overlap that are nearest to the free ones, in the metric of the
/// masses.   [ROTE-Q']
///
/// Gaps are only nearly linear in the displacements, and some corners have no rows yet (sidedness.h). Where
/// the answer misses a gap or overlaps by more than the tolerance, it is solved again, with the rows that it
/// lacks, and with the gaps as they are where the last pass ended. A pass that is no better than the one
/// before is not taken. If the first pass has no answer, bodies are held between others without clearance, to
/// the last bit: then the sides of contacts are loosened until standing still satisfies them.
///
/// last_active   the sides that were active in the step before, sorted: the warm start
/// Adds passes and iterations to the report; its status is that of the first pass. Nothing without an answer.
std::optional<Solved> project_positions(const StepModel& model, const Step& step, const LoopOptions& options,
                                        const std::vector<SidednessRow>& last_active, StepReport& report);

}  // namespace restraint::bricks
