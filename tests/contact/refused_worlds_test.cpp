#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "../refusals.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::contact;

TEST_CASE("worlds that make no sense are refused, each with one clear error") {
    World good = world_with_floor(0.5);
    add_box(good, {1, 1, 1}, {0, 0, 0.5});
    CHECK_NOTHROW(Simulation(good, {}));
    World overlapping = good, nan = good, scripted = good, frozen = good, open = good;
    overlapping.bodies[1].position.z = 0.25;
    nan.bodies[1].position.x = std::nan("");  // and so on, see the tests of chapter world
    scripted.scripts[1] = [](double) { return world::Scripted{}; };
    frozen.frozen = {0, 1};
    open.joints.push_back(make_ball_joint(open.bodies, 0, 1, {0, 0, 0.5}));
    open.bodies[1].position.z = 0.75;
    Settings loose, rough;
    loose.contact_tolerance = 0.5;
    rough.step_error = 0.0;
    const auto start = [](const World& world, const Settings& settings = {}) {
        return [world, settings] { Simulation simulation(world, settings); };
    };
    const std::string moved = "a simulation of contact has neither scripts nor frozen bodies";
    tests::check_refused({
        {start(overlapping), "bodies floor and box1 overlap at the start by 0.250000 m"},
        {start(nan), "body box1: its state is not finite"},
        {start(scripted), moved},
        {start(frozen), moved},
        {start(open), "the joint of floor and box1 is open by 0.250000 m at the start"},
        {start(good, with_step(0.0)),
         "the step of a simulation is 0.000000 s, but must be positive and finite"},
        {start(good, loose),
         "the contact tolerance of a simulation is 0.500000 of a body's size, but must be positive and well "
         "below 1"},
        {start(good, rough),
         "the step error of a simulation is 0.000000 of a body's size, but must be positive and well below "
         "1"},
    });
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
