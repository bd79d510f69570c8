#include "../../scenes/discs.h"

#include <doctest/doctest.h>

#include <random>

using namespace restraint;
using scenes::Disc;

namespace {

double energy(const std::vector<Disc>& discs) {
    double sum = 0.0;
    for (const Disc& d : discs) sum += 0.5 * d.mass * dot(d.velocity, d.velocity);
    return sum;
}

Vec2 momentum(const std::vector<Disc>& discs) {
    Vec2 sum;
    for (const Disc& d : discs) sum += d.mass * d.velocity;
    return sum;
}

/// Upper and lower of two discs that touch, after a third has run at them with 1 m/s.
std::pair<double, double> speeds(double aim, double restitution) {
    std::vector<Disc> discs{{{-2, aim}, {1, 0}}, {{0, 0.5}, {}}, {{0, -0.5}, {}}};
    scenes::run_discs(discs, restitution);
    return {norm(discs[1].velocity), norm(discs[2].velocity)};
}

}  // namespace

TEST_CASE("past the inelastic answer as far again: energy stays, whatever touches [ROTE-Q*, ROTE-c]") {
    // v* is the nearest point of a cone, so v* and v - v* are orthogonal in the metric of the masses, and
    // |v* + c (v* - v)|^2 = |v*|^2 + c^2 |v - v*|^2: the share c^2 of what the inelastic collision loses
    // stays.
    std::mt19937 random(7);
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * (static_cast<double>(random()) / 4294967296.0);
    };
    for (int trial = 0; trial < 200; ++trial) {
        // Part of a hexagonal packing: most discs touch several.
        std::vector<Disc> before;
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
                before.push_back({{column + 0.5 * row, row * std::sqrt(0.75)},
                                  {uniform(-1, 1), uniform(-1, 1)},
                                  uniform(0.3, 3)});
        const double c = uniform(0, 1), e = energy(before);
        std::vector<Disc> inelastic = before, elastic = before, between = before;
        scenes::collide(inelastic, 0.0);
        scenes::collide(elastic, 1.0);
        scenes::collide(between, c);
        const double lost = e - energy(inelastic);
        REQUIRE(lost > 1e-4 * e);
        CHECK(std::abs(energy(elastic) - e) < 1e-12 * e);
        CHECK(std::abs(energy(between) - (e - (1.0 - c * c) * lost)) < 1e-12 * e);
        CHECK(norm(momentum(between) - momentum(before)) < 1e-12);
        for (std::size_t i = 0; i < before.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Vec2 d = before[i].position - before[j].position;
                if (norm(d) < 1.0 + 1e-9)
                    CHECK(dot(d, inelastic[i].velocity - inelastic[j].velocity) > -1e-12);
            }
    }
}

TEST_CASE("billiards: the limits from above and from below differ, and all at once is a third answer") {
    // Normals at +-30 degrees. The first disc takes cos 30 of the speed along its normal; of the rest the
    // second takes 1/4 sqrt(3). Inelastic: half of each approach, sqrt(3)/4, then 3 sqrt(3)/16. At once, by
    // symmetry 2 p cos 30 is what the runner gives, and the approach of both is stopped: p = sqrt(3)/5.
    const double root = std::sqrt(3.0), aim = 1e-6, close = 2e-6;
    for (const double sign : {1.0, -1.0}) {
        auto [upper, lower] = speeds(sign * aim, 1.0);
        if (sign < 0.0) std::swap(upper, lower);
        CHECK(std::abs(upper - root / 2) < close);
        CHECK(std::abs(lower - root / 4) < close);
        auto [first, second] = speeds(sign * aim, 0.0);
        if (sign < 0.0) std::swap(first, second);
        CHECK(std::abs(first - root / 4) < close);
        CHECK(std::abs(second - 3 * root / 16) < close);
    }
    CHECK(std::abs(speeds(0.0, 1.0).first - 2 * root / 5) < 1e-14);
    CHECK(std::abs(speeds(0.0, 0.0).second - root / 5) < 1e-14);
}
