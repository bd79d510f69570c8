#pragma once

#include "restraint/optimize/simplex_step.h"
#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

/// The walk from vertex to neighbouring vertex, always downhill: first to the least sum of infeasibilities
/// (phase one), then to the least cost (phase two). If rounding or a warm start makes a variable infeasible,
/// phase one is simply back.
///
/// It does not cycle: when the steps have had no length for a while, the sides that meet in the vertex are
/// moved apart by small random amounts, each time by others (Charnes 1952).
struct SimplexWalk {
    explicit SimplexWalk(SimplexVertex& start);

    /// Walks until no variable draws the objective down any more, or until `iteration_limit` steps were made
    /// in all. `precise`: basic variables and reduced costs in twice the digits at every vertex, and
    /// precise_tolerance in place of walk_tolerance. `numerical` if phase two leads back to phase one too
    /// often.
    Status run(bool precise, std::size_t iteration_limit);

    SimplexVertex& vertex;
    std::size_t iterations = 0;

    /// Reduced costs d = c - [A -I]'y (n + m) of the last phase, zero for basic variables. After `infeasible`
    /// c is the slope of the sum of infeasibilities: -1 for a basic variable below its side, +1 for one
    /// above, 0 for others.
    Vector reduced_costs;
    Vector basic_costs;  // c_B (m)
    /// After `unbounded`: the variable that leads down for ever, and its column (m), by which the basic ones
    /// fall.
    Entering entering;
    Vector column;

  private:
    // The textbook's loop: price, ratio test, pivot.
    void set_costs();
    void price();
    void pivot(const Step& step);
    void update_weights(std::size_t row);

    // What guards against rounding.
    bool start_afresh();
    void admit_all(double least_pivot);

    bool precise_ = false;
    double tolerance_ = walk_tolerance;  // what a variable may be outside its side, relative to 1 + |side|
    bool infeasible_ = false;            // phase one
    Vector weights_;  // (n + m) squared length of the edge a variable opens, from when it left the basis
    std::vector<char> rejected_;       // (n + m) variables whose pivot was no good at this vertex
    double least_pivot_ = good_pivot;  // relative to its column
    std::size_t idle_steps_ = 0;       // steps without length, one after another
    int relapses_ = 0;                 // how often phase two led back to phase one
    std::uint32_t relaxations_ = 0;    // how often the sides were moved apart
    bool fresh_ = false;               // no step since the last factorisation
};

}  // namespace restraint::optimize
