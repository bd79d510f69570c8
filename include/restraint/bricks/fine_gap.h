#pragma once

#include <vector>

#include "restraint/bricks/shape.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"

/// Poses and gaps with the digits of long double.
///
/// A gap is what is left of two coordinates, and the position loop turns it into a displacement and carries
/// that on. In double its rounding is 1e-16 of a brick and comes again in every step; the collapse of a tower
/// multiplies it by up to 1e5 in 2 s (impacts do), and a symmetric tower falls crooked at last. With
/// positions, displacements and gaps in long double (11 more bits on x86) the same fall stays symmetric to
/// 1e-11. Everything else, the choice of rows, their coefficients and the projection, is double: errors there
/// are relative to a correction that is small itself.
namespace restraint::bricks {

/// A pose, or a displacement, of one body: m, m, rad.
struct FineVector {
    long double x = 0.0L, y = 0.0L, angle = 0.0L;
};

inline FineVector operator+(const FineVector& a, const FineVector& b) {
    return {a.x + b.x, a.y + b.y, a.angle + b.angle};
}

/// The parts of a tower (its bodies, then its tables) as gaps see them.
class FineShapes {
  public:
    explicit FineShapes(const Tower& tower);

    /// Puts the bodies where `poses` says (one a body); the tables stay.
    void place(const std::vector<FineVector>& poses);

    /// The gap of a row, m.
    long double gap(const SidednessRow& row) const;

    /// Where a corner of a body is; components x, y.
    FineVector corner(std::size_t body, std::size_t vertex) const;

  private:
    struct Frame {
        long double x = 0.0L, y = 0.0L, cosine = 1.0L, sine = 0.0L;
    };
    long double gap(const CornerOverEdge& c) const;

    std::vector<Outline> shapes_;  // of each part at the pose 0
    std::vector<Frame> frames_;    // of each part
};

}  // namespace restraint::bricks
