#pragma once

#include <cstddef>

namespace restraint {

/// The two inner loops of every factor, on runs of n numbers that stand side by side in memory.

/// x'y in four partial sums, which the processor adds side by side; so it may differ from `dot` in the last
/// bits, but never from one machine to the next.
inline double inner(const double* x, const double* y, std::size_t n) {
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
        s2 += x[i + 2] * y[i + 2];
        s3 += x[i + 3] * y[i + 3];
    }
    for (; i < n; ++i) s0 += x[i] * y[i];
    return (s0 + s1) + (s2 + s3);
}

/// y += s x.
inline void add_scaled(double* y, double s, const double* x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) y[i] += s * x[i];
}

}  // namespace restraint
