#pragma once

#include <cmath>
#include <cstddef>
#include <functional>

namespace restraint::ode {

/// A sign change of g(t), caught between two times.
struct Event {
    double before = 0.0;  // g has the sign that it had at the start
    double after = 0.0;   // g has the other sign, or is 0
    double g_before = 0.0, g_after = 0.0;
    std::size_t evaluations = 0;  // of g
    bool found = false;           // false: 200 evaluations did not do, or g was not finite

    /// The one of the two times at which |g| is smaller.
    double nearest() const { return std::abs(g_before) < std::abs(g_after) ? before : after; }
};

/// When to stop: the times are within `time` of each other, or |g| is at most `value` at one of them, or no
/// double lies between the times.
struct EventTolerance {
    double time = 0.0;   // s
    double value = 0.0;  // in the units of g
};

/// A function of time whose sign tells whether something has happened, such as the height of a particle above
/// a plane.
using EventFunction = std::function<double(double t)>;

/// Halves [a, b] until the event is caught: slow and certain, one bit an evaluation.   [PBM-G-bisect]
///
/// g(a) and g(b) must have different signs, or g(b) be 0; else throws std::invalid_argument that names all
/// four numbers.
Event bisect(const EventFunction& g, double a, double b, const EventTolerance& tolerance);

/// The same by regula falsi: tries where the straight line from (before, g) to (after, g) meets 0.
/// [BARAFF89-regula]
///
/// An end that stays twice in a row has its value halved for the line (the Illinois rule): without it one end
/// never moves if g is curved, and the bracket does not shrink.
Event regula_falsi(const EventFunction& g, double a, double b, const EventTolerance& tolerance);

}  // namespace restraint::ode
