#include "restraint/collide/time_of_contact.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace restraint::collide {

namespace {

double evaluate(const SeparationAt& separation, double t) {
    const double d = separation(t);
    if (std::isnan(d))
        throw std::invalid_argument("the separation is not a number at t = " + std::to_string(t));
    return d;
}

// The interval between the last time apart and the first with an overlap.
struct Bracket {
    double t0, t1, d0, d1;
};

// Both methods, which differ in how the next time is chosen from the bracket.
template <typename NextTime, typename Keep>
TimeOfContact close_in(const SeparationAt& separation, double t0, double t1, double tolerance,
                       std::size_t limit, NextTime next_time, Keep keep) {
    if (!(t0 < t1) || !(tolerance > 0.0))
        throw std::invalid_argument(
            "the time of contact needs t0 < t1 and a positive tolerance; got t0 = " + std::to_string(t0) +
            ", t1 = " + std::to_string(t1) + ", tolerance = " + std::to_string(tolerance));
    Bracket bracket{t0, t1, evaluate(separation, t0), evaluate(separation, t1)};
    if (std::fabs(bracket.d0) <= tolerance) return {true, t0, bracket.d0, 0};
    if (std::fabs(bracket.d1) <= tolerance) return {true, t1, bracket.d1, 0};
    if (bracket.d0 < 0.0 || bracket.d1 > 0.0)
        throw std::invalid_argument(
            "the bodies must be apart at t0 and overlap at t1; their separations are " +
            std::to_string(bracket.d0) + " and " + std::to_string(bracket.d1));
    for (std::size_t i = 1; i <= limit; ++i) {
        const double t = next_time(bracket), d = evaluate(separation, t);
        if (std::fabs(d) <= tolerance) return {true, t, d, i};
        keep(bracket, t, d);
    }
    return {false, bracket.t0, bracket.d0, limit};
}

}  // namespace

TimeOfContact bisect(const SeparationAt& separation, double t0, double t1, double tolerance,
                     std::size_t iteration_limit) {
    return close_in(
        separation, t0, t1, tolerance, iteration_limit,
        [](const Bracket& b) { return b.t0 + 0.5 * (b.t1 - b.t0); },
        [](Bracket& b, double t, double d) {
            if (d > 0.0) b.t0 = t, b.d0 = d;
            else b.t1 = t, b.d1 = d;
        });
}

TimeOfContact false_position(const SeparationAt& separation, double t0, double t1, double tolerance,
                             std::size_t iteration_limit) {
    int stayed = 0;  // +1: t1 stayed the last time, -1: t0 did
    return close_in(
        separation, t0, t1, tolerance, iteration_limit,
        [](const Bracket& b) { return b.t0 + (b.t1 - b.t0) * b.d0 / (b.d0 - b.d1); },  // [BARAFF89-regula]
        [&](Bracket& b, double t, double d) {
            if (d > 0.0) {
                b.t0 = t, b.d0 = d;
                if (stayed == 1) b.d1 *= 0.5;
                stayed = 1;
            } else {
                b.t1 = t, b.d1 = d;
                if (stayed == -1) b.d0 *= 0.5;
                stayed = -1;
            }
        });
}

}  // namespace restraint::collide
