#pragma once

#include <cstddef>
#include <cstring>

namespace restraint {

/// The two inner loops of every factor, on runs of n numbers that stand side by side in memory.

/// Two doubles that are worked on together, the width that every 64-bit PC has. A compiler may not change the
/// order of a sum of doubles; here it is laid down, the same for all compilers and machines.
using Pair [[gnu::vector_size(16)]] = double;

inline Pair load_pair(const double* p) {
    Pair pair;
    std::memcpy(&pair, p, sizeof pair);
    return pair;
}
inline void store_pair(double* p, Pair pair) { std::memcpy(p, &pair, sizeof pair); }

/// x'y in eight partial sums; so it may differ from `dot` in the last bits.
inline double inner(const double* x, const double* y, std::size_t n) {
    Pair s0{0.0, 0.0}, s1{0.0, 0.0}, s2{0.0, 0.0}, s3{0.0, 0.0};
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        s0 += load_pair(x + i) * load_pair(y + i);
        s1 += load_pair(x + i + 2) * load_pair(y + i + 2);
        s2 += load_pair(x + i + 4) * load_pair(y + i + 4);
        s3 += load_pair(x + i + 6) * load_pair(y + i + 6);
    }
    for (; i + 2 <= n; i += 2) s0 += load_pair(x + i) * load_pair(y + i);
    const Pair s = (s0 + s1) + (s2 + s3);
    const double sum = s[0] + s[1];
    return i < n ? sum + x[i] * y[i] : sum;
}

/// y += s x.
inline void add_scaled(double* y, double s, const double* x, std::size_t n) {
    const Pair factor{s, s};
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        const Pair y0 = load_pair(y + i) + factor * load_pair(x + i);
        const Pair y1 = load_pair(y + i + 2) + factor * load_pair(x + i + 2);
        const Pair y2 = load_pair(y + i + 4) + factor * load_pair(x + i + 4);
        const Pair y3 = load_pair(y + i + 6) + factor * load_pair(x + i + 6);
        store_pair(y + i, y0);
        store_pair(y + i + 2, y1);
        store_pair(y + i + 4, y2);
        store_pair(y + i + 6, y3);
    }
    for (; i < n; ++i) y[i] += s * x[i];
}

}  // namespace restraint
