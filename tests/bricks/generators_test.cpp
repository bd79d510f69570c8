#include "restraint/bricks/generators.h"

#include <stdexcept>

#include "../refusals.h"
#include "towers.h"

namespace restraint::bricks {
namespace {

/// The x of the right end of the tower: its overhang over a table that ends at 0.
double overhang(const Tower& tower) {
    double right = -std::numeric_limits<double>::infinity();
    for (const Body& body : tower.bodies) right = std::max(right, body.pose.position.x + body.width() / 2.0);
    return right;
}

/// Sum of mass times x over the mass.
double centre_of_mass(const Tower& tower) {
    double moment = 0.0, mass = 0.0;
    for (const Body& body : tower.bodies) {
        moment += body.mass * body.pose.position.x;
        mass += body.mass;
    }
    return moment / mass;
}

/// Is there for each brick one of the same width at (-x, y)?
bool is_symmetric(const Tower& tower) {
    return std::all_of(tower.bodies.begin(), tower.bodies.end(), [&](const Body& body) {
        const Vec2 mirrored{-body.pose.position.x, body.pose.position.y};
        return std::any_of(tower.bodies.begin(), tower.bodies.end(), [&](const Body& other) {
            return other.pose.position == mirrored && other.width() == body.width();
        });
    });
}

TEST_CASE("a harmonic tower of n bricks reaches H_n / 2 over the edge [SLIDES-harm]") {
    CHECK(overhang(single()) == 0.5);
    CHECK(overhang(harmonic(2)) == 0.75);
    // H_4 = 25/12; the reach of a lower brick over the next is smaller: 1/8, 1/6, 1/4, 1/2 from below.
    const Tower four = harmonic(4);
    CHECK(std::abs(overhang(four) - 25.0 / 24.0) < 1e-15);  // a few roundings
    CHECK(four.bodies[0].pose.position == Vec2{1.0 / 8.0 - 0.5, 0.125});
    CHECK(std::abs(four.bodies[3].pose.position.x - four.bodies[2].pose.position.x - 0.5) < 1e-15);
    // Every part above a joint is balanced on its edge; so is the whole on the table's.
    CHECK(std::abs(centre_of_mass(harmonic(30))) < 1e-15);
    CHECK(std::abs(overhang(harmonic(4, 1.5)) - 1.5 * 25.0 / 24.0) < 1e-15);
}

TEST_CASE(
    "the optimal stacks reach 1 with three bricks and (15 - 4 sqrt 2)/8 with four, 1.304555 with five") {
    CHECK(overhang(optimal_stack(1)) == 0.5);
    CHECK(overhang(optimal_stack(2)) == 0.75);
    CHECK(overhang(optimal_stack(3)) == 1.0);
    CHECK(std::abs(overhang(optimal_stack(4)) - (15.0 - 4.0 * std::sqrt(2.0)) / 8.0) < 1e-15);
    CHECK(std::abs(overhang(optimal_stack(5)) - 1.304555) < 1e-6);  // as far as the figure is known
    for (std::size_t n = 1; n <= 5; ++n) CHECK(std::abs(centre_of_mass(optimal_stack(n))) < 1e-15);
    for (const std::size_t n : {3u, 4u, 5u})  // the scale is that of the overhang
        CHECK(std::abs(overhang(optimal_stack(n, 1.01)) - 1.01 * overhang(optimal_stack(n))) < 1e-15);
}

TEST_CASE(
    "a parabolic stack of order k reaches k/2 with about k^3 2/3 bricks [SLIDES-5stack] [claim CL-R-02]") {
    CHECK(parabolic_stack(1).bodies.size() == 1);
    CHECK(parabolic_stack(2).bodies.size() == 3);
    CHECK(parabolic_stack(3).bodies.size() == 11);  // rows of 1, 2, and the slab 3, 2, 3
    CHECK(parabolic_stack(5).bodies.size() == 61);
    std::size_t squares = 0;  // 1^2 + 2^2 + ... + (k-1)^2: the stack has one brick more than twice that
    for (std::size_t k = 1; k <= 10; ++k) {
        const Tower stack = parabolic_stack(k);
        CHECK(stack.bodies.size() == 2 * squares + 1);
        CHECK(overhang(stack) == 0.5 * static_cast<double>(k));
        CHECK(centre_of_mass(stack) == 0.0);
        squares += k * k;
        if (k == 3) CHECK(squares == 14);
        if (k == 5) CHECK(squares == 55);
        if (k == 3 || k == 5 || k == 10)
            measured("CL-R-02", "k = " + std::to_string(k) + ": " + std::to_string(squares));
    }
    CHECK(squares == 385);
    CHECK(overhang(parabolic_stack(4, 1.5)) == 1.5 * 2.0);
}

TEST_CASE("pyramids, diamonds and walls have their numbers of bricks and their mirror") {
    CHECK(inverted_pyramid(3).bodies.size() == 6);
    CHECK(diamond(5).bodies.size() == 25);
    CHECK(wall(3, 4).bodies.size() == 13);  // 4, then 3 and two halves, then 4
    CHECK(wall(2, 1).bodies.size() == 3);
    CHECK(stack_bond(3, 4).bodies.size() == 12);
    for (const Tower& tower :
         {inverted_pyramid(4), diamond(5), diamond(5, 1.0625), wall(4, 3), wall(5, 5, 1.1), stack_bond(5, 4)})
        CHECK(is_symmetric(tower));
    // A row of half the bricks by weight: a wall is as wide in every row.
    CHECK(wall(2, 4).bodies[4].pose.position == Vec2{-1.75, 0.375});
    CHECK(wall(2, 4).bodies[4].mass == 0.125);
}

TEST_CASE("a generated tower stands on a table that is wide enough, and ends at 0 if it reaches over") {
    CHECK(harmonic(4).tables.at(0).x_right == 0.0);
    CHECK(diamond(5).tables.at(0).x_right == 10.0);
    CHECK(diamond(40).tables.at(0).x_right >= 20.0);
    CHECK(diamond(40).tables.at(0).x_left == -diamond(40).tables.at(0).x_right);
}

TEST_CASE("towers of no bricks, of too many, and of no scale are refused") {
    const std::string none = "a tower of 0 bricks", many = "a tower of more than 100000 bricks";
    tests::check_refused({{[] { harmonic(0); }, none},
                          {[] { wall(0, 3); }, none},
                          {[] { wall(3, 0); }, none},
                          {[] { stack_bond(0, 3); }, none},
                          {[] { stack_bond(3, 0); }, none},
                          {[] { diamond(1000); }, many},
                          {[] { diamond(std::size_t{1} << 32); }, many},  // n * n overflows to 0
                          {[] { stack_bond(1000, 1000); }, many},
                          {[] { parabolic_stack(54); }, many},
                          {[] { optimal_stack(6); }, "the optimal stacks are known here for 1 to 5 bricks"}});
    for (const auto& kind : {inverted_pyramid, diamond, parabolic_stack, optimal_stack})
        tests::check_refused({{[&] { kind(0, 1.0); }, none}});
    for (const auto& kind : {harmonic, inverted_pyramid, diamond, parabolic_stack, optimal_stack})
        for (const auto& [scale, shown] : {std::pair{-2.0, "-2"}, {0.0, "0"}, {std::nan(""), "nan"}})
            CHECK_THROWS_WITH_AS(
                kind(3, scale),
                ("the scale is " + std::string(shown) + ", but must be positive and finite").c_str(),
                std::invalid_argument);
    // 1^2 + ... + 52^2 = 52 53 105 / 6, and one brick more than twice that; another 2 53^2 are too many.
    CHECK(parabolic_stack(53).bodies.size() == 96461);
}

}  // namespace
}  // namespace restraint::bricks
