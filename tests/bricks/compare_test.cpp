#include "restraint/bricks/compare.h"
#include "reference.h"

using namespace restraint;
using namespace restraint::bricks;

TEST_CASE("all methods agree on the reference towers, at rest, in motion and in impact") {
    for (const std::string kind : {"rest", "moving", "impact"})
        for (const ReferenceTower& r : reference_towers(kind)) {
            CAPTURE(r.name);
            check_methods_agree(r.tower, kind == "rest" ? 9 : 7);
        }
}

TEST_CASE("all methods agree on a brick that stands on a thin pillar, 2 to 1000 times as high as wide") {
    for (const double ratio : {2.0, 10.0, 100.0, 1000.0}) {
        CAPTURE(ratio);
        check_methods_agree(on_table(-5, 5,
                                     {make_brick("pillar", {{0, 0.5}, 0}, 1 / ratio, 1),
                                      make_brick("b", {{0, 1.5}, 0}, 1, 1)}),
                            7);
    }
}

TEST_CASE(
    "the forces of a falling pile balance gravity and inertia; Baraff's program finds them too "
    "[BARAFF89-16, SLIDES-dyn] [claim CL-R-12]") {
    // Inverted pyramid of four rows: 10 bricks of different masses, so that a lost mass shows.
    Tower tower = inverted_pyramid(4);
    for (std::size_t b = 0; b < tower.bodies.size(); ++b)
        set_mass(tower.bodies[b], 0.5 + 0.1 * static_cast<double>(b));
    const Answer answer = accelerate(tower);
    REQUIRE(answer.status == optimize::Status::optimal);
    std::vector<Contact> contacts;
    for (const ContactAnswer& c : answer.contacts) contacts.push_back(c.contact);
    const gauss::Projection baraff = solve_in_forces(formulation({tower}, contacts, Unknown::accelerations));
    REQUIRE(baraff.status == optimize::Status::optimal);
    double worst = 0.0;
    // Two sets of forces, perhaps different: both with m a = m g + forces, I alpha = torques.
    for (const bool ours : {true, false}) {
        std::vector<Vec2> force(tower.bodies.size());
        std::vector<double> torque(tower.bodies.size());
        for (std::size_t c = 0; c < contacts.size(); ++c) {
            const double f = ours ? answer.contacts[c].force : baraff.multipliers[c];
            CHECK(f >= -1e-9);
            CHECK(std::abs(f * answer.contacts[c].gap_rate) <= 1e-8);  // no force where the contact opens
            for (const std::size_t part : {contacts[c].a, contacts[c].b}) {
                if (part >= tower.bodies.size()) continue;
                const Vec2 push = (part == contacts[c].a ? f : -f) * contacts[c].normal;
                force[part] += push;
                torque[part] += cross(contacts[c].point - tower.bodies[part].pose.position, push);
            }
        }
        for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
            const Body& body = tower.bodies[b];
            const Motion& a = answer.bodies[b];
            CHECK(norm(force[b] + body.mass * tower.gravity - body.mass * a.linear) <= 1e-8);
            CHECK(std::abs(torque[b] - body.inertia * a.angular) <= 1e-8);
            worst = std::max(worst, norm(force[b] + body.mass * tower.gravity - body.mass * a.linear));
        }
    }
    measured("CL-R-12", "residual " + figure(worst) + " N");
}

TEST_CASE(
    "the start of a collapse takes its energy from gravity alone: sum m a (a - g) = 0 [claim CL-R-14]") {
    const Tower tower = diamond(5);
    const Answer answer = accelerate(tower);
    double sum = 0.0, moduli = 0.0;
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        const Motion& a = answer.bodies[b];
        const Body& body = tower.bodies[b];
        const double term =
            body.mass * dot(a.linear, a.linear - tower.gravity) + body.inertia * a.angular * a.angular;
        sum += term;
        moduli += std::abs(term);
    }
    CHECK(moduli > 1.0);
    CHECK(std::abs(sum) <= 1e-13 * moduli);
    measured("CL-R-14",
             "sum m a.(a - g) = " + figure(std::abs(sum)) + " of terms of " + figure(moduli) + " in all");
}

TEST_CASE("the bounds of a comparison are those of the solvers, of gravity") {
    Tower tower = wall(2, 2);
    tower.gravity = {0.0, -2.0};
    const ComparisonTable table = compare(tower);
    REQUIRE(table.rows.size() == 9);
    const double bounds[] = {1e-9, 1e-7, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-5, 1e-9};
    const char* names[][2] = {{"lp", "rigid"},
                              {"rigid", "forces"},
                              {"rigid", "framework9"},
                              {"rigid", "framework9_braced"},
                              {"rigid_inertia_x3", "framework4"},
                              {"rigid_inertia_x3", "framework4_braced"},
                              {"rigid", "acceleration_step"},
                              {"rigid", "position_step"},
                              {"framework4", "framework4_position_step"}};
    for (std::size_t k = 0; k < 9; ++k) {
        CAPTURE(table.rows[k].method_b);
        CHECK(table.rows[k].method_a == names[k][0]);
        CHECK(table.rows[k].method_b == names[k][1]);
        CHECK(table.rows[k].what == (k == 0 ? "stable:accelerations" : "accelerations"));
        if (k < 8) CHECK(std::abs(table.rows[k].bound - 2.0 * bounds[k]) <= 1e-15 * bounds[k]);
        CHECK(table.rows[k].agrees());
    }
}

TEST_CASE("without gravity nothing moves, and every comparison says so") {
    Tower tower = single();
    tower.gravity = {};
    const ComparisonTable table = compare(tower);
    CHECK(table.status == optimize::Status::optimal);
    CHECK(table.rows.size() > 5);
    for (const Comparison& row : table.rows) {
        CAPTURE(row.method_b);
        CHECK(row.difference == 0.0);
        CHECK(row.bound > 0.0);
        CHECK(row.bound < 1e-4);
    }
}
