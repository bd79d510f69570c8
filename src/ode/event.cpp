#include "restraint/ode/event.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "tolerances.h"

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
    const double shortest = last_bit * std::max(std::abs(event.before), std::abs(event.after));
    return std::abs(event.after - event.before) <= std::max(tolerance.time, shortest) ||
           std::min(std::abs(event.g_before), std::abs(event.g_after)) <= tolerance.value;
}

/// Narrows the bracket until the tolerance is met. propose(event, in_a_row) is the next time; in_a_row > 0:
/// the later end has moved that often in a row; in_a_row < 0: the earlier end, -in_a_row times.
Event search(const EventFunction& g, double a, double b, const EventTolerance& tolerance,
             double (*propose)(const Event& event, int in_a_row)) {
    Event event = bracket(g, a, b);
    int in_a_row = 0;
    while (!close_enough(event, tolerance)) {
        if (event.evaluations == most_evaluations) return event;
        const double t = propose(event, in_a_row), value = g(t);
        ++event.evaluations;
        if (!std::isfinite(value)) return event;
        const bool later = event.g_before > 0.0 ? value <= 0.0 : value >= 0.0;  // it has happened by then
        (later ? event.after : event.before) = t;
        (later ? event.g_after : event.g_before) = value;
        in_a_row = later ? std::max(in_a_row, 0) + 1 : std::min(in_a_row, 0) - 1;
    }
    event.found = true;
    return event;
}

double middle(const Event& event, int) { return event.before + (event.after - event.before) / 2; }

/// The zero of the straight line through both ends.   [BARAFF89-regula]
double on_the_line(const Event& event, int in_a_row) {
    // The value at the end that stays is halved for each move of the other end but the first.
    const double line_before = std::ldexp(event.g_before, std::min(0, 1 - in_a_row));
    const double line_after = std::ldexp(event.g_after, std::min(0, 1 + in_a_row));
    const double share = line_before / (line_before - line_after);
    const double t = event.before + share * (event.after - event.before);
    // Rounding may put t on an end or beyond it; then half of the bracket is a safe trial.
    const auto [low, high] = std::minmax(event.before, event.after);
    return t > low && t < high ? t : middle(event, in_a_row);
}

}  // namespace

Event bisect(const EventFunction& g, double a, double b, const EventTolerance& tolerance) {
    return search(g, a, b, tolerance, middle);  // [PBM-G-bisect]
}

Event regula_falsi(const EventFunction& g, double a, double b, const EventTolerance& tolerance) {
    return search(g, a, b, tolerance, on_the_line);
}

}  // namespace restraint::ode
