#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "restraint/bricks/pair.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"
#include "restraint/optimize/status.h"

/// What one step of a moving tower tells, whichever loop took it.
namespace restraint::bricks {

/// A contact that pushed during a step. Parts are numbered as in shape.h; which of the two is a is told in
/// contacts.h.
struct ContactForce {
    std::size_t a = 0, b = 0;
    Vec2 point, normal;  // world, m; unit, from b into a; both as the step began
    double force = 0.0;  // N, on a along the normal
};

struct PinForce {
    std::size_t pin = 0;  // place in Tower::pins
    Vec2 point;           // world, m, as the step began
    Vec2 force;           // N, on body a of the pin
};

struct Energy {
    double kinetic = 0.0;    // J
    double potential = 0.0;  // J; 0 at the origin
    double total() const { return kinetic + potential; }
};

struct StepReport {
    /// `optimal`: the step was taken. Otherwise it was not, and the tower is still as the last good step left
    /// it.
    optimize::Status status = optimize::Status::optimal;
    double time = 0.0;                   // s, where the step ended or would have ended
    std::vector<ContactForce> contacts;  // those that pushed
    std::vector<PinForce> pins;          // one a pin, in the tower's order
    std::size_t rows = 0, active = 0;  // constraints of the last projection, and how many of them were tight
    std::size_t passes = 0;            // projections that were solved
    std::size_t iterations = 0;        // changes of the active set, all projections together
    Overlap deepest;        // the pair that overlaps most at the end of the step, or of a part of it
    double residual = 0.0;  // of the conditions of Karush, Kuhn and Tucker, relative
    /// At the middle of the step: of the mean velocity, displacements over dt, and of the mean position. With
    /// the forces of a step's start that errs by dt^2, and free fall keeps it exactly.
    Energy energy;
};

/// Kinetic energy of the velocities, and potential energy of the positions; fixed bodies have none. The
/// position loop's velocities are those of the middle of a step: with the positions of its end the energy
/// errs by dt, and shows gains that no body has made.
Energy energy(const Tower& tower);

/// What is to be said of the overlap that a step up to `time` (s) has left: the pair and its depth, if that
/// is above 1e-3 of the least width of all bodies; else empty.
std::string overlap_warning(const Tower& tower, const Overlap& overlap, double time);

}  // namespace restraint::bricks
