#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/formulation.h"
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
    optimize::Status status =
        optimize::Status::optimal;  // anything else: a method gave up, the rows before it stand
    std::vector<Comparison> rows;
    std::vector<std::string> warnings;
};

/// Accelerations (m/s^2, rad/s^2) from the velocities of the tower; velocities (m/s, rad/s) after the impact,
/// if something approaches. The bounds are relative to gravity, or to the fastest velocity.
///
///     lp              verdict of the linear program: stable if and only if `rigid` has no acceleration; and
///     the power
///                     of `rigid`, as a virtual motion, is positive, but not above the program's. At rest
///                     only
///     rigid           the projection in the motions of the bodies   [ROTE-Q, ROTE-Q*]
///     forces          the quadratic program in the contact forces   [BARAFF89-16]
///     framework9, framework9_braced      against rigid   [ROTE-fig10]
///     framework4, framework4_braced      against rigid with three times the moments of inertia   [erratum
///     R07] position_step   one step of the position loop, and acceleration_step, one of the acceleration
///     loop: the mean
///                     acceleration over a step of 1e-4 s
///
/// Frameworks are left out if a body is a polygon. Throws as find_contacts does.
ComparisonTable compare(const Tower& tower);

/// Solves a formulation by its dual: a quadratic program in the multipliers f of the rows,
///
///     minimise 1/2 f'A f - b'f,  A = J W J',  b = lower - J target,  f >= 0 (without sign for equal sides),
///
/// whose conditions A f >= b, f >= 0, f'(A f - b) = 0 are Baraff's.   [BARAFF89-11, BARAFF89-16] [erratum
/// G36] x = target + W J'f is the motion. Meant for rows with a lower side only, or equal ones.
struct ForceSolution {
    optimize::Status status = optimize::Status::numerical;
    Vector forces;  // one a row
    Vector x;
};
ForceSolution solve_in_forces(const Formulation& formulation);

}  // namespace restraint::bricks
