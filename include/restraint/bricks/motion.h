#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/pair.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"
#include "restraint/optimize/status.h"

/// The options of the motion of a tower, and the report of a step, for both loops.
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

/// Which sidedness rows a pair of parts gets: those of sidedness.h, or those of section 8.5 as it is printed.
enum class SidednessRule { both, printed };

/// Which velocity moves the positions in a step.
enum class Update {
    new_velocity,   // v += a dt, p += v dt with the new v [ROTE-3.1]
    mean_velocity,  // p += (old v + new v)/2 dt [ROTE-updavg]
    old_velocity,   // explicit Euler: what turns grows, by sqrt(1 + turn^2) a step [SLIDES-5A]
};

/// The options of a motion.
struct LoopOptions {
    double dt = 0.002;  // s
    Model model = Model::rigid;
    Bars bars = Bars::minimal;                      // of a framework
    Lengths lengths = Lengths::corrected;           // of a framework in the position loop
    SidednessRule sidedness = SidednessRule::both;  // of the position loop
    Update update = Update::new_velocity;           // of the acceleration loop
    bool correct = true;       // step d) of ROTE figure 3, of the acceleration loop: positions are put right
    std::size_t halvings = 2;  // how often the position loop halves a step with a hit; 0: the document's step
    double penalty = 100.0;    // M of Lengths::penalty, kg/m^2
};

/// A contact that pushed during a step, as the step began.
struct ContactForce : Contact {
    double force = 0.0;  // N, on a along the normal
};

struct PinForce {
    Vec2 point;  // world, m, as the step began
    Vec2 force;  // N, on body a of the pin
};

struct Energy {
    double kinetic = 0.0;    // J
    double potential = 0.0;  // J; 0 at the origin
    double total() const { return kinetic + potential; }
};

struct StepReport {
    /// `optimal`: the step was taken. Otherwise it was not, and the tower is still as the last good step left
    /// it.
    optimize::Status status = optimize::Status::optimal;
    double time = 0.0;                   // s, where the step ended or would have ended
    std::vector<ContactForce> contacts;  // those that pushed
    std::vector<PinForce> pins;          // one a pin, in the tower's order
    std::size_t rows = 0;                // constraints of the last projection
    bool loosened =
        false;  // bodies are held without clearance: sides were loosened until standing still meets them
    std::size_t passes = 0;      // projections that were solved
    std::size_t iterations = 0;  // changes of the active set, all projections together
    Overlap deepest;             // the pair that overlaps most at the end of the step, or of one of its parts
    double residual = 0.0;       // of the conditions of Karush, Kuhn and Tucker, relative
    /// At the middle of the step: of the mean velocity, displacements over dt, and of the mean position. With
    /// the forces of a step's start that errs by dt^2, and free fall keeps it exactly.
    Energy energy;
};

/// The warning of an overlap that a step up to `time` (s) has left: the pair and its depth, if that is above
/// 1e-3 of the least width of all bodies; else empty.
std::string overlap_warning(const Tower& tower, const Overlap& overlap, double time);

/// The warning of a time step (s) that does not fit this tower: that bodies move by more than the least width
/// in it, so that a motion would be coarse, or that they fall so little that rounding shows. Empty if it
/// fits.
std::string step_warning(const Tower& tower, double dt);

}  // namespace restraint::bricks
