#include <cmath>
#include <limits>

#include "../refusals.h"
#include "restraint/oba/placement.h"
#include "worlds.h"

using namespace restraint;
using namespace restraint::oba;

TEST_CASE("worlds whose parameters or states make no sense are refused") {
    const auto world_with = [](const std::function<void(World&)>& change) {
        World world = mass_on_floor({}, 0.3);
        change(world);
        return [world] { require_sound(world); };
    };
    CHECK_NOTHROW(world_with([](World&) {})());
    tests::check_refused({
        {world_with([](World& w) { w.friction = -0.5; }), "the friction is -0.500000, but must be >= 0"},
        {world_with([](World& w) { w.restitution = 1.5; }),
         "the restitution of the world is 1.500000, but must be between 0 and 1"},
        {world_with([](World& w) { w.dt = 0.0; }), "the frame time is 0.000000, but must be positive"},
        {world_with([](World& w) { w.dt = std::numeric_limits<double>::infinity(); }),
         "the frame time is inf, but must be positive"},
        {world_with([](World& w) { w.friction = std::numeric_limits<double>::infinity(); }),
         "the friction is inf, but must be >= 0"},
        {world_with([](World& w) { w.bodies[0].velocity.z = std::nan(""); }),
         "body mass: its state is not finite"},
        {world_with([](World& w) { w.parts[1].body = 7; }), "a part names body 7, but there are 2"},
        {world_with([](World& w) {
             w.frozen = {0, 0, 1};
         }),
         "the frozen marks are 3, but there are 2 bodies"},
        {world_with([](World& w) {
             w.restitutions[{0, 1}] = 0.5;
         }),
         "an animation knows neither further forces nor restitutions of pairs"},
        {world_with([](World& w) { w.forces = [](double, std::span<RigidBody>) {}; }),
         "an animation knows neither further forces nor restitutions of pairs"},
    });
}

TEST_CASE("a script that leads nowhere is refused at the frame for which it is asked") {
    World world;
    world.dt = 0.5;
    const Script to_infinity = [](double) {
        return Scripted{{std::numeric_limits<double>::infinity(), 0, 0}, {}};
    };
    add_scripted(world, sliding_mass({}, {}), {scenes::box_shape({1, 1, 1})}, to_infinity);
    tests::check_refused({{[&] { target_placements(world); },
                           "the script of body mass gives a place at 0.500000 s that is not finite"}});
}
