#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/dense_matrix.h"
#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vector.h"
#include "restraint/optimize/status.h"

/// Chapter optimize: linear and convex quadratic programs, and the proof that an answer is right.
///
/// Read in this order: status.h (outcomes), problem.h (the one problem type and its answer), tolerances.h
/// (all limits), scale.h and certificate.h (what makes an answer right); simplex_vertex.h, simplex_walk.h and
/// simplex.h (LP); active_rows.h and active_set.h (the
/// nearest point of a polyhedron), proximal.h (from there to convex QPs), quadratic_program.h (QP, and the
/// proof by two LPs that there is no optimum). The documents only say that a linear or quadratic program is
/// to be solved [SLIDES-lp, ROTE-Q, OBA-2.38]; how is told here.
namespace restraint::optimize {

/// minimise 1/2 x'Hx + c'x + c0   subject to   l <= Ax <= u   and   xl <= x <= xu.
///
/// Equal sides are an equality, infinite sides are absent. H may be semidefinite, A may be rank deficient or
/// redundant.
struct Problem {
    Matrix hessian;         // H (n x n), symmetric positive semidefinite; 0 x 0: absent, a linear program
    Vector cost;            // c (n)
    double constant = 0.0;  // c0
    SparseRows rows;        // A (m x n); n columns for m = 0, too
    Vector row_lower, row_upper;  // l, u (m)
    Vector lower, upper;          // xl, xu (n)

    std::size_t variables() const { return cost.size(); }
    bool is_linear() const { return hessian.empty(); }
};

/// All constraints of a problem as rows: its own m rows, then one for each variable, row m + j for the bounds
/// of x_j.
struct AllRows {
    AllRows(const Problem& problem);

    const Problem& problem;
    SparseRows rows;      // (m + n) x n
    Vector lower, upper;  // (m + n)
};

/// A problem in n variables without rows, without cost, every variable free: the blank form to fill in.
Problem unconstrained(std::size_t variables);

/// Adds the row  lower <= coefficients'x <= upper,  one coefficient a variable; those that are 0 are not
/// kept.
void add_row(Problem& problem, const Vector& coefficients, double lower, double upper);

/// Throws std::invalid_argument if shapes do not fit, if H is not symmetric, or if a number is NaN or
/// infinite where it must not be (sides may be infinite: a lower one -infinity, an upper one +infinity).
/// Crossed sides are no mistake: they are infeasible.
void require_well_formed(const Problem& problem);

/// The active set (m + n): of the rows, then of the variables; `fixed` marks equal sides.
using ActiveSet = std::vector<Activity>;

/// Throws std::invalid_argument unless the warm start is empty or has an entry for each row and variable.
void require_fit(const ActiveSet& warm_start, const Problem& problem);

struct SolverOptions {
    std::size_t iteration_limit = 0;  // 0: one that grows with the size; of a QP: of each nearest point
    ActiveSet warm_start;             // the active set of a similar problem; empty: from scratch
};

/// An answer with its proof. Which fields are filled depends on the status:
///   optimal      x, multipliers, objective, active
///   infeasible   farkas
///   unbounded    x (feasible) and ray
struct Solution {
    Status status = Status::numerical;
    Vector x;  // (n)
    // y of the rows, then z of the bounds (m + n): Hx + c = A'y + z; y, z >= 0 where a lower side is active,
    // <= 0 where an upper one is. Rows that are nearly parallel have large ones of either sign, of whose sum
    // doubles would leave no digits.
    PreciseVector multipliers;
    double objective = 0.0;
    ActiveSet active;  // may be handed to the next, similar problem as a warm start
    // f of the rows, then g of the bounds (m + n), a combination that no x can satisfy: A'f + g = 0, yet the
    // sides so combined (lower for positive entries, upper for negative ones) add up to > 0. For a row whose
    // own sides cross: its unit vector.
    PreciseVector farkas;
    PreciseVector ray;           // d (n)    Hd = 0, c'd < 0, and x + s d stays feasible for every s >= 0
    double reach = 0.0;          // how many natural sizes the proof reaches: see certificate.h
    std::size_t iterations = 0;  // steps of the simplex method; rows that entered or left the active set
};

}  // namespace restraint::optimize
