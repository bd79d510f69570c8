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
class StepModel {
  public:
    virtual ~StepModel() = default;

    /// By body of the projection; its coordinates are those of the positions. A model may have more bodies
    /// than positions: what misses a penalised length.
    const std::vector<gauss::InverseMass>& inverse_masses() const { return inverse_masses_; }
    std::size_t coordinates() const { return coordinates_; }  // of a body of the projection: 3 or 2
    /// The state of the tower that the model was made from; what is fixed has no velocity.
    const FineVector& positions() const { return positions_; }
    const FineVector& velocities() const { return velocities_; }
    /// The accelerations of bodies that nothing touches.
    FineVector gravity(Vec2 gravity) const;

    /// Gives the tower these positions and velocities.
    virtual void place(const FineVector& positions, const FineVector& velocities, Tower& tower) const = 0;
    virtual Energy energy(const FineVector& positions, const FineVector& velocities) const = 0;

    /// The parts (shape.h) with the bodies at these positions.
    virtual std::vector<Outline> outlines_at(const FineVector& positions) const = 0;
    /// What rounding does to a gap at these positions, m.
    virtual double rounding(const FineVector& positions) const = 0;

    /// The rows of a step, in the correction of its free displacements: first those of pins, two each, and of
    /// bars; then those of the sides.
    virtual std::vector<gauss::Row> rows(const Step& step, const std::vector<SidednessRow>& sides) const = 0;
    /// Gives the rows the gaps as they are where the correction leads, if the model measures gaps there, and
    /// returns the worst of those that are missed, m.
    virtual double linearise(const Step& step, const FineVector& correction,
                             const std::vector<SidednessRow>& sides, std::vector<gauss::Row>& rows) const;

    /// A step from these positions.
    Step step_from(const Tower& tower, const FineVector& positions, const FineVector& carried,
                   const FineVector& free) const;

  protected:
    std::size_t coordinates_ = 0;
    std::vector<gauss::InverseMass> inverse_masses_;
    FineVector positions_, velocities_;
};

}  // namespace restraint::bricks
