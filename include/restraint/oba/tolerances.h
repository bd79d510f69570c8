#pragma once

#include <cstddef>

/// All tolerances and limits of the chapter; those of the position update that a caller may change are the
/// defaults of PositionOptions.
namespace restraint::oba {

// Shares of the size of the smallest part that moves (smallest_size).
inline constexpr double default_overlap = 2e-8;         // a smaller overlap is none: rounding of a QP
inline constexpr double default_wedged_overlap = 5e-8;  // ... where a QP of the frame had no solution
inline constexpr double default_worst_overlap = 4e-7;   // accepted if nothing better is found: else no motion
inline constexpr double default_step = 1e-5;  // a smaller perturbation is none: the minimum is reached
inline constexpr double overlap_aim = 0.4;    // of the overlap that is none: each body may be so far over its
                                              // plane, so that a wedged body contradicts nothing
inline constexpr double slow_catching_up = 0.1;  // a frame, for a script that stands

// Counts, and factors that end loops.
inline constexpr double shrinkage = 0.5;           // of the bounds on rotations, once patience is at its end
inline constexpr std::size_t rollback_limit = 12;  // of a frame
inline constexpr double script_modesty =
    0.25;  // share of its way that a script asks for after a QP that failed
inline constexpr std::size_t advancement_limit = 200;  // steps of conservative advancement to one meeting

// Weights of the position update.
inline constexpr double plane_ease = 100.0;   // a plane moves so much more easily than the bodies beside it:
                                              // were it far easier, its rows would be almost dependent
inline constexpr double widest_turn = 10.0;   // its rim turns at most so much more easily than it shifts:
                                              // rounding would be seen there
inline constexpr double script_weight = 1e3;  // a script weighs so much more than the heaviest free body
inline constexpr double catching_up = 2.0;    // times its own speed, of a script that is behind

// Turns of free flight.
inline constexpr double longest_turn = 0.05;  // rad: a turn is taken in parts no longer than this
inline constexpr double most_turns = 1e3;     // parts of a frame's turn, for what spins absurdly fast

// Speeds.
inline constexpr double resting_share =
    1e-12;  // of the fastest body and of g dt: slower approaches are rounding
inline constexpr double speed_rounding =
    1e-15;  // of the largest velocity: what sides of the rows are rounded by
inline constexpr double slow_sliding = 1e-3;  // of g dt: the octagon is not turned towards slower sliding
inline constexpr double energy_rounding =
    1e-9;                                 // relative: a bounce that raises the energy by less is let be
inline constexpr double parallel = 1e-6;  // a direction within this angle, rad, of a face opens no contact

// Sliding, of the Coulomb rule.
inline constexpr double clamping =
    2.0;  // so many times the normal impulses without friction do not press, but clamp
inline constexpr double worth_another_start = 1e-3;  // of the fastest speed: an s that is off by less is kept

// Accelerations.
inline constexpr double tip_rounding = 1e-10;  // of g: a tip that moves by less is left where it is
inline constexpr double motion_rounding =
    1e-15;  // of g and of what spins: what sides of the rows are rounded by

}  // namespace restraint::oba
