#pragma once

#include <cstddef>
#include <memory>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/tower.h"

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
    std::size_t halvings = 2;    // as in LoopOptions
    double penalty = 100.0;      // M of Lengths::penalty, kg/m^2
};

/// The framework with its points elsewhere: coordinates x, y of each.
Framework moved(Framework framework, const FineVector& positions, const FineVector& velocities);

/// Frameworks as a model of a step: every brick is made of points of mass, of coordinates x and y, and of
/// bars.
///
/// The sidedness rows are (S'):  <P_k - (alpha P_j + (1 - alpha) P_i), n> >= -2 A(dp_i, dp_j, dp_k), over the
/// length of the side, without the 1/dt of the print.   [ROTE-S', ROTE-alpha, erratum R01, erratum R02]
///
/// Throws std::invalid_argument if the penalty is not positive and finite, the model is rigid, or a body is
/// no brick.
std::shared_ptr<const StepModel> framework_model(const Tower& tower, const FrameworkLoopOptions& options);

/// The position based loop as the document has it: the positions of points are the unknowns, bars and sides
/// the constraints.   [ROTE-fig7, ROTE-Q']
class FrameworkLoop : public PositionLoop {
  public:
    FrameworkLoop(Tower tower, const FrameworkLoopOptions& options);

    /// The points and their velocities (the last displacements over the length of the last step), and the
    /// bars with the lengths that they should have.
    Framework framework() const;

  private:
    Framework framework_;  // as the loop began
};

}  // namespace restraint::bricks
