#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "worlds.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE("worlds that make no sense are refused, each with one clear error") {
    const auto message = [](const World& world, Settings settings = {}) -> std::string {
        try {
            Simulation simulation(world, settings);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    World good = world_with_floor(0.5);
    add_box(good, {1, 1, 1}, {0, 0, 0.5});
    CHECK(message(good) == "");
    World overlapping = good;
    overlapping.bodies[1].position.z = 0.25;
    CHECK(message(overlapping) == "bodies floor and box1 overlap at the start by 0.250000 m");
    World nan = good;  // and so on, see the tests of chapter world
    nan.bodies[1].position.x = std::nan("");
    CHECK(message(nan) == "body box1: its state is not finite");
    World scripted = good;
    scripted.scripts[1] = [](double) { return world::Scripted{}; };
    World frozen = good;
    frozen.frozen = {0, 1};
    for (const World& world : {scripted, frozen})
        CHECK(message(world) == "a simulation of contact has neither scripts nor frozen bodies");
    World open = good;
    open.joints.push_back(make_ball_joint(open.bodies, 0, 1, {0, 0, 0.5}));
    open.bodies[1].position.z = 0.75;
    CHECK(message(open).find("open by 0.250000") != std::string::npos);
    CHECK(message(good, with_step(0.0)).find("step") != std::string::npos);
    Settings loose;
    loose.contact_tolerance = 0.5;
    CHECK(message(good, loose).find("tolerance") != std::string::npos);
}

TEST_CASE(
    "at the start joints may be open, and bodies overlap, by half of the tolerance, and not by twice of it") {
    for (double share : {0.5, 2.0}) {
        World open = world_with_floor(0.0);
        add_box(open, {1, 1, 1}, {0, 0, 0.5}, {}, 3.0);
        World overlapping = open;
        const double depth = share * Simulation(open, {}).tolerance();
        open.link(1, 0, {0, 0, 0});
        open.bodies[1].position.z += depth;
        overlapping.bodies[1].position.z -= depth;
        if (share < 1.0) {
            CHECK_NOTHROW(Simulation(open, {}));
            CHECK_NOTHROW(Simulation(overlapping, {}));
            continue;
        }
        CHECK_THROWS_WITH_AS(Simulation(open, {}),
                             "the joint of box1 and floor is open by 0.000002 m at the start",
                             std::invalid_argument);
        CHECK_THROWS_WITH_AS(Simulation(overlapping, {}),
                             "bodies floor and box1 overlap at the start by 0.000002 m",
                             std::invalid_argument);
    }
}
