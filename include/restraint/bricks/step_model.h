#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/linalg/vector.h"

/// What a step of positions asks of a model of the bricks: three coordinates a body (position_loop.h), or two
/// a point of mass (framework_loop.h).
namespace restraint::bricks {

/// A coordinate, m or rad, with more digits than a double.
///
/// A gap is what is left of two coordinates, and a step turns it into a displacement and carries that on. In
/// double its rounding is 1e-16 of a brick and comes again in every step; the collapse of a tower multiplies
/// it by up to 1e5 in 2 s (impacts do), and a symmetric tower falls crooked at last. Everything else, the
/// choice of rows, their coefficients and the projection, is double: errors there are relative to a
/// correction that is small itself.
using Fine = TwoDoubles;
using FineVector = std::vector<Fine>;  // of all bodies or points, one after the other

FineVector operator+(const FineVector& a, const FineVector& b);
FineVector operator*(double factor, const FineVector& a);
bool all_finite(const FineVector& a);
/// The largest modulus of an entry.
double max_norm(const FineVector& a);

/// J x of the row, where each body has `coordinates` of x.
double row_value(const gauss::Row& row, const FineVector& x, std::size_t coordinates);

/// A step from `start`, and where it would end if nothing were in the way.
struct Step {
    FineVector start;    // positions
    FineVector carried;  // displacements: the velocities times the length of the step
    FineVector free;     // displacements: carried on, and fallen
    StepGeometry geometry;
};

/// The model of a step: masses, shapes, and what the rows of a step are. It does not change.
struct StepModel {
    std::size_t coordinates = 0;  // of a body of the projection: 3 or 2
    /// By body of the projection. A model may have more bodies than positions: what misses a penalised
    /// length.
    std::vector<gauss::InverseMass> inverse_masses;
    /// The state of the tower that the model was made from; what is fixed has no velocity.
    FineVector start_positions, start_velocities;
    FineVector gravity;  // the accelerations of bodies that nothing touches

    virtual ~StepModel() = default;

    /// Gives the tower these positions and velocities.
    virtual void place(const FineVector& positions, const FineVector& velocities, Tower& tower) const = 0;
    /// Kinetic and potential; see motion.h.
    Energy energy(const FineVector& positions, const FineVector& velocities) const;

    /// The parts (shape.h) with the bodies at these positions.
    virtual std::vector<Outline> outlines_at(const FineVector& positions) const = 0;
    /// What rounding does to a gap at these positions, m.
    virtual double rounding(const FineVector& positions) const = 0;

    /// The rows of accelerations as the step begins, if its displacements `carried` are velocities: first
    /// those of pins, two each, and of bars; then those of the sides.   [ROTE-S2acc, ROTE-L2acc]
    virtual std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const = 0;
    /// The same rows with the sides of positions, in the correction of the free displacements. missed: in m,
    /// the worst gap or pin where the correction leads, if the model measures gaps there.   [ROTE-Q']
    virtual std::vector<gauss::Row> position_rows(const Step& step, const std::vector<SidednessRow>& sides,
                                                  const FineVector& correction, double& missed) const = 0;

    /// A step from these positions.
    Step step_from(const Tower& tower, const FineVector& positions, const FineVector& carried,
                   const FineVector& free) const;
};

}  // namespace restraint::bricks
