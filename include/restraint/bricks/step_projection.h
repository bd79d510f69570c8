#pragma once

#include <span>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/gauss/project.h"

/// What the position loops share: the projection of a step, and what they remember of it.
namespace restraint::bricks {

/// The smallest correction of free displacements that meets the rows, in the metric of the masses. [ROTE-Q']
///
/// It is solved in the unit of its largest side, so that the same tower in millimetres, or in shorter steps,
/// is the same problem to the solver. Adds to the report's passes and iterations, and sets its residual.
gauss::Projection step_projection(std::span<const gauss::InverseMass> inverse_masses,
                                  std::span<const gauss::Row> lines,
                                  std::span<const optimize::Activity> warm_start, double side_rounding,
                                  StepReport& report);

/// A warm start for `lines` rows, of which the sidedness rows begin at `first`: active is what was active in
/// the last pass of this step, or, before it, in the last step (sorted).
std::vector<optimize::Activity> warm_start(std::size_t lines, std::size_t first,
                                           const std::vector<SidednessRow>& sidedness,
                                           const gauss::Projection& last_pass,
                                           const std::vector<SidednessRow>& last_active);

/// The sidedness rows, from row `first` of the projection on, that are tight in it; sorted.
std::vector<SidednessRow> active_rows(std::size_t first, const std::vector<SidednessRow>& sidedness,
                                      const gauss::Projection& projection);

/// The gaps that may close in a step, m: two bodies may meet that both move as fast as the fastest one.
double reach(const std::vector<Outline>& now, const std::vector<Outline>& free, double size);

/// Counts the rows and the tight ones.
void count_rows(const gauss::Projection& projection, StepReport& report);

}  // namespace restraint::bricks
