#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/tower.h"
#include "restraint/optimize/problem.h"

/// One tower through every method that should agree.
namespace restraint::bricks {

/// A row of the table: two methods, what both say, and by how much they differ. The names are single words.
struct Comparison {
    std::string method_a, method_b, what;
    double difference = 0.0, bound = 0.0;
    bool agrees() const { return difference <= bound; }  // NaN never does
};

struct ComparisonTable {
    /// `optimal`; anything else: a method gave up, and has no row.
    optimize::Status status = optimize::Status::optimal;
    std::string gave_up;  // the first method that did
    std::vector<Comparison> rows;
    std::vector<std::string> warnings;
};

/// Accelerations (m/s^2) from the velocities of the tower; velocities (m/s) after the impact, if something
/// approaches; turns count with the half-diagonal of the body. The bounds are relative to gravity, or to the
/// fastest velocity, and the steps to the time in which that moves a brick by its size. The methods:
///
/// - rigid: the projection in the motions of the bodies   [ROTE-Q, ROTE-Q*]
/// - lp: the linear program, of towers at rest. Stable means that `rigid` has no acceleration; unstable, that
///   the power of `rigid`, as a virtual motion, is positive, but not above the program's
/// - forces: the quadratic program in the contact forces   [BARAFF89-16]
/// - framework9, framework9_braced: nine masses a brick, against `rigid`   [ROTE-fig10]
/// - framework4, framework4_braced: four masses a brick, against `rigid` with three times the moments of
///   inertia   [erratum R07]
/// - acceleration_step: what one step of the acceleration loop makes of the velocities
/// - position_step: the same of the position loop, from rest or after an impact   [ROTE-7.1]
/// - framework4_position_step: the same of frameworks with (L') and (S'), against framework4   [ROTE-thm5.1]
///
/// Frameworks are left out if a body is a polygon. Throws as find_contacts does.
ComparisonTable compare(const Tower& tower);

/// Solves a formulation by its dual, a quadratic program in the multipliers f of its rows:
///
///     minimise 1/2 f'A f - b'f,   A = J W J',   b = lower - J target,   f >= 0
///
/// (f without sign for rows of equal sides; other rows must have a lower side only; bodies have three
/// variables). Its conditions A f >= b, f >= 0, f'(A f - b) = 0 are Baraff's; the motion is x = target + W
/// J'f.   [BARAFF89-11, BARAFF89-16] [erratum G36]
gauss::Projection solve_in_forces(const Formulation& formulation);

}  // namespace restraint::bricks
