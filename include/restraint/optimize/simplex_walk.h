#pragma once

#include "restraint/optimize/simplex_vertex.h"

namespace restraint::optimize {

/// A variable that is not basic and enters. In phase one the sum of infeasibilities falls by `slope` > 0 for
/// each unit that it moves; in phase two `slope` is 0.
struct Entering {
    std::size_t variable = SimplexVertex::none;
    double direction = 1.0;  // +1: it grows, -1: it falls
    double slope = 0.0;
};

/// How far the entering variable moves, and which variable stops it.
struct SimplexStep {
    double length = infinity;               // >= 0: where basic[row] is at its side exactly
    double pivot = 1.0;                     // |pivot| relative to the largest entry of its column, or to 1
    std::size_t row = SimplexVertex::none;  // basic[row] leaves the basis; none: the entering variable gets
                                            // to its own other side, or nothing stops it
    double leaves_at = 0.0;                 // the side at which basic[row] leaves
    double latest = 0.0;                    // where basic[row] is outside that side by the tolerance
};

/// The ratio test. `column` is that of the entering variable. In phase one the objective is the sum of what
/// basic variables are outside their sides; it is piecewise linear along the step, and the step goes on over
/// its breakpoints as long as it falls. Phase two ends at the first breakpoint. Among the variables that stop
/// the step within the tolerance, relative to 1 + |side|, the one with the largest pivot leaves (Harris
/// 1973).
SimplexStep choose_step(const SimplexVertex& vertex, const Entering& entering, const Vector& column,
                        double tolerance);

/// The walk from vertex to neighbouring vertex, always downhill: first to the least sum of infeasibilities
/// (phase one), then to the least cost (phase two). If rounding or a warm start makes a variable infeasible,
/// phase one starts again.
///
/// It does not cycle: when the steps have had no length for a while, the sides that meet in the vertex are
/// moved apart by small random amounts, each time by others (Charnes 1952).
struct SimplexWalk {
    explicit SimplexWalk(SimplexVertex& start) : vertex(start), weights_(start.form.variables(), 1.0) {}

    /// Walks until no variable that enters lowers the objective, or until `iteration_limit` steps were made
    /// in all. `precise`: basic variables and reduced costs in twice the digits at every vertex, and
    /// precise_tolerance in place of walk_tolerance.
    Status run(bool precise, std::size_t iteration_limit);

    /// Chooses the entering variable by the present reduced costs, of which those up to the tolerance count
    /// as 0; none is left after an exact optimum.
    void price(double tolerance);

    SimplexVertex& vertex;
    std::size_t iterations = 0;

    /// The costs c of the last phase (m + n), and the reduced costs d = c - [I -A]'y, zero for basic
    /// variables. In phase one c is the slope of the sum of infeasibilities: -1 for a basic variable below
    /// its side, +1 for one above, 0 for others.
    Vector costs;
    PreciseVector reduced_costs;
    /// After `unbounded`: the variable that leads down for ever, and its column (m), by which the basic ones
    /// fall.
    Entering entering;
    Vector column;

  private:
    // The textbook's loop is price, ratio test, pivot.
    void set_costs();
    void pivot(const SimplexStep& step);

    // What guards against rounding.
    bool start_afresh();

    bool precise_ = false;
    bool infeasible_ = false;  // phase one
    double tolerance_ = 0.0;   // what a variable may be outside its side, relative to 1 + |side|
    Vector weights_;  // (m + n) squared length of the edge a variable opens, from when it left the basis
    std::vector<char> rejected_;  // (m + n) variables with a pivot below least_pivot at this vertex
    std::size_t idle_steps_ = 0;  // steps without length, one after another
    bool fresh_ = false;          // no step since start_afresh
};

}  // namespace restraint::optimize
