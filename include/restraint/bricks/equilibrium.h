#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tower.h"
#include "restraint/optimize/problem.h"

namespace restraint::bricks {

/// Equilibrium forces are found to this share of the tower's weight, and a proof of instability must gain
/// more than this: the two verdicts exclude each other. A tower that is exactly balanced is stable.
inline constexpr double balance_tolerance = 1e-12;

enum class Verdict {
    stable,
    unstable,
    numerical,  // neither proof meets its bound
};

/// The equilibrium of a tower as a linear program, in units of its weight W.   [SLIDES-lp, SLIDES-eq]
///
///     minimise sum (r+ + r-)   subject to   A f + r+ - r- = -gravity/W,   f, r+, r- >= 0
///
/// Columns: the force f of each contact; two forces without sign (x, y) of each pin; then r+ and r- of each
/// row. Rows: three of each body that moves, the balance of forces along x and y, and of torques about its
/// centre over its half-diagonal. A column of A is what a unit force does to the bodies, and also the rate of
/// the gap in their motions (virtual work). The r are what equilibrium lacks: a phase one that is always
/// feasible.
struct Equilibrium {
    optimize::Problem problem;
    std::size_t contacts = 0, pins = 0;
    std::vector<std::size_t> moving;    // the body of each block of three rows
    std::vector<double> half_diagonal;  // of that body, m: the radius of the circle about its centre
    double weight = 0.0;                // W, N
};

/// The size of a virtual motion, one of each body: the largest of |vx|, |vy|, |omega| x half-diagonal.
double size_of_motion(const Tower& tower, const std::vector<Motion>& motion);

Equilibrium equilibrium(const Tower& tower, std::span<const Contact> contacts);

/// One solved program and what it proves. The multipliers of the rows are a virtual motion: dual to the least
/// sum of the r is the greatest work of gravity under motions of at most 1 that close no gap.   [SLIDES-virt]
struct Balance {
    Verdict verdict = Verdict::numerical;
    Vector forces;               // f and pins, over the weight
    std::vector<Motion> motion;  // one a body; |vx|, |vy|, |omega| x half-diagonal at most 1
    double power = 0.0;          // of gravity under the motion, over the weight
    double imbalance = 0.0;      // the worst sum of forces on a body, over the weight
    double terms = 0.0;          // the largest sum of the moduli of forces and torques on a body, over the same
    double closing = 0.0;        // the worst rate at which a contact closes, or a pin opens, under the motion
    optimize::ActiveSet active;  // a warm start for the same contacts elsewhere
    std::vector<Motion>
        start;  // one a body: how Gauss' principle starts it, where corners were asked; else empty
};

/// Stable: the imbalance is below balance_tolerance. Unstable: the power is above it, and closing is below a
/// hundredth of it, so that forces of a hundred weights could not make up for what the motion violates.
/// enabled   contacts that may carry a force; the others count as absent
Balance balance(const Tower& tower, const Equilibrium& equilibrium, const std::vector<bool>& enabled,
                const optimize::ActiveSet& warm_start = {});

/// All that may hold a tower up: its contacts, then its corners on corners, which are called in only where a
/// motion would make them collide.
struct Support {
    std::vector<Contact> contacts;
    std::vector<CornerContact> corners;  // the last of the contacts
    std::size_t certain() const { return contacts.size() - corners.size(); }
};

Support support(const Touching& touching);

/// `balance`; if it is unstable, again with the corners that collide as the tower starts to move
/// (collapse.h). The motion stays the program's own: its multipliers go with its forces. enabled   as above,
/// for the certain contacts; out: what was used, corners included
Balance balance_with_corners(const Tower& tower, const Support& support, std::vector<bool>& enabled,
                             const optimize::ActiveSet& warm_start = {});

/// The unstable balance with `start` as the motion that proves it, if it does: of the many motions it is the
/// one that closes no corner either. Near the limit it is too small against its own rounding; then the
/// program's motion stays.
Balance proved_by_start(const Tower& tower, const Equilibrium& equilibrium, const std::vector<bool>& enabled,
                        const Balance& balance);

}  // namespace restraint::bricks
