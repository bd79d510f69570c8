#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"

namespace restraint::bricks {

/// How a step keeps the length of a bar ij. p are the positions where it starts, P where it ends, ~p where
/// the bodies would end it freely, l the bar's length in the tower.
enum class Lengths {
    corrected,  // (L'')  <P_i - P_j, p_i - p_j> = |p_i - p_j| l: within a step the bar is longer by
                //        1/2 (turn)^2, but nothing adds up [ROTE-L'']
    drifting,   // (L')   <P_i - P_j, p_i - p_j> = |p_i - p_j|^2 - |displacement of i - of j|^2: that of the
                //        theorem; a bar that turns shrinks step by step [ROTE-L', erratum R04]
    predicted,  // slides <P_i - P_j, ~p_i - ~p_j> = |~p_i - ~p_j| l, and the sidedness rows at ~p as well
                //        [SLIDES-len, SLIDES-n, SLIDES-nonpen]
    penalty,  // (8.4)  no equation, but M times the squared miss of (L'') in the objective; M has a unit, and
              //        what it does depends on masses and dt: the bars are soft [ROTE-8.4]
};

struct FrameworkLoopOptions {
    double dt = 0.002;  // s
    Model model = Model::framework4;
    Bars bars = Bars::minimal;
    Lengths lengths = Lengths::corrected;
    Separation separation = Separation::both;
    std::size_t pass_limit = 4;  // projections a step at most: one, and more where corners meet
    double penalty = 100.0;      // M of Lengths::penalty, kg/m^2
};

/// The position based loop as the document has it: every brick a framework of points of mass, their positions
/// the unknowns, bars and sides the constraints.   [ROTE-fig7, ROTE-Q']
///
/// The sidedness rows are (S'):  <P_k - (alpha P_j + (1 - alpha) P_i), n> >= -2 A(dp_i, dp_j, dp_k), over the
/// length of the side, without the 1/dt of the print.   [ROTE-S', ROTE-alpha, erratum R01, erratum R02]
class FrameworkLoop {
  public:
    /// Throws std::invalid_argument if dt or the penalty is not positive and finite, the pass limit is 0, the
    /// model is rigid, or a body is no brick.
    FrameworkLoop(Tower tower, const FrameworkLoopOptions& options);

    /// Takes a step, if the report's status is `optimal`; see StepReport.
    StepReport step();

    /// The tower as it stands: of each brick the rigid pose and motion that fit its points best.
    const Tower& tower() const { return tower_; }
    /// The points and their velocities (the last displacements over dt), and the bars with the lengths that
    /// they should have.
    const Framework& framework() const { return framework_; }
    std::size_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * options_.dt; }  // s

  private:
    /// The constraints of a step, as corrections of the free displacements: bars, two rows a pin, sides.
    struct Rows {
        std::vector<gauss::Row> lines;
        std::vector<SidednessRow> sidedness;
        std::vector<std::pair<std::size_t, std::size_t>> cornered;
        gauss::Projection solved;
    };

    Vector extrapolate() const;
    void add_gravity(Vector& displacements) const;
    Rows choose_rows(const Scene& scene, const Vector& free) const;
    bool project(const Scene& scene, const Vector& free, Rows& rows, StepReport& report);
    void accept(const Vector& free, const Rows& rows, StepReport& report);

    gauss::Row bar_row(const Bar& bar, std::size_t slack, const Vector& free) const;
    gauss::Row sidedness_row(const Scene& scene, const CornerOverEdge& c, const Vector& free) const;
    gauss::Row sidedness_row(const Scene& scene, const SidednessRow& row, const Vector& free) const;
    std::size_t rows_before_sides() const { return framework_.bars.size() + 2 * tower_.pins.size(); }
    std::vector<Outline> outlines_at(const Vector& displacements) const;

    Tower tower_;
    FrameworkLoopOptions options_;
    Framework framework_;
    double size_ = 1.0;     // mean brick size, m
    Vector displacements_;  // of the points in the last step, (x, y) each
    std::size_t steps_ = 0;
    std::vector<gauss::InverseMass> inverse_masses_;  // of the points, and of the bars' misses if penalised
    std::vector<SidednessRow> last_active_;           // sorted: the warm start of the next step
};

}  // namespace restraint::bricks
