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
    World nan = good;
    nan.bodies[1].position.x = std::nan("");
    CHECK(message(nan).find("box1") != std::string::npos);
    World bouncy = good;
    bouncy.restitution = 1.5;
    CHECK(message(bouncy).find("1.500000") != std::string::npos);
    World pair = good;
    pair.restitutions[{0, 1}] = -0.5;
    CHECK(message(pair).find("floor and box1") != std::string::npos);
    for (const collide::Pair& wrong : {collide::Pair{1, 0}, collide::Pair{0, 2}}) {
        World names = good;
        names.restitutions[wrong] = 0.5;
        CHECK(message(names) == "a restitution names the pair " + std::to_string(wrong.first) + ", " +
                                    std::to_string(wrong.second) +
                                    "; the smaller number comes first, and there are 2 bodies");
    }
    World open = good;
    open.joints.push_back(make_ball_joint(open.bodies, 0, 1, {0, 0, 0.5}));
    open.bodies[1].position.z = 0.75;
    CHECK(message(open).find("open by 0.250000") != std::string::npos);
    World shapeless = good;
    shapeless.shapes.pop_back();
    CHECK(message(shapeless).find("shapes") != std::string::npos);
    World weightless = good;
    weightless.gravity.z = std::numeric_limits<double>::infinity();
    CHECK(message(weightless).find("gravity") != std::string::npos);
    CHECK(message(good, with_step(0.0)).find("step") != std::string::npos);
    Settings loose;
    loose.contact_tolerance = 0.5;
    CHECK(message(good, loose).find("tolerance") != std::string::npos);
}
