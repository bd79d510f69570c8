#include <set>

#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

/// n points at random in a cube that grows with n, so that each has about the same number of neighbours.
std::vector<Vec3> cloud(std::size_t n, Random& random) {
    const double edge = std::cbrt(static_cast<double>(n));
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = random.uniform(-edge / 2, edge / 2), y = random.uniform(-edge / 2, edge / 2),
                     z = random.uniform(-edge / 2, edge / 2);
        points.push_back({x, y, z});
    }
    return points;
}

}  // namespace

TEST_CASE("the buckets find every close pair once, and no other [PBM-C-buckets]") {
    Random random(1);  // seed 1
    for (const std::size_t n : {0u, 1u, 2u, 50u, 400u}) {
        CAPTURE(n);
        const std::vector<Vec3> points = cloud(n, random);
        std::multiset<std::pair<std::size_t, std::size_t>> found, expected;
        for_each_near_pair(points, 0.9, [&](std::size_t i, std::size_t j) {
            if (norm(points[i] - points[j]) < 0.9) found.insert({i, j});
        });
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j)
                if (norm(points[i] - points[j]) < 0.9) expected.insert({i, j});
        CHECK(found == expected);
    }
}

TEST_CASE("the number of distances grows in proportion to the number of particles [PBM-C-buckets]") {
    // [claim CL-C-04]
    Random random(2);  // seed 2
    const auto tests_per_particle = [&](std::size_t n) {
        std::size_t tests = 0;
        for_each_near_pair(cloud(n, random), 1.0, [&](auto, auto) { ++tests; });
        return static_cast<double>(tests) / static_cast<double>(n);
    };
    // With one particle a cube, 27 cubes hold 27, and every pair is tested once: 13.5 a particle, fewer at
    // the surface of the cloud. All pairs would be (n - 1) / 2.
    const double few = tests_per_particle(1000), many = tests_per_particle(10000);
    CHECK(few < 14.5);
    CHECK(few > 8.0);
    CHECK(many < 14.5);
    measured("CL-C-04", "distances a particle: " + figure(few) + " for 1000, " + figure(many) + " for 10000");
}

TEST_CASE("farther out than 2^50 cubes all share the last one: their pairs are found as well") {
    // Doubles near 2^52 are 1 apart, near 1e300 far more than a radius.
    const double edge = 0x1p50, far = 0x1p52;
    std::vector<std::pair<std::size_t, std::size_t>> found;
    const std::vector<Vec3> points{{2 * edge - 1, 0, 0}, {2 * edge, 0, 0}, {far, 0, 0}, {far + 1, 0, 0},
                                   {far + 4, 0, 0},      {1e300, 0, 0},    {-far, 0, 0}};
    for_each_near_pair(points, 2.0, [&](std::size_t i, std::size_t j) {
        if (norm(points[i] - points[j]) < 2.0) found.push_back({i, j});
    });
    CHECK(found == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {2, 3}});
}

TEST_CASE("buckets and all pairs give the same forces, to rounding [PBM-C-buckets]") {
    // [claim CL-C-04]
    Random random(4);  // seed 4
    ParticleSystem with_buckets, with_all_pairs;
    for (const Vec3 x : cloud(500, random)) {
        with_buckets.add_particle(1.0, x);
        with_all_pairs.add_particle(1.0, x);
    }
    with_buckets.add_force(PairForce(10.0, 0.8, 1.5));
    with_all_pairs.add_force(PairForce(10.0, 0.8, 1.5, 1e3));
    const Vector a = with_buckets.applied_forces(), b = with_all_pairs.applied_forces();
    CHECK(max_norm(a) > 1.0);
    CHECK(max_norm(a - b) <= 1e-13 * max_norm(a));  // sums of some twenty terms in another order
    measured("CL-C-04", "forces differ by " + figure(max_norm(a - b) / max_norm(a)) + " of the largest");
    CHECK(with_buckets.energy() == tests::near(with_all_pairs.energy(), 1e-12));
}

TEST_CASE("close particles repel, less close ones attract, far ones do not feel each other") {
    const PairForce force(8.0, 1.0, 2.0);
    CHECK(force.magnitude(0.0) == 8.0);                      // by hand: k (1 - 0)(1 - 0)^2
    CHECK(force.magnitude(0.5) == 8.0 * 0.5 * 0.75 * 0.75);  // repels
    CHECK(force.magnitude(1.0) == 0.0);
    CHECK(force.magnitude(1.5) == 8.0 * -0.5 * 0.25 * 0.25);  // attracts
    CHECK(force.magnitude(2.0) == 0.0);
    CHECK(force.magnitude(3.0) == 0.0);
    CHECK(force.potential(2.0) == 0.0);
    for (const double d : {0.3, 0.9, 1.2, 1.9}) {  // f = -dE/dd
        const double h = 1e-5;
        CHECK(std::abs(force.magnitude(d) + (force.potential(d + h) - force.potential(d - h)) / (2 * h)) <=
              1e-8);
    }
}

TEST_CASE("a swarm keeps its energy and its momentum") {
    Random random(9);  // seed 9
    ParticleSystem system;
    for (const Vec3 x : cloud(60, random)) {
        const double vx = random.uniform(-0.3, 0.3), vy = random.uniform(-0.3, 0.3);
        system.add_particle(1.0, x, {vx, vy, 0});
    }
    system.add_force(PairForce(5.0, 0.9, 1.6));
    const double energy = system.energy();
    const Vec3 momentum = system.momentum();
    run(system, "rk4", 200, 0.005);
    CHECK(std::abs(system.energy() - energy) <= 1e-5 * system.kinetic_energy());
    CHECK(norm(system.momentum() - momentum) <= 1e-12);
}
