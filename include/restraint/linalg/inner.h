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

/// a'x and b'x, each in the eight partial sums of `inner`; x is loaded once for both.
inline void inner_of_two(const double* a, const double* b, const double* x, std::size_t n, double* result) {
    Pair a0{0.0, 0.0}, a1{0.0, 0.0}, a2{0.0, 0.0}, a3{0.0, 0.0};
    Pair b0{0.0, 0.0}, b1{0.0, 0.0}, b2{0.0, 0.0}, b3{0.0, 0.0};
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        const Pair x0 = load_pair(x + i), x1 = load_pair(x + i + 2);
        const Pair x2 = load_pair(x + i + 4), x3 = load_pair(x + i + 6);
        a0 += load_pair(a + i) * x0, b0 += load_pair(b + i) * x0;
        a1 += load_pair(a + i + 2) * x1, b1 += load_pair(b + i + 2) * x1;
        a2 += load_pair(a + i + 4) * x2, b2 += load_pair(b + i + 4) * x2;
        a3 += load_pair(a + i + 6) * x3, b3 += load_pair(b + i + 6) * x3;
    }
    for (; i + 2 <= n; i += 2) {
        const Pair x0 = load_pair(x + i);
        a0 += load_pair(a + i) * x0, b0 += load_pair(b + i) * x0;
    }
    const Pair sum_a = (a0 + a1) + (a2 + a3), sum_b = (b0 + b1) + (b2 + b3);
    result[0] = sum_a[0] + sum_a[1];
    result[1] = sum_b[0] + sum_b[1];
    if (i < n) result[0] += a[i] * x[i], result[1] += b[i] * x[i];
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

/// y := (y + s a) + t b; y is loaded and stored once for both.
inline void add_two(double* y, double s, const double* a, double t, const double* b, std::size_t n) {
    const Pair sa{s, s}, tb{t, t};
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        const Pair y0 = (load_pair(y + i) + sa * load_pair(a + i)) + tb * load_pair(b + i);
        const Pair y1 = (load_pair(y + i + 2) + sa * load_pair(a + i + 2)) + tb * load_pair(b + i + 2);
        store_pair(y + i, y0);
        store_pair(y + i + 2, y1);
    }
    for (; i < n; ++i) y[i] = (y[i] + s * a[i]) + t * b[i];
}

}  // namespace restraint
