#pragma once

#include <cstddef>

namespace restraint {

/// The two inner loops of every factor, on runs of n numbers that stand side by side in memory.

/// x'y in eight partial sums, which a processor works on together; so it may differ from `dot` in the last
/// bits. The order of the sum is laid down, the same for all compilers and machines.
double inner(const double* x, const double* y, std::size_t n);

/// y += s x.
void add_scaled(double* y, double s, const double* x, std::size_t n);

}  // namespace restraint
