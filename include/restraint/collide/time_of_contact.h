#pragma once

#include <cstddef>
#include <functional>

namespace restraint::collide {

/// The moment at which a separation becomes zero.
struct TimeOfContact {
    bool found = false;  // false: the iteration limit was reached; `time` is the last time without overlap
    double time = 0.0;   // s
    double separation = 0.0;     // there, within [-tolerance, tolerance] if found
    std::size_t iterations = 0;  // evaluations of the separation between the ends
};

/// The distance between bodies, as a function of time.
using SeparationAt = std::function<double(double t)>;

/// Between t0, where the bodies are apart (d0 > tolerance), and t1, where they overlap (d1 < -tolerance),
/// halves the interval until the separation at its middle is within the tolerance. Slow and robust.
/// [PBM-G-bisect] Throws std::invalid_argument if t0 < t1, d0 >= -tolerance and d1 <= tolerance do not hold,
/// or a separation is NaN. An end that is within the tolerance already is the answer, the later one only if
/// the earlier is not.
TimeOfContact bisect(const SeparationAt& separation, double t0, double t1, double tolerance,
                     std::size_t iteration_limit = 200);

/// The same by the rule of false position: the next time is where the chord t0 + (t1 - t0) d0/(d0 - d1) is
/// zero. An end that stays twice has its separation halved (the Illinois rule), without which one end may
/// stay for good. [BARAFF89-regula]
TimeOfContact false_position(const SeparationAt& separation, double t0, double t1, double tolerance,
                             std::size_t iteration_limit = 200);

}  // namespace restraint::collide
