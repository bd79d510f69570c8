#include "restraint/linalg/inner.h"

#include <cstring>

namespace restraint {

namespace {

/// Two doubles that are worked on together, the width that every 64-bit PC has.
using Pair [[gnu::vector_size(16)]] = double;

Pair load(const double* p) {
    Pair pair;
    std::memcpy(&pair, p, sizeof pair);
    return pair;
}

void store(double* p, Pair pair) { std::memcpy(p, &pair, sizeof pair); }

}  // namespace

double inner(const double* x, const double* y, std::size_t n) {
    Pair s0{0.0, 0.0}, s1{0.0, 0.0}, s2{0.0, 0.0}, s3{0.0, 0.0};
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        s0 += load(x + i) * load(y + i);
        s1 += load(x + i + 2) * load(y + i + 2);
        s2 += load(x + i + 4) * load(y + i + 4);
        s3 += load(x + i + 6) * load(y + i + 6);
    }
    for (; i + 2 <= n; i += 2) s0 += load(x + i) * load(y + i);
    const Pair s = (s0 + s1) + (s2 + s3);
    const double sum = s[0] + s[1];
    return i < n ? sum + x[i] * y[i] : sum;
}

void add_scaled(double* y, double s, const double* x, std::size_t n) {
    const Pair factor{s, s};
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        const Pair y0 = load(y + i) + factor * load(x + i);
        const Pair y1 = load(y + i + 2) + factor * load(x + i + 2);
        const Pair y2 = load(y + i + 4) + factor * load(x + i + 4);
        const Pair y3 = load(y + i + 6) + factor * load(x + i + 6);
        store(y + i, y0);
        store(y + i + 2, y1);
        store(y + i + 4, y2);
        store(y + i + 6, y3);
    }
    for (; i < n; ++i) y[i] += s * x[i];
}

}  // namespace restraint
