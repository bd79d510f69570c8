#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"
#include "restraint/linalg/vector.h"

/// What a step of positions asks of a model of the bricks: three coordinates a body, or two a point of mass.
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
    Tower tower;                  // as the motion began
    std::size_t coordinates = 0;  // of a body of the projection: 3 or 2
    /// By body of the projection. A model may have more bodies than positions: what misses a penalised
    /// length.
    std::vector<gauss::InverseMass> inverse_masses;
    /// The state of the tower that the model was made from; what is fixed has no velocity.
    Vector start_positions, start_velocities;
    Vector gravity;  // the accelerations of bodies that nothing touches

    virtual ~StepModel() = default;

    /// Gives the tower these positions and velocities.
    virtual void place(const Vector& positions, const Vector& velocities, Tower& tower) const = 0;
    /// Points and bars of a framework at these positions; nothing of rigid bricks.
    virtual Framework framework(const Vector& /*positions*/, const Vector& /*velocities*/) const {
        return {};
    }
    /// Kinetic and potential; see motion.h.
    Energy energy(const Vector& positions, const Vector& velocities) const;

    /// The parts (shape.h) with the bodies at these positions.
    virtual std::vector<Outline> outlines_at(const Vector& positions) const = 0;

    /// The rows of accelerations as the step begins, if its displacements `carried` are velocities: first
    /// those of pins, two each, and of bars; then those of the sides.   [ROTE-S2acc, ROTE-L2acc]
    virtual std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const = 0;
    /// The same rows with the sides of positions, in the correction of the free displacements. missed: in m,
    /// the worst gap or pin where the correction leads, if the model measures gaps there.   [ROTE-Q']
    virtual std::vector<gauss::Row> position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                                  const Vector& correction, double& missed) const = 0;

    /// A step from these positions.
    Step step_from(const Vector& positions, const Vector& carried, const Vector& free) const;

  protected:
    explicit StepModel(const Tower& tower_) : tower(tower_) {}

    /// A body of the projection, as the motion begins; inverse mass 0: fixed. The third coordinate, a turn,
    /// does not fall.
    void add_body(const Vector& inverse_mass, const Vector& position, const Vector& velocity);
};

/// Rigid bricks: body i has the coordinates x, y and angle.
///
/// The unknown is the correction of the free displacement, so that its digits count from its own size. The
/// linearised gap of rigid bodies takes the place of (S'): gap + J correction >= 0, with the true gap where
/// the free motion ends. (S') has -2 A(dp) there, from which one step's acceleration follows, as Theorem 5.1
/// says, while the corner ends A(dp) too deep or too high. The true gap has the A(dp) from which the right
/// position follows, and no error adds up; the accelerations are those of (S') from the second step on, and
/// in the first if the tower starts from rest.   [ROTE-S', erratum R02]
///
/// Frameworks: every brick is made of points of mass, of coordinates x and y, and of bars. The sidedness rows
/// are (S'):  <P_k - (alpha P_j + (1 - alpha) P_i), n> >= -2 A(dp_i, dp_j, dp_k), over the length of the
/// side, without the 1/dt of the print.   [ROTE-S', ROTE-alpha, erratum R01, erratum R02]
///
/// Throws std::invalid_argument if a framework is asked of a body that is no brick.
std::shared_ptr<const StepModel> step_model(const Tower& tower, const LoopOptions& options);

}  // namespace restraint::bricks
