#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

#include "restraint/linalg/vec3.h"

namespace restraint {

/// Random numbers that are the same on every machine and with every standard library: only the raw output of
/// the Mersenne twister is specified by the language, its distributions are not. State the seed in the test
/// and CAPTURE it.
class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// Uniform in [low, high).
    double uniform(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
    }
    /// An integer from 0 to count - 1, all equally likely up to a bias of count / 2^64.
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
    /// True with the given probability.
    bool chance(double probability) { return uniform(0.0, 1.0) < probability; }
    /// Roughly normal, mean 0, variance 1: the sum of twelve uniform numbers, less 6.
    double normal() {
        double sum = -6.0;
        for (int k = 0; k < 12; ++k) sum += uniform(0.0, 1.0);
        return sum;
    }

  private:
    std::mt19937_64 engine_;
};

/// Each component uniform in [-size, size).
inline Vec3 random_vec3(Random& random, double size = 1.0) {
    Vec3 v;
    for (std::size_t i = 0; i < 3; ++i) v[i] = random.uniform(-size, size);
    return v;
}

}  // namespace restraint
