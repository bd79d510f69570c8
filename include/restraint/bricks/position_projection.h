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

/// The answer of a projection of corrections.
struct Correction : gauss::Projection {
    bool loosened = false;  // bodies are held without clearance
};

/// The smallest correction of `free`, in the metric of the masses, that meets the rows.
/// [ROTE-Q, ROTE-Q*, ROTE-Q']
///
/// It is solved in the unit of its largest side, so that the same tower in millimetres, or in shorter steps,
/// is the same problem to the solver. If it has no answer, bodies are held between others without clearance,
/// to the last bit: then the sides of contacts, the last `sides` rows, are loosened until standing still, the
/// correction -free, satisfies them.
///
/// rounding: of the sides. Adds to the passes and iterations of the report, and sets its status, its counts
/// of rows and its residual, the worst of the step.
Correction smallest_correction(const StepModel& model, std::vector<gauss::Row> rows, std::size_t sides,
                               const FineVector& free, double rounding,
                               std::span<const optimize::Activity> warm_start, StepReport& report);

/// The smallest change of the motion (velocities, or displacements in a step) by an inelastic impact: no side
/// closes, no joint parts. Rows without a lower side are not asked.   [ROTE-Q*]
Correction stop_approach(const StepModel& model, std::vector<gauss::Row> rows, std::size_t sides,
                         const FineVector& motion, double rounding, StepReport& report);

/// The answer of a step of positions.
struct Solved {
    std::vector<SidednessRow> sides;
    Correction answer;      // rows: joints first, then sides
    FineVector correction;  // of the free displacements: the answer without the misses of soft bars
    Overlap deepest;        // where the step ends
    double miss = 0.0;      // m: the deepest overlap, or a gap or pin that is missed by more

    double push(std::size_t side) const {
        return answer.multipliers[answer.multipliers.size() - sides.size() + side];
    }
};

/// c) of figure 7: the positions without overlap that are nearest to the free ones, in the metric of the
/// masses.   [ROTE-Q']
///
/// Gaps are only nearly linear in the displacements, and some corners have no rows yet (sidedness.h). Where
/// the answer misses a gap or overlaps by more than the tolerance, it is solved again, with the rows that it
/// lacks, and with the gaps as they are where the last pass ended. A pass that is no better than the one
/// before is not taken.
///
/// last_active   the sides that were active in the step before, sorted: the warm start
/// Nothing without an answer.
std::optional<Solved> project_positions(const StepModel& model, const Step& step, const LoopOptions& options,
                                        const std::vector<SidednessRow>& last_active, StepReport& report);

}  // namespace restraint::bricks
