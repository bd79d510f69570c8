#include "restraint/bricks/step_model.h"
#include "towers.h"

namespace restraint::bricks {
namespace {

TEST_CASE("a step looks as far as two bodies may come nearer in it, and a thousandth of a brick more") {
    // The brick's free motion is 0.2 m down and 0.3 rad, about its centre: its corner 0 goes farther.
    Tower tower;
    tower.bodies = {make_brick("b", {{-7.0, 3.0}, 0.0}, 2.0, 0.5)};
    const StepModel model(tower, {});
    const Vector still(3);
    const Step rest = model.step_from(model.start_positions, still, still);
    CHECK(rest.geometry.reach == 1e-3 * 2.0);
    CHECK(rest.geometry.size == 2.0);
    CHECK(rest.rounding == 4.0 * std::numeric_limits<double>::epsilon() * 7.0);  // of the farthest coordinate
    const Step step = model.step_from(model.start_positions, still, Vector{0.0, -0.2, 0.3});
    double longest = 0.0;
    for (const Vec2 corner : tower.bodies[0].vertices)
        longest =
            std::max(longest, norm(rotated(corner, std::cos(0.3), std::sin(0.3)) - corner - Vec2{0, 0.2}));
    CHECK(longest > 0.45);  // 0.3 rad of 1.03 m, and what points downwards of 0.2 m
    CHECK(std::abs(step.geometry.reach - (2.0 * longest + 2e-3)) < 1e-15);
    // Slabs thinner than a hundredth of the mean size are the measure: 100 times 0.01 m.
    tower.bodies.push_back(make_brick("slab", {{0.0, 0.0}, 0.0}, 2.0, 0.01));
    CHECK(StepModel(tower, {}).step_from(Vector(6), Vector(6), Vector(6)).geometry.reach == 1e-3);
}

TEST_CASE("in a long step of the acceleration loop contacts reach a hundredth of a brick, and no farther") {
    // In 0.1 s a body falls by 0.098 m.
    for (const auto& [height, holds] : {std::pair{0.009, true}, {0.011, false}}) {
        Tower tower = single(0.5);
        tower.bodies[0].pose.position.y += height;
        AccelerationLoop loop(tower, {.dt = 0.1});
        step(loop);
        CHECK(std::abs(loop.tower().bodies[0].velocity.linear.y + (holds ? 0.0 : 0.981)) < 1e-12);
    }
}

TEST_CASE("a brick that a slot holds without clearance moves into a wall by 1e-9 of its free motion") {
    // 0.4 um too wide for the slot, pulled to the left and down: it falls freely in the slot.
    const Tower tower = tower_of({fixed(make_brick("left", {{-1.0, 0.0}, 0.0}, 1.0, 1.0)),
                                  fixed(make_brick("right", {{1.0, 0.0}, 0.0}, 1.0, 1.0)),
                                  make_brick("b", {{0.0, 0.0}, 0.0}, 1.0000004, 0.5)},
                                 {}, {-3.0, -8.0});
    PositionLoop loop(tower, {.dt = 0.01, .halvings = 0});
    const StepReport report = step(loop);
    CHECK(report.loosened);
    const Vec2 place = loop.tower().bodies[2].pose.position;
    CHECK(std::abs(place.y + 8e-4) < 1e-15);
    CHECK(std::abs(place.x + 8e-13) < 1e-15);
}

TEST_CASE(
    "a soft bar may miss its length times its length, by a variable whose mass is the penalty [ROTE-8.4]") {
    // All points a tenth farther from the origin: each bar, u, is 1.1 l long and lacks -0.1 l. Its row is
    // u.(x_i - x_j) + miss = -0.1 l |u|.
    const Tower tower = tower_of({make_brick("b", {{3.0, 1.0}, 0.5}, 2.0, 1.0, 0.25)});
    const StepModel model(tower, {.model = Model::framework4, .lengths = Lengths::penalty, .penalty = 50.0});
    REQUIRE(model.inverse_masses.size() == 4 + 5);
    const Vector stretched = 1.1 * model.start_positions, still(8);
    const Step step = model.step_from(stretched, still, still);
    const std::vector<gauss::Row> rows = model.position_rows(step, {}, still, step.geometry.now);
    REQUIRE(rows.size() == 5);
    for (std::size_t b = 0; b < 5; ++b) {
        CHECK(model.inverse_masses[4 + b](0, 0) == 1.0 / 50.0);
        const double length = model.bricks.framework.bars[b].length;
        CHECK(std::abs(rows[b].lower + 0.11 * length * length) < 1e-14);
        CHECK(rows[b].upper == rows[b].lower);
        Vector x = stretched;
        x.resize(2 * 9);
        x[2 * (4 + b)] = 7.0;
        CHECK(std::abs(gauss::row_value(rows[b], x, 2).rounded() - (1.21 * length * length + 7.0)) < 1e-14);
    }
}

}  // namespace
}  // namespace restraint::bricks
