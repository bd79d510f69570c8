// Where the thesis is wrong: what it prints, and what holds.

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "../collide/shapes.h"
#include "restraint/collide/distance.h"
#include "restraint/oba/animation.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

namespace {

const double pi = std::acos(-1.0);

}  // namespace

TEST_CASE("omega is the rate of the rotation vector only about a fixed axis [erratum O04]") {
    // omega of exp(phi(t)) by a central difference: R(t + h) R(t - h)^-1 is a turn by 2 h omega.
    const Vec3 phi{0.9, 0.2, -0.4};
    const auto omega = [&](Vec3 rate) {
        const double h = 1e-5;
        const Quaternion after = from_rotation_vector(phi + h * rate),
                         before = from_rotation_vector(phi - h * rate);
        return rotation_vector(after * conjugate(before)) / (2 * h);
    };
    const Vec3 across{0.1, 0.8, 0.3}, along = 2.0 * phi;
    CHECK(norm(omega(across) - across) > 0.1);
    CHECK(norm(omega(along) - along) <= 1e-8);
}

TEST_CASE("Euler's columns of R grow, our orientation stays one [erratum O07] [OBA-2.32, OBA-2.33]") {
    // By sqrt(1 + (w dt)^2) a frame: at 3 rad/s (1 + 0.01)^15 = 1.161 in a second.
    const Vec3 spin{0, 0, 3};
    Vec3 column{1, 0, 0};
    for (int k = 0; k < 30; ++k) column = column + (1.0 / 30) * cross(spin, column);
    CHECK(std::abs(norm(column) - std::pow(1.01, 15)) <= 1e-12);

    World world;
    world.gravity = {};
    scenes::add_box(world, {1, 1, 1}, {});
    rigid::set_velocity(world.bodies[0], {}, spin);
    for (int k = 0; k < 30; ++k) place(world, target_placements(world));
    const Mat3& r = world.bodies[0].orientation;
    for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(norm(Vec3{r(0, c), r(1, c), r(2, c)}) - 1.0) <= 1e-14);
    CHECK(norm(r * Vec3{1, 0, 0} - Vec3{std::cos(3.0), std::sin(3.0), 0}) <= 1e-13);
}

TEST_CASE("a spring under ten cubes swings in 0.2 s, not in 2/30 [erratum O15] [claim CL-O-02]") {
    // [OBA-5.3, OBA-5.4]
    const double k = 100.0 * 10 * 10;  // ten unit masses at g = 10 press it by 1/100
    CHECK(k == 10000.0);
    const auto period =
        [&](double mass) {  // twice the time from one turning point to the other, by small steps
            double x = 1.0, v = 0.0, t = 0.0;
            const double h = 1e-6;
            while (v <= 0.0) {
                v -= h * k / mass * x;
                x += h * v;
                t += h;
                if (v > 0.0) break;
            }
            return 2 * t;
        };
    CHECK(std::abs(period(1) - 2 * pi / 100) <= 1e-5);
    CHECK(std::abs(period(10) - 2 * pi * std::sqrt(10.0) / 100) <= 1e-5);
    const double steps = (1.0 / 30) / (0.1 * period(1)), loaded = (1.0 / 30) / (0.1 * period(10));
    CHECK(std::abs(steps - 5.31) <= 0.01);  // the thesis' five [OBA-5.4b]
    CHECK(std::abs(loaded - 1.68) <= 0.01);
    measured("CL-O-02", "T = " + std::to_string(period(1)) + " s, " + std::to_string(steps) +
                            " steps; with ten kg " + std::to_string(period(10)) + " s, " +
                            std::to_string(loaded) + " steps");
}

TEST_CASE("a spring for impacts at v_c swings in 2 pi/(100 v_c) [erratum O16] [claim CL-O-13] [OBA-5.5]") {
    const double v = 30.0, k = v * v * 10000, period = 2 * pi * std::sqrt(1.0 / k);
    CHECK(std::abs(period - 2 * pi / (100 * v)) <= 1e-15);
    // Printed: 1/v_c once more in front, thirty times shorter. Energy: 1/2 v^2 = 1/2 k d^2 for d = 1/100.
    CHECK(std::abs(0.5 * k * 1e-4 - 0.5 * v * v) <= 1e-9);
    const double steps = (1.0 / 30) / (0.1 * period);
    CHECK(std::abs(steps - 159.2) <= 0.1);
    measured("CL-O-13", "T = " + std::to_string(period) + " s, " + std::to_string(steps) + " steps a frame");
}

TEST_CASE("a joint's row is linear in the rotation dphi, not in the lever [erratum O20] [OBA-6.44]") {
    World world;
    scenes::add_box(world, {1, 1, 1}, {0, 0, 0}, {0.3, -0.2, 0.5});
    scenes::add_box(world, {1, 2, 1}, {1, 0.5, 0}, {-0.1, 0.4, 0.2});
    world.link(0, 1, {0.6, 0.2, 0.1});
    const auto rows = world::joint_rows(world.joints[0], world.bodies);
    const Perturbation by[2] = {{{0.3, -0.4, 0.2}, {0.5, 0.1, -0.6}}, {{-0.2, 0.1, 0.7}, {-0.3, 0.8, 0.4}}};
    const auto error = [&](double s) {
        std::vector<RigidBody> moved = world.bodies;
        for (std::size_t i = 0; i < 2; ++i) {
            const Placement now = current_placements(world)[i];
            const Placement there = perturbed(now, {s * by[i].translation, s * by[i].rotation});
            moved[i].position = there.position;
            moved[i].orientation = there.pose().orientation;
        }
        const auto after = world::joint_rows(world.joints[0], moved);
        double worst = 0.0;
        for (std::size_t r = 0; r < 3; ++r) {
            double linear = 0.0;
            for (const gauss::Block& block : rows[r].row.blocks())
                for (std::size_t c = 0; c < 3; ++c)
                    linear += s * (block.coefficients[c] * by[block.body].translation[c] +
                                   block.coefficients[3 + c] * by[block.body].rotation[c]);
            worst = std::max(worst, std::abs(after[r].value - rows[r].value - linear));
        }
        return worst;
    };
    CHECK(error(1e-3) <= 2e-6);                // a few times s^2
    CHECK(error(5e-4) <= 0.27 * error(1e-3));  // a quarter: second order
}

TEST_CASE("wood has 0.8 g/cm^3: a cubic metre of it 800 kg [erratum O24] [OBA-par]") {
    World world;
    scenes::add_box(world, {1, 1, 1}, {});
    CHECK(std::abs(world.bodies[0].mass - 0.8e-3 * 100 * 100 * 100) <= 1e-10);  // kg in 10^6 cm^3
    CHECK(norm(world.gravity) == 10.0);
    CHECK(world.friction == 0.3);
    CHECK(world.restitution == 0.3);
}

TEST_CASE("'while the objective was improved' goes on for every bit; ours ends [erratum O32] [OBA-tab6.1]") {
    // 1 + 2^-k improves until its last bit is gone.
    int improvements = 0;
    for (double last = 2.0, half = 0.5; 1.0 + half < last; half *= 0.5) {
        last = 1.0 + half;
        ++improvements;
    }
    CHECK(improvements >= 52);
    // Two cubes that fall onto each other askew: the loop ends by its tolerance, far from its limit.
    World world = crowd(3, 1);
    scenes::add_box(world, {1, 1, 1}, {0.3, 0.2, 1.8}, {0.3, 0.5, 0.1}, {0, 0, -30});
    PositionUpdater updater;
    PositionOptions options;
    const PositionUpdate update = updater.update(world, target_placements(world), options);
    CHECK(update.settled);
    CHECK(update.qps > 1);
    CHECK(update.qps < options.qp_limit);
    options.qp_limit = 1;  // and by its limit, where that comes first; then nothing overlaps all the same
    PositionUpdater hasty;
    CHECK(hasty.update(world, target_placements(world), options).overlap <= 1e-6);
}

TEST_CASE("remembered features of overlapping bodies report a depth that is not the least [claim CL-O-32]") {
    // A small cube enters a unit cube's top face at the right edge, and goes down to 0.6: the way out to the
    // right, 0.15, is shorter than the one up that the remembered face tells.
    const auto big = scenes::box_shape({1, 1, 1}), small = scenes::box_shape({0.2, 0.2, 0.2});
    const rigid::Pose origin{{}, Mat3::identity()};
    const auto at = [](double z) { return rigid::Pose{{0.45, 0, z}, Mat3::identity()}; };
    collide::Features witness;
    bool hit = false;
    const auto before = collide::find_separation(big, origin, small, at(0.65), witness, hit);
    CHECK(std::abs(before.distance - 0.05) <= 1e-12);
    CHECK(std::abs(std::abs(before.normal.z) - 1.0) <= 1e-12);
    const double remembered = collide::gap_along(big, origin, small, at(0.0), before.normal);
    const auto after = collide::find_separation(big, origin, small, at(0.0), witness, hit);
    CHECK(std::abs(remembered + 0.6) <= 1e-12);
    CHECK(std::abs(after.distance + 0.15) <= 1e-12);
    CHECK(std::abs(std::abs(after.normal.x) - 1.0) <= 1e-12);
    CHECK_FALSE(hit);  // searched from scratch
    measured("CL-O-32",
             "remembered normal: depth " + figure(-remembered) + "; least depth " + figure(-after.distance));
}
