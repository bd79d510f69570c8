#include "restraint/linalg/inner.h"

namespace restraint {

double inner(const double* x, const double* y, std::size_t n) {
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0, s5 = 0.0, s6 = 0.0, s7 = 0.0;
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
        s2 += x[i + 2] * y[i + 2];
        s3 += x[i + 3] * y[i + 3];
        s4 += x[i + 4] * y[i + 4];
        s5 += x[i + 5] * y[i + 5];
        s6 += x[i + 6] * y[i + 6];
        s7 += x[i + 7] * y[i + 7];
    }
    for (; i + 2 <= n; i += 2) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
    }
    const double sum = ((s0 + s2) + (s4 + s6)) + ((s1 + s3) + (s5 + s7));
    return i < n ? sum + x[i] * y[i] : sum;
}

void add_scaled(double* __restrict y, double s, const double* __restrict x, std::size_t n) {
    const std::size_t most = n & ~std::size_t{3};  // a multiple of 4, so that several are worked on at once
    for (std::size_t i = 0; i < most; ++i) y[i] += s * x[i];
    for (std::size_t i = most; i < n; ++i) y[i] += s * x[i];
}

}  // namespace restraint
