#include "restraint/ode/event.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint::ode {
namespace {

constexpr std::size_t most_evaluations = 200;  // bisection takes 54 at most

/// g(a) and g(b) must have different signs: throws, or returns the bracket.
Event bracket(const EventFunction& g, double a, double b) {
    Event event{.before = a, .after = b};
    event.g_before = g(a);
    event.g_after = g(b);
    event.evaluations = 2;
    const double s = event.g_before, e = event.g_after;
    const bool changes = (s > 0.0 && e <= 0.0) || (s < 0.0 && e >= 0.0);
    if (!changes || !std::isfinite(s) || !std::isfinite(e))
        throw std::invalid_argument("no event between t = " + std::to_string(a) +
                                    " (g = " + std::to_string(s) + ") and t = " + std::to_string(b) +
                                    " (g = " + std::to_string(e) + "): g must be finite and change its sign");
    return event;
}

bool close_enough(const Event& event, const EventTolerance& tolerance) {
    const double last_bit = 0x1p-52 * std::max(std::abs(event.before), std::abs(event.after));
    return std::abs(event.after - event.before) <= std::max(tolerance.time, last_bit) ||
           std::min(std::abs(event.g_before), std::abs(event.g_after)) <= tolerance.value;
}

/// Moves one end of the bracket to t; true if it was the later end.
bool narrow(Event& event, double t, double value) {
    const bool has_happened = event.g_before > 0.0 ? value <= 0.0 : value >= 0.0;
    (has_happened ? event.after : event.before) = t;
    (has_happened ? event.g_after : event.g_before) = value;
    return has_happened;
}

}  // namespace

Event bisect(const EventFunction& g, double a, double b, const EventTolerance& tolerance) {
    Event event = bracket(g, a, b);
    while (!close_enough(event, tolerance)) {
        if (event.evaluations == most_evaluations) return event;
        const double middle = event.before + (event.after - event.before) / 2;  // [PBM-G-bisect]
        const double value = g(middle);
        ++event.evaluations;
        if (!std::isfinite(value)) return event;
        narrow(event, middle, value);
    }
    event.found = true;
    return event;
}

Event regula_falsi(const EventFunction& g, double a, double b, const EventTolerance& tolerance) {
    Event event = bracket(g, a, b);
    double line_before = event.g_before, line_after = event.g_after;  // g, or less after the Illinois rule
    int last_moved = 0;                                               // +1 the later end, -1 the earlier one
    while (!close_enough(event, tolerance)) {
        if (event.evaluations == most_evaluations) return event;
        const double share = line_before / (line_before - line_after);
        double t = event.before + share * (event.after - event.before);  // [BARAFF89-regula]
        // Rounding may put t on an end or beyond it; then half of the bracket is a safe trial.
        const double low = std::min(event.before, event.after), high = std::max(event.before, event.after);
        if (!(t > low && t < high)) t = event.before + (event.after - event.before) / 2;
        const double value = g(t);
        ++event.evaluations;
        if (!std::isfinite(value)) return event;
        const int moved = narrow(event, t, value) ? 1 : -1;
        (moved > 0 ? line_after : line_before) = value;
        if (moved == last_moved) (moved > 0 ? line_before : line_after) /= 2;
        last_moved = moved;
    }
    event.found = true;
    return event;
}

}  // namespace restraint::ode
