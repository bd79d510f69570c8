#pragma once

#include <vector>

#include "restraint/contact/resting.h"
#include "restraint/contact/simulation.h"
#include "restraint/optimize/problem.h"

/// The ways to impulses and forces that a simulation can take instead of the projection: those of the notes
/// and of BARAFF89.
namespace restraint::contact {

/// The quadratic program min 1/2 f'Af + b'f, f >= 0 (contacts), whose conditions of optimality are the three
/// lines of ForceSystem. Its x are the forces; they are not unique if A is singular, but the accelerations
/// are. The forces of joints, free in sign, are eliminated first: A f + b = 0 in their rows gives them from
/// those of contacts. As in nearest_motion, only independent rows of joints have forces, and one that
/// contradicts them makes the status infeasible.   [PBM-G-code-qp, PBM-G-hinge, BARAFF89-16, BARAFF89-35]
optimize::Solution solve_force_program(const ForceSystem& system);

/// Which step of the heuristic gave the forces.
enum class HeuristicStep {
    none_vanish,    // the first guess, V empty, was right
    predicted,      // the contacts predicted to vanish, from the residual of the minimum-sum force, did
    approximation,  // the prediction was wrong: the minimum-sum force is applied, which may add energy
    failed,         // not even that exists
};

struct HeuristicSolution {
    HeuristicStep step = HeuristicStep::failed;
    Vector forces;                       // one a contact and then one a row of the joints, N
    std::vector<std::size_t> vanishing;  // the contacts of the last guess V that was tested
    double power = 0.0;  // sum f_i d_i'' over contacts: 0 for right forces [BARAFF89-24], positive if energy
                         // is added [BARAFF89-25]
    std::size_t pivots = 0;  // steps of the simplex method, of all programs
};

/// Baraff's heuristic, which needs linear programs only (in 1989 there was no other way in practice).
///
///  1. Guess that no contact vanishes: A f + b = 0, f >= 0.   [BARAFF89-19]
///  2. If that has no solution: the least sum of contact forces (those of joints do not count) with
///     A f + b >= 0, f >= 0.   [BARAFF89-12, BARAFF89-22, BARAFF89-23]
///  3. Contact i is predicted to vanish if its r_i = (A f + b)_i > 0.   [BARAFF89-21, BARAFF89-guess]
///  4. Test the prediction: f = 0 and A f + b >= 0 for those, A f + b = 0 and f >= 0 for the others.
///     [BARAFF89-18]
///  5. If that has no solution either, apply the forces of 2.
///
/// The notes' b: BARAFF89 has A f - b.   [BARAFF89-9]
HeuristicSolution solve_by_heuristic(const ForceSystem& system);

/// The same for the impulses of all collisions at once: the conditions of resolve_simultaneously are those of
/// forces with b = (1 + eps) v- and 0 for joints, whose v+ is then 0. The bodies' momenta change unless the
/// heuristic failed; where it gave the approximation, some recede faster than asked.   [BARAFF89-29]
/// threshold    contacts that separate faster, m/s, are left out
HeuristicSolution resolve_by_heuristic(std::span<const Contact> contacts, std::span<const Joint> joints,
                                       std::span<RigidBody> bodies, const Restitution& restitution,
                                       double threshold = 0.0);

/// The step 4 alone: x, the forces for a given V, with status infeasible if V is wrong.
/// [BARAFF89-17, BARAFF89-18]
optimize::Solution forces_given_vanishing(const ForceSystem& system,
                                          const std::vector<std::size_t>& vanishing);

/// One collision after the other.   [PBM-G-code-FindAll]
ImpulseMethod sequential_impulses;
/// All at once, by Baraff's linear programs.
ImpulseMethod heuristic_impulses;

/// A and b as the notes compute them, and the quadratic program; without joints.
/// [PBM-G-code-CCF, PBM-G-code-qp]
ForceFinder find_by_notes;
inline constexpr ForceMethod notes_forces{"notes", false, find_by_notes};

/// The quadratic program in the forces of contacts and joints.   [PBM-G-hinge, BARAFF89-26]
ForceFinder find_by_program;
inline constexpr ForceMethod program_forces{"program", true, find_by_program};

/// Baraff's linear programs.
ForceFinder find_by_heuristic;
inline constexpr ForceMethod heuristic_forces{"heuristic", true, find_by_heuristic};

}  // namespace restraint::contact
