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
    bool found = false;           // false: not within 200 evaluations, or g was not finite

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

/// Halves [a, b] until the event is caught: each evaluation of g gives one more bit of the time.
/// [PBM-G-bisect]
///
/// g(a) and g(b) must have different signs, or g(b) be 0; else throws std::invalid_argument that names all
/// four numbers.
Event bisect(const EventFunction& g, double a, double b, const EventTolerance& tolerance);

/// Narrows the bracket by regula falsi: the next time is where the straight line from (before, g_before) to
/// (after, g_after) meets 0.   [BARAFF89-regula]
///
/// If one end stays twice in a row, its value is halved for the line (the Illinois rule): otherwise, where g
/// is curved, one end never moves, and the length of the bracket does not go to 0. Arguments and errors as
/// for `bisect`.
Event regula_falsi(const EventFunction& g, double a, double b, const EventTolerance& tolerance);

}  // namespace restraint::ode
