#include "restraint/bricks/sidedness.h"

#include <set>

#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

/// The tower's bodies, moved by one displacement each; the tables stay.
std::vector<Outline> outlines_moved(const Tower& tower, const std::vector<Pose>& by) {
    Tower then = tower;
    for (std::size_t i = 0; i < by.size(); ++i) {
        then.bodies[i].pose.position += by[i].position;
        then.bodies[i].pose.angle += by[i].angle;
    }
    return outlines(then);
}

/// Rows of a tower at rest.
struct Chosen {
    StepGeometry step;
    std::vector<SidednessRow> rows;
    explicit Chosen(const Tower& tower)
        : step{tower, outlines(tower), outlines(tower), mean_size(tower), 1e-3}, rows(choose_rows(step)) {}
};

/// The mirror image x -> -x of a row of a tower that is its own image.
SidednessRow mirrored(const Tower& tower, const SidednessRow& row) {
    const auto image = [&](const CornerOverEdge& c) {
        const std::size_t corners[] = {1, 0, 3, 2}, edges[] = {0, 3, 2, 1};  // of a brick
        const auto part = [&](std::size_t p) {
            for (std::size_t q = 0; q < tower.bodies.size() && p < tower.bodies.size(); ++q) {
                const Vec2 a = tower.bodies[p].pose.position, b = tower.bodies[q].pose.position;
                if (std::abs(a.x + b.x) < 1e-6 && std::abs(a.y - b.y) < 1e-6) return q;
            }
            return p;  // the table
        };
        const bool corner_of_table = c.corner_part >= tower.bodies.size();
        const bool edge_of_table = c.edge_part >= tower.bodies.size();
        return CornerOverEdge{part(c.corner_part), corner_of_table ? 1 - c.corner : corners[c.corner],
                              part(c.edge_part), edge_of_table ? 2 - c.edge : edges[c.edge]};
    };
    SidednessRow result{image(row.first), image(row.second)};
    if (result.second < result.first) std::swap(result.first, result.second);
    return result;
}

/// The rows as a set in which the order of a mean's halves does not count.
std::set<SidednessRow> as_set(std::vector<SidednessRow> rows) {
    for (SidednessRow& row : rows)
        if (row.second < row.first) std::swap(row.first, row.second);
    return {rows.begin(), rows.end()};
}

void check_is_own_image(const Tower& tower) {
    const Chosen chosen(tower);
    const std::set<SidednessRow> rows = as_set(chosen.rows);
    CHECK(rows.size() == chosen.rows.size());  // no row twice
    std::set<SidednessRow> images;
    for (const SidednessRow& row : rows) images.insert(mirrored(tower, row));
    CHECK(rows == images);
}

}  // namespace

TEST_CASE("the rows of a symmetric tower are their own mirror image, at rest and when it falls") {
    for (Tower tower : {diamond(5), stack_bond(5, 5), wall(5, 5), inverted_pyramid(4)}) {
        tower.tables = {{"table", -0.75, 0.75, 0.0}};
        check_is_own_image(tower);
        PositionLoop loop(tower);
        for (int k = 0; k < 300; ++k) {
            step(loop);
            if (k % 50 == 49) check_is_own_image(loop.tower());
        }
    }
}

TEST_CASE("a brick on a brick has a row at each end of the common interval") {
    // The upper one reaches 0.3 over the right end of the lower one: its left lower corner stands on the
    // lower one's top (edge 2), the lower one's right upper corner under its bottom (edge 0).
    const Tower tower = tower_of({brick(0, 0.125), brick(0.3, 0.375)});
    const Chosen chosen(tower);
    const SidednessRow left{{1, 0, 0, 2}, {1, 0, 0, 2}}, right{{0, 2, 1, 0}, {0, 2, 1, 0}};
    CHECK(as_set(chosen.rows) == std::set<SidednessRow>{left, right});
}

TEST_CASE("where two corners lie on each other, two rows become one") {
    const Tower tower = tower_of({brick(0, 0.125), brick(0, 0.375)});
    const Chosen chosen(tower);
    const SidednessRow left{{0, 3, 1, 0}, {1, 0, 0, 2}}, right{{0, 2, 1, 0}, {1, 1, 0, 2}};
    CHECK(as_set(chosen.rows) == as_set({left, right}));
    // And they lack no row where the step makes the two overlap.
    CHECK(lacking_rows(chosen.step, chosen.rows, outlines_moved(tower, {{}, {{0.0, -0.01}, 0.0}})).empty());
}

TEST_CASE("two corners whose gaps differ by more than 1e-6 m keep their own rows") {
    // The upper brick, tilted by 0.1, stands on its lower left corner, d beside the lower one's upper left
    // one, which therefore lies d sin 0.1 above the line of its bottom. In the free motion the corners meet.
    for (const double d : {5e-6, 5e-5})
        for (const bool lower_first : {true, false}) {
            INFO("d ", d, ", lower_first ", lower_first);
            const Body low = brick(0, 0.125);
            Body up = brick(0, 0, 0.1);
            up.pose.position = Vec2{d - 0.5, 0.25} - rotated({-0.5, -0.125}, std::cos(0.1), std::sin(0.1));
            const Tower tower = tower_of({lower_first ? low : up, lower_first ? up : low});
            std::vector<Pose> to_the_left(2);
            to_the_left[lower_first ? 1 : 0].position.x = -d;
            const StepGeometry step{tower, outlines(tower), outlines_moved(tower, to_the_left), 1.0, 1e-3};
            CHECK(choose_rows(step).size() == (d * std::sin(0.1) < 1e-6 ? 1 : 2));
        }
}

TEST_CASE("corner on corner: no row, until the step would make the two overlap") {
    // The upper brick stands with its lower left corner on the lower one's upper right corner.
    Tower tower = tower_of({brick(0, 0.125), brick(1.0, 0.375)});
    const Chosen chosen(tower);
    CHECK(chosen.rows.empty());

    // Up to 3e-5 of the size inside, the right side of the lower one still separates them; then its top
    // alone.
    tower.bodies[1].pose.position.x = 1.0 - 2e-5;
    CHECK(Chosen(tower).rows.empty());
    tower.bodies[1].pose.position.x = 1.0 - 4e-5;
    CHECK(Chosen(tower).rows.size() == 1);
    tower.bodies[1].pose.position.x = 1.0;

    const auto lacking = [&](double dx, double dy) {
        return as_set(lacking_rows(chosen.step, {}, outlines_moved(tower, {{}, {{dx, dy}, 0.0}})));
    };
    CHECK(lacking(0.01, -0.1).empty());  // falls past: the right side separates
    CHECK(lacking(-0.1, 0.01).empty());  // slides over

    // Deeper to the left than down: the top of the lower one separates best, and holds it. In `then` the
    // upper one's corner 0 lies over it, and the lower one's corner 2 over the upper one's bottom.
    const std::set<SidednessRow> held = lacking(-0.02, -0.01);
    CHECK(held == as_set({{{0, 2, 1, 0}, {1, 0, 0, 2}}}));
    // Deeper down than to the left: it is the right side.
    const std::set<SidednessRow> pushed = lacking(-0.01, -0.02);
    CHECK(pushed == as_set({{{0, 2, 1, 3}, {1, 0, 0, 1}}}));
    // Equally deep: both, and no corner, side or part comes first.
    const std::set<SidednessRow> both = lacking(-0.01, -0.01);
    CHECK(both.size() == 2);
    CHECK(std::includes(both.begin(), both.end(), held.begin(), held.end()));
    CHECK(std::includes(both.begin(), both.end(), pushed.begin(), pushed.end()));
    // Up to 1e-5 of the size counts as equal.
    CHECK(lacking(-0.01, -0.010005) == both);
    CHECK(lacking(-0.01, -0.01002) == pushed);
    // Held by its top, the pair gets no row of the right side in a later pass.
    const std::vector<SidednessRow> has(held.begin(), held.end());
    CHECK(lacking_rows(chosen.step, has, outlines_moved(tower, {{}, {{-0.01, -0.02}, 0.0}})).empty());
}

TEST_CASE(
    "a corner has a row where the free motion leads over the side, or where another contact pushes it") {
    // The upper brick lies on the lower one, 0.3 beyond its right end. The free motion carries it 0.8 to the
    // right: it hangs on nothing then.
    const Tower tower = tower_of({brick(0, 0.125), brick(0.3, 0.375)});
    const std::vector<Outline> now = outlines(tower),
                               beyond = outlines_moved(tower, {{}, {{0.8, -1e-5}, 0.0}}),
                               back = outlines_moved(tower, {{}, {{0.1, -1e-5}, 0.0}});
    const StepGeometry step{tower, now, beyond, 1.0, 0.1};
    CHECK(choose_rows(step).empty());
    CHECK(lacking_rows(step, {}, beyond).empty());
    // Something pushes it back, so that it ends 0.4 beyond the end: the two rows of the overlap are lacking.
    const SidednessRow left{{1, 0, 0, 2}, {1, 0, 0, 2}}, right{{0, 2, 1, 0}, {0, 2, 1, 0}};
    CHECK(as_set(lacking_rows(step, {}, back)) == std::set<SidednessRow>{left, right});
    CHECK(as_set(lacking_rows(step, {left}, back)) == std::set<SidednessRow>{right});
    CHECK(lacking_rows(step, {left, right}, back).empty());
}

TEST_CASE("a corner beyond the end of a side is not held by its line") {
    // A tilted brick beside a table: its left corner is below the table's top, half a millimetre beyond its
    // end. The right side of the table (edge 0) holds it, not the line of the top (edge 1).
    const Tower tower =
        on_table(-5.0, 0.0, {brick(0.5 * std::cos(0.7) + 0.125 * std::sin(0.7) + 5e-4, 0.0, 0.7)});
    const Chosen chosen(tower);
    REQUIRE(chosen.rows.size() == 1);
    CHECK(chosen.rows[0].first.edge_part == 1);
    CHECK(chosen.rows[0].first.edge == 0);
}

TEST_CASE("a corner that is pinned to the other part has no row") {
    Tower tower = tower_of({brick(0, 0), brick(1.0, 0)});  // side by side; upright faces touch
    CHECK(Chosen(tower).rows.size() == 2);
    tower.pins = {{0, 1, 1, 0}};  // the lower corners
    const Chosen chosen(tower);
    REQUIRE(chosen.rows.size() == 1);
    CHECK(chosen.step.now[0].corners[chosen.rows[0].first.corner].y > 0.0);
}

TEST_CASE(
    "the printed rule takes the worse side and pushes apart what is apart "
    "[ROTE-8.5, erratum R06, claim CL-R-18]") {
    // A square on its corner, 0.1 above a brick. By hand: the brick's top separates by 0.1; of the square's
    // lower sides the line passes 0.1 sqrt(1/2) above the point below the corner and far below the brick's
    // ends.
    const Body square = make_brick("square", {{0, 0.125 + 0.1 + std::sqrt(0.5)}, std::atan(1.0)}, 1.0, 1.0);
    const Tower tower = tower_of({make_brick("low", {{0, 0}, 0.0}, 2.0, 0.25), square});
    const std::vector<Outline> parts = outlines(tower);
    const StepGeometry step{tower, parts, parts, 1.0, 1.0};
    double violated = 0.0, apart = 1.0;
    for (const SidednessRow& row : printed_rows(step)) {
        const CornerOverEdge& c = row.first;
        CHECK(c.edge_part == 1);  // a side of the square
        violated = std::min(violated, gap(parts, c));
    }
    // The end of the brick, 1 m to the side, lies (1 - 0.1) sqrt(1/2) beyond the square's side.
    CHECK(std::abs(violated + 0.9 * std::sqrt(0.5)) < 1e-12);
    for (const SidednessRow& row : choose_rows(step)) apart = std::min(apart, gap(parts, row.first));
    CHECK(std::abs(apart - 0.1) < 1e-12);
    measured("CL-R-18", figure(apart) + " and " + figure(violated));
}
