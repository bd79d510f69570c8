#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"

/// The model of a step of positions, with three coordinates a rigid brick, or two a point of mass.
namespace restraint::bricks {

/// A step from `start`, and where it would end if nothing were in the way.
struct Step {
    Vector start;    // positions
    Vector carried;  // displacements: the velocities times the length of the step
    Vector free;     // displacements: carried on, and fallen
    StepGeometry geometry;
    double rounding = 0.0;  // of a gap, m
};

/// The model of a step: masses, shapes, and what the rows of a step are. It does not change.
struct StepModel {
    /// Throws std::invalid_argument if a framework is asked of a body that is no brick.
    StepModel(const Tower& tower, const LoopOptions& options);

    Bricks bricks;  // as the motion began
    Lengths lengths;
    std::size_t coordinates;  // of a body of the projection: 3 or 2
    /// By body of the projection. After those with positions come the misses of penalised lengths.
    std::vector<gauss::InverseMass> inverse_masses;
    /// The state of the bricks as the motion began; what is fixed has no velocity.
    Vector start_positions, start_velocities;
    Vector gravity;  // the accelerations of bodies that nothing touches

    /// Gives the bricks these positions and velocities. A framework's bodies get the pose and the motion that
    /// fit its points best; angles stay unwrapped.
    void place(const Vector& positions, const Vector& velocities, Bricks& placed) const;
    /// The parts (shape.h) with the bricks at these positions.
    std::vector<Outline> outlines_at(const Vector& positions) const;
    /// Kinetic and potential; see motion.h.
    Energy energy(const Vector& positions, const Vector& velocities) const;
    /// A step from these positions.
    Step step_from(const Vector& positions, const Vector& carried, const Vector& free) const;

    /// The rows of accelerations as the step begins, if its displacements `carried` are velocities: first
    /// those of the sides, then those of pins, two each, and of bars.   [ROTE-S2acc, ROTE-L2acc]
    std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const;

    /// The same rows with the sides of positions, in the displacements x of the step. then: the outlines
    /// where the displacements `way` lead.   [ROTE-Q']
    ///
    /// Rigid bricks: the linearised gap takes the place of (S'): gap + J (x - way) >= 0, with the true gap
    /// where `way` leads. (S') has -2 A(dp) there, from which one step's acceleration follows, as Theorem 5.1
    /// says, while the corner ends A(dp) too deep or too high. The true gap has the A(dp) from which the
    /// right position follows, and no error adds up; the accelerations are those of (S') from the second step
    /// on, and in the first if the tower starts from rest.   [ROTE-S', erratum R02]
    ///
    /// Frameworks: (S'):  <P_k - (alpha P_j + (1 - alpha) P_i), n> >= -2 A(dp_i, dp_j, dp_k), over the length
    /// of the side, without the 1/dt of the print; and the lengths of motion.h.
    /// [ROTE-S', ROTE-alpha, erratum R01, erratum R02]
    std::vector<gauss::Row> position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                          const Vector& way, const std::vector<Outline>& then) const;
    /// m: by how much the worst side overlaps at `then`, or the worst pin is apart; 0 of frameworks.
    double missed(const std::vector<SidednessRow>& sides, const std::vector<Outline>& then) const;
};

/// Kinetic energy of the velocities, and potential energy of the positions; fixed bodies have none. The
/// position loop's velocities are those of the middle of a step: with the positions of its end the energy
/// errs by dt, and shows gains that no body has made.
Energy energy(const Tower& tower);

}  // namespace restraint::bricks
