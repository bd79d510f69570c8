#pragma once

#include "restraint/contact/heuristic.h"
#include "restraint/contact/simulation.h"
#include "restraint/optimize/problem.h"

/// The ways to impulses and forces that a simulation can take instead of the projection: those of the notes
/// and of BARAFF89.
namespace restraint::contact {

/// The quadratic program min 1/2 f'Af + b'f, f >= 0 (contacts), whose conditions of optimality are the three
/// lines of ForceSystem. Its x are the forces; they are not unique if A is singular, but the accelerations
/// are.   [PBM-G-code-qp, PBM-G-hinge, BARAFF89-16]
optimize::Solution solve_force_program(const ForceSystem& system);

/// One collision after the other.   [PBM-G-code-FindAll]
ImpulseMethod sequential_impulses;
/// All at once, by Baraff's linear programs.
ImpulseMethod heuristic_impulses;

/// A and b as the notes compute them, and the quadratic program; without joints.
/// [PBM-G-code-CCF, PBM-G-code-qp]
ForceFinder find_by_notes;
inline constexpr ForceMethod notes_forces{"notes", false, find_by_notes};

/// The quadratic program in the forces of contacts and joints; where it gives up, on closed loops of joints,
/// the projection.
ForceFinder find_by_program;
inline constexpr ForceMethod program_forces{"program", true, find_by_program};

/// Baraff's linear programs.
ForceFinder find_by_heuristic;
inline constexpr ForceMethod heuristic_forces{"heuristic", true, find_by_heuristic};

}  // namespace restraint::contact
