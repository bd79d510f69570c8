// The position loop on what towers of upright bricks do not show: impacts, corners, polygons, fixed bodies,
// gravity in any direction, and inputs at the limits of the numbers.

#include <stdexcept>

#include "../refusals.h"
#include "reference.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

bool is_finite(const Tower& tower) {
    for (const Body& b : tower.bodies)
        if (!restraint::is_finite(b.pose.position) || !restraint::is_finite(b.velocity.linear) ||
            !std::isfinite(b.pose.angle) || !std::isfinite(b.velocity.angular))
            return false;
    return true;
}

}  // namespace

TEST_CASE("a step without gravity is the inelastic collision of all that touches [ROTE-7.1, ROTE-Q*]") {
    // To rounding, for nothing turns before. (Where bodies turn the two agree as dt -> 0 [erratum R05].)
    for (ReferenceTower reference : reference_towers("impact")) {
        CAPTURE(reference.name);
        reference.tower.gravity = {0.0, 0.0};
        PositionLoop rigid(reference.tower, {.dt = 1e-5});
        step(rigid);
        PositionLoop points(reference.tower,
                            {.dt = 0.01, .model = Model::framework4, .lengths = Lengths::drifting});
        const std::vector<Vec2> corners = points.framework().positions;  // four of each brick in turn
        step(points);
        for (std::size_t i = 0; i < reference.tower.bodies.size(); ++i) {
            const Motion &v = rigid.tower().bodies[i].velocity, &exact = reference.homogeneous[i],
                         &four = reference.corner4[i];
            CHECK(norm(v.linear - exact.linear) < 1e-11);
            CHECK(std::abs(v.angular - exact.angular) < 1e-10);
            for (std::size_t p = 4 * i; p < 4 * i + 4; ++p) {
                const Vec2 arm = corners[p] - reference.tower.bodies[i].pose.position,
                           right = four.linear + four.angular * perpendicular(arm);
                CHECK(norm(points.framework().velocities[p] - right) <= 1e-12);
            }
        }
    }
}

TEST_CASE("bodies in motion accelerate as Gauss says, to first order in dt [ROTE-S', ROTE-Q]") {
    // A brick slides and turns on a corner, so that the turning matters: -2 A(v_i, v_j, v_k) is 1 m/s^2 here
    // and more. From the second step on the last displacement ended on the constraint.
    for (const ReferenceTower& reference : reference_towers("moving")) {
        CAPTURE(reference.name);
        const auto error = [&](double dt) {
            PositionLoop loop(reference.tower, {.dt = dt});
            step(loop);
            const Tower before = loop.tower();
            step(loop);
            double worst = 0.0;
            for (std::size_t i = 0; i < before.bodies.size(); ++i) {
                const Motion &v = before.bodies[i].velocity, &w = loop.tower().bodies[i].velocity;
                const Motion gained{(1.0 / dt) * (w.linear - v.linear), (w.angular - v.angular) / dt};
                worst = std::max(worst, difference(gained, reference.homogeneous[i]));
            }
            return worst;
        };
        const double coarse = error(1e-3), fine = error(5e-4);
        CHECK(coarse < 0.1);
        CHECK(std::abs(coarse / fine - 2.0) < 0.1);
    }
}

TEST_CASE("two tilted bricks that meet corner to corner stop each other, symmetrically") {
    for (const double dt : {0.002, 1.0 / 60.0}) {
        CAPTURE(dt);
        const Tower tower = on_table(
            -5, 5, {moving(brick(-2, 1, 0.3), {{3, 2}, 1}), moving(brick(2, 1, -0.3), {{-3, 2}, -1})});
        const Symmetry symmetry(tower);
        PositionLoop loop(tower, {.dt = dt});
        bool touched = false;
        while (loop.time() < 1.5) {
            const StepReport report = step(loop);
            for (const ContactForce& contact : report.contacts)
                touched = touched || contact.a + contact.b == 1;
            CHECK(report.deepest.depth < 3e-3 * 0.25);
            CHECK(symmetry.lost_by(loop.tower()) < 1e-10);
        }
        CHECK(touched);
    }
}

TEST_CASE("a corner that hits a corner exactly along the diagonal stops dead [claim CL-R-21]") {
    // Two unit squares; either of two directions would keep them apart, neither comes first. Momentum stays.
    const Body a = make_brick("a", {{-1.5, -1.5}, 0.0}, 1.0, 1.0, 1.0),
               b = make_brick("b", {{1.5, 1.5}, 0.0}, 1.0, 1.0, 3.0);
    const Tower tower = tower_of({moving(a, {{1, 1}, 0}), moving(b, {{-1, -1}, 0})}, {}, {});
    PositionLoop loop(tower, {.dt = 0.01});
    step_to(loop, 2.0);
    // Both now move as one: (1 - 3)/(1 + 3).
    for (const Body& body : loop.tower().bodies) {
        CHECK(norm(body.velocity.linear + Vec2{0.5, 0.5}) < 1e-12);
        CHECK(std::abs(body.velocity.angular) < 1e-30);  // the turns of two rows cancel, to their rounding
        measured("CL-R-21", body.name + " moves on at " + figure(body.velocity.linear.x));
    }
    CHECK(norm(world_vertex(loop.tower().bodies[0], 2) - world_vertex(loop.tower().bodies[1], 0)) < 1e-9);
}

TEST_CASE("a collapse turns with gravity and support") {
    // A brick over the corner of a fixed block, upright and turned by 1 rad about the origin.
    const auto poses = [](double turn) {
        const double c = std::cos(turn), s = std::sin(turn);
        Tower tower;
        tower.gravity = rotated({0, -9.81}, c, s);
        for (const Vec2 p : {Vec2{0, -0.125}, Vec2{0.6, 0.125}, Vec2{0.55, 0.375}})
            tower.bodies.push_back(make_brick("b", {rotated(p, c, s), turn}, 1.0, 0.25));
        tower.bodies[0].fixed = true;
        std::vector<Pose> result;
        for (const Body& b : after(PositionLoop(tower), 0.5).bodies)
            result.push_back({rotated(b.pose.position, c, -s), b.pose.angle - turn});
        return result;
    };
    const std::vector<Pose> upright = poses(0.0), turned = poses(1.0);
    CHECK(std::abs(upright[1].angle) > 0.5);
    for (std::size_t i = 0; i < 3; ++i) {
        // The turned tower's coordinates are rounded, by 1e-16; the fall multiplies that.
        CHECK(difference(upright[i], turned[i]) < 1e-12);
    }
    CHECK(upright[0].position == Vec2{0, -0.125});  // what is fixed stays, to the bit
}

TEST_CASE("polygons fall on a heap, on several tables and on each other") {
    Random random(3);
    Tower tower;
    tower.tables = {{"floor", -3, 3, 0}, {"left", -20, -3, 3}, {"right", 3, 20, 3}};
    for (int i = 0; i < 12; ++i) {
        std::vector<Vec2> corners;
        const std::size_t n = 3 + random.index(5);
        const Vec2 centre{random.uniform(-1.5, 1.5), 1.0 + 1.1 * i};
        for (std::size_t k = 0; k < n; ++k) {
            const double turn = random.uniform(0.0, 0.3);
            const double angle = 6.283185307179586 * (static_cast<double>(k) + turn) / static_cast<double>(n);
            corners.push_back(centre + Vec2{0.5 * std::cos(angle), 0.5 * std::sin(angle)});
        }
        tower.bodies.push_back(make_polygon("p", corners));
    }
    // At 1.5 s a triangle turns by 24 rad/s about a corner: 0.024 rad in a step, and the energy errs by the
    // third power of that.
    PositionLoop loop(tower, {.dt = 0.001});
    double previous = energy(tower).total();
    while (loop.time() < 2.5) {
        const StepReport report = step(loop);
        CHECK(report.deepest.depth < 2e-4);  // metres; they meet at up to 7 m/s
        CHECK(report.residual < 1e-9);
        CHECK(report.energy.total() < previous + 1e-5 * energy(tower).total());
        previous = report.energy.total();
    }
    for (const Body& body : loop.tower().bodies) {
        CHECK(body.pose.position.y > 0.0);
        CHECK(std::abs(body.pose.position.x) < 3.0);
    }
}

TEST_CASE("the forces of a tower at rest carry its weight, step after step") {
    const Tower tower = wall(4, 3);
    double weight = 0.0;
    for (const Body& body : tower.bodies) weight += 9.81 * body.mass;
    PositionLoop loop(tower);
    for (int k = 0; k < 50; ++k) {
        const StepReport report = loop.step();
        double on_table = 0.0;
        for (const ContactForce& contact : report.contacts) {
            CHECK(contact.force > 0.0);
            CHECK(contact.a < tower.bodies.size());  // a table is never a
            if (contact.b == tower.bodies.size()) on_table += contact.force * contact.normal.y;
        }
        CHECK(std::abs(on_table - weight) < 1e-10 * weight);
    }
}

TEST_CASE("section 8.5 as it is printed keeps the 5-diamond up, which must fall [ROTE-8.5] [erratum R06]") {
    // All bricks lie on each other and tie: the side chosen is the lower brick's, and its line holds even the
    // corners that hang in the air beside it.
    PositionLoop printed(diamond(5), {.sidedness = SidednessRule::printed}), right(diamond(5));
    step(printed, 100);
    step(right, 100);
    CHECK(energy(printed.tower()).kinetic < 1e-20);
    CHECK(energy(right.tower()).kinetic > 0.1);
}

TEST_CASE("no time step, place or size brings nonsense") {
    const auto steps = [](const Tower& tower, double dt, int count) {
        PositionLoop loop(tower, {.dt = dt});
        for (int k = 0; k < count; ++k) {
            CHECK(step(loop).residual < 1e-9);
        }
        CHECK(is_finite(loop.tower()));
    };
    for (const double dt : {1e-9, 1e-6, 0.1, 1.0}) {
        CAPTURE(dt);
        steps(diamond(5), dt, 20);
    }
    for (const double size : {1e-6, 1e6}) {
        CAPTURE(size);
        Tower tower;
        tower.tables = {{"table", -20.0 * size, 20.0 * size, 0.0}};
        for (const Body& b : diamond(5).bodies)
            tower.bodies.push_back(make_brick(b.name, {size * b.pose.position, 0.0}, size, size / 4));
        steps(tower, 0.002 * std::sqrt(size), 400);  // the same fall, so much slower or faster
    }
    for (const double place : {1e6, -1e6}) {
        CAPTURE(place);
        Tower tower = diamond(5);
        tower.tables = {{"table", place - 20.0, place + 20.0, place}};
        for (Body& body : tower.bodies) body.pose.position += Vec2{place, place};
        steps(tower, 0.002, 400);
    }
}

TEST_CASE("numbers that overflow are reported, not passed on") {
    PositionLoop loop(tower_of({brick(0, 0)}), {.dt = 1e200});
    CHECK(loop.step().status == optimize::Status::numerical);
    CHECK(is_finite(loop.tower()));
}

TEST_CASE("the same tower gives the same bits, run after run") {
    PositionLoop one(diamond(5)), two(diamond(5));
    step(one, 200);
    step(two, 200);
    CHECK(difference(one.tower(), two.tower()) == 0.0);
}

TEST_CASE("steps of no length, bars of no penalty, and frameworks of what is no brick are refused") {
    const Tower tower = diamond(2), wedge = tower_of({make_polygon("p", {{0, 0}, {1, 0}, {0, 1}})});
    const double infinite = std::numeric_limits<double>::infinity();
    const auto with = [&](const LoopOptions& options) {
        return [&tower, options] { PositionLoop(tower, options); };
    };
    const auto bars = [&](double penalty) { return with({.model = Model::framework4, .penalty = penalty}); };
    const std::string positive = ", but must be positive and finite";
    tests::check_refused({
        {with({.dt = 0.0}), "dt is 0" + positive},
        {with({.dt = -0.001}), "dt is -0.001" + positive},
        {with({.dt = std::nan("")}), "dt is nan" + positive},
        {with({.dt = infinite}), "dt is inf" + positive},
        {[&] { AccelerationLoop(tower, {.dt = 0.0}); }, "dt is 0" + positive},
        {with({.dt = 0.0, .model = Model::framework4}), "dt is 0" + positive},
        {bars(-1.0), "the penalty is -1" + positive},
        {bars(0.0), "the penalty is 0" + positive},
        {bars(infinite), "the penalty is inf" + positive},
        {[&] { PositionLoop(wedge, {.model = Model::framework4}); },
         "p is a polygon, but only bricks have frameworks"},
        {[&] { accelerate(wedge, Model::framework4); }, "p is a polygon, but only bricks have frameworks"},
    });
    CHECK(make_framework(tower, Model::rigid, Bars::minimal).positions.empty());
}
