// What the chapter refuses. A row is a caller's mistake, and the whole message of its std::invalid_argument.

#include "../refusals.h"

#include <array>

#include "systems.h"

using namespace restraint;
using namespace restraint::particles;
using tests::check_refused;

namespace {

const double infinite = std::numeric_limits<double>::infinity(), undefined = std::nan("");
const Vec3 up{0, 1, 0}, endless{0, infinite, 0};

/// Particles of 1 kg at x = 0, 1, ... m.
ParticleSystem in_a_row(int particles) {
    ParticleSystem system;
    for (int i = 0; i < particles; ++i) system.add_particle(1.0, {1.0 * i, 0, 0});
    return system;
}

}  // namespace

TEST_CASE("particles of no mass or place, states of another size, and particles that are not there") {
    ParticleSystem system = in_a_row(1);
    const std::string lost = "position and velocity of particle 1 must be finite",
                      none = "there is no particle 1: the system has 1";
    check_refused({
        {[&] { system.add_particle(-2.0, {}); },
         "the mass of particle 1 is -2.000000 kg, but must be positive and finite"},
        {[&] { system.add_particle(infinite, {}); },
         "the mass of particle 1 is inf kg, but must be positive and finite"},
        {[&] { system.add_particle(1.0, endless); }, lost},
        {[&] { system.add_particle(1.0, undefined * up); }, lost},
        {[&] { system.add_particle(1.0, {}, endless); }, lost},
        {[&] { system.set_state(Vector(7), 0.0); }, "the state has 7 entries, but the particle system has 6"},
        {[&] { system.accelerations(Vector(6)); }, "the forces has 6 entries, but the positions has 3"},
        {[&] { system.at(1); }, none},
        {[&] { system.nail(1); }, none},
        {[&] { system.release(1); }, none},
        {[&] { system.hold_on_line(1, up); }, none},
        {[&] { system.hold_on_plane(1, up); }, none},
        {[&] { system.control(1, {}); }, none},
        {[&] { system.hold_on_plane(0, endless); },
         "a particle is held along or across a direction that is zero or not finite"},
        {[&] { system.hold_on_line(0, {}); },
         "a particle is held along or across a direction that is zero or not finite"},
        {[&] { system.remove_force(Drag(1.0)); }, "a force to be removed is none of the system"},
    });
    system.particles[0].x.z = infinite;
    check_refused({{[&] { system.nail(0); }, "particle 0 is nailed where it is not finite"}});
    CHECK(system.particles[0].is_free());
}

TEST_CASE("forces without a sound constant, and springs that join nothing or bend beyond folding") {
    const std::string spring = " of the spring between particles 0 and 1 is ",
                      joint = " of the angular spring at particle 1 ",
                      sound = ", but must be >= 0 and finite", three = " needs three different particles",
                      pair = "a pair force needs 0 < r_0 <= R, but has ";
    const auto join = [](double k_s, double k_d, double rest_length) {
        DampedSpring(0, 1, {k_s, k_d, rest_length});
    };
    check_refused({
        {[] { Drag(-1.0); }, "the coefficient of drag is -1.000000" + sound},
        {[] { Drag{infinite}; }, "the coefficient of drag is inf" + sound},
        {[] { Gravity(undefined * up); }, "the acceleration of gravity must be finite"},
        {[] { DampedSpring(3, 3, {}); }, "the spring between particles 3 and 3 joins a particle to itself"},
        {[&] { join(-2, 0, 1); }, "the stiffness" + spring + "-2.000000" + sound},
        {[&] { join(1, -1, 1); }, "the damping" + spring + "-1.000000" + sound},
        {[&] { join(2, 0, 0); }, "the rest length" + spring + "0.000000 m, but must be positive"},
        {[&] { join(1, 1, infinite); }, "the rest length" + spring + "inf m, but must be positive"},
        {[] { AngularSpring(0, 1, 0, 1.0); }, "the angular spring at particle 1" + three},
        {[] { AngularSpring(1, 1, 2, 1.0); }, "the angular spring at particle 1" + three},
        {[] { AngularSpring(1, 2, 2, 1.0); }, "the angular spring at particle 2" + three},
        {[] { AngularSpring(0, 1, 2, -1.0); }, "the stiffness" + joint + "is -1.000000" + sound},
        {[] { AngularSpring(0, 1, 2, 1.0, -1.0); }, "the damping" + joint + "is -1.000000" + sound},
        {[] { AngularSpring(0, 1, 2, 1.0, 0.0, -0.1); }, "the rest angle" + joint + "must be in [0, pi)"},
        {[] { AngularSpring(0, 1, 2, 1.0, 0.0, 3.1416); }, "the rest angle" + joint + "must be in [0, pi)"},
        {[] { coincide(0, 1, undefined); }, "k_s of a behaviour force is nan" + sound},
        {[] { coincide(0, 1, 1.0, infinite); }, "k_d of a behaviour force is inf" + sound},
        {[] { PairForce(-1.0, 0.5, 1.0); }, "k of a pair force is -1.000000" + sound},
        {[] { PairForce(1.0, 0.0, 1.0); }, pair + "r_0 = 0.000000, R = 1.000000"},
        {[] { PairForce(1.0, 1.5, 1.0); }, pair + "r_0 = 1.500000, R = 1.000000"},
        {[] { PairForce(1.0, 1.5, infinite); }, pair + "r_0 = 1.500000, R = inf"},
        {[] { PairForce(1.0, 0.5, undefined); }, pair + "r_0 = 0.500000, R = nan"},
        {[] { PairForce(1.0, 0.5, 1.0, undefined); }, "the edge of the buckets is nan" + sound},
        {[] { for_each_near_pair({}, 0.0, [](auto, auto) {}); },
         "the edge of the buckets is 0.000000 m, but must be positive"},
        {[] { for_each_near_pair({}, infinite, [](auto, auto) {}); },
         "the edge of the buckets is inf m, but must be positive"},
        {[] { for_each_near_pair({undefined * up}, 1.0, [](auto, auto) {}); },
         "a particle is not at a finite place"},
        {[] { for_each_near_pair({endless}, 1.0, [](auto, auto) {}); },
         "a particle is not at a finite place"},
    });
    CHECK_NOTHROW(AngularSpring(0, 1, 2, 1.0, 0.0, 3.1415926));
    CHECK_NOTHROW(PairForce(1.0, 1.0, 1.0));
}

TEST_CASE("forces on particles that are not there, or at one point where their direction is lost") {
    ParticleSystem system = in_a_row(2);
    system.add_particle(1.0, {1, 0, 0});
    const std::string meet = "particles 1 and 2 are at the same point: ";
    const auto add = [&](const auto& force) { return [&, force] { system.add_force(force); }; };
    const Cloth cloth({{{0, 0}, {1, 0}, {0, 1}}, {{0, 1, 2}}}, {1, 2, 3}, {});
    check_refused({
        {add(DampedSpring(0, 3, {1, 1, 1})), "there is no particle 3: the system has 3"},
        {add(coincide(0, 5, 1.0)), "there is no particle 5: the system has 3"},
        {add(cloth), "there is no particle 3: the system has 3"},
        {add(DampedSpring(1, 2, {1, 1, 1})), meet + "a spring between them has no direction"},
        {add(AngularSpring(0, 1, 2, 1.0)), meet + "a spring between them has no direction"},
        {add(AngularSpring(1, 2, 0, 1.0)), meet + "a spring between them has no direction"},
        {add(PairForce(1.0, 1.0, 2.0)), meet + "their repulsion has no direction"},
        {add(keep_distance(1, 2, 0.5, 1.0)),
         "a behaviour function is -0.500000 and not 0, but has no slope where its particles are"},
    });
    CHECK(system.forces().empty());
}

TEST_CASE("behaviour functions of the wrong shape, without a value, or without a way to their zero") {
    ParticleSystem system = in_a_row(2);
    const auto add = [&](const BehaviourValue& value) {
        return [&, value] {
            system.add_force(BehaviourForce(
                {0, 1}, [=](const std::vector<Vec3>&) { return value; }, 1.0));
        };
    };
    const Vec3 e{1, 0, 0};
    CHECK_NOTHROW(add({{0.0}, {{{}, {}}}})());
    check_refused({
        {add({{-1.0}, {{{}, {}}}}),  // C = |x| - 1 at the origin
         "a behaviour function is -1.000000 and not 0, but has no slope where its particles are"},
        {add({{infinite}, {{e, e}}}), "a behaviour function is not finite where its particles are"},
        {add({{1.0}, {{e, undefined * up}}}), "a behaviour function is not finite where its particles are"},
        {add({{1.0}, {{e, e}, {e, e}}}),
         "the gradient of a behaviour function has 2 entries, but its value has 1"},
        {add({{1.0}, {{e}}}), "a gradient has 1 entries, but the list of particles has 2"},
    });
    CHECK(system.forces().size() == 1);
}

TEST_CASE("cloth cut from a pattern that is no pattern") {
    using Triangles = std::vector<std::array<std::size_t, 3>>;
    const std::vector<Vec2> points{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0.5, 2}};
    const auto cut = [&](const Triangles& triangles, ClothMaterial material = {}) {
        return [=] { Cloth({points, triangles}, {0, 1, 2, 3, 4, 5}, material); };
    };
    const std::string
        cells = "a rectangular pattern needs at least one cell, and positive sides",
        clockwise = ": its corners must be given counter-clockwise",
        edge = "the edge between points 0 and 1 of the pattern belongs to three triangles, or to one twice";
    check_refused({
        {cut({{0, 2, 1}}), "a triangle of the pattern has area -0.500000 m^2" + clockwise},
        {cut({{0, 1, 3}}), "a triangle of the pattern has area 0.000000 m^2" + clockwise},
        {cut({{0, 1, 6}}), "a triangle names point 6 of the pattern, which has 6"},
        {cut({{0, 1, 2}}, {.shear = -1.0}),
         "a constant of the cloth is -1.000000, but must be >= 0 and finite"},
        {cut({{0, 1, 2}, {0, 1, 2}}), edge},
        {cut({{0, 1, 2}, {0, 1, 4}, {0, 1, 5}}), edge},
        {[&] {
             Cloth({points, {}}, {0, 1}, {});
         },
         "the list of particles has 2 entries, but the pattern has 6"},
        {[] { rectangular_pattern(0, 1, 1.0, 1.0); }, cells},
        {[] { rectangular_pattern(1, 0, 1.0, 1.0); }, cells},
        {[] { rectangular_pattern(1, 1, 0.0, 1.0); }, cells},
        {[] { rectangular_pattern(1, 1, -1.0, 1.0); }, cells},
        {[] { rectangular_pattern(1, 1, 1.0, 0.0); }, cells},
        {[] { rectangular_pattern(1, 1, 1.0, -1.0); }, cells},
    });
}

TEST_CASE("what cannot be built leaves nothing behind") {
    ParticleSystem system = in_a_row(1);
    const ClothPattern square = rectangular_pattern(1, 1, 1.0, 1.0);
    ClothPattern twice = square, loose = square;
    twice.triangles.push_back(square.triangles[0]);
    loose.points.push_back({2, 2});
    const auto lay = [&](const ClothPattern& pattern, double height) {
        return [&, pattern, height] {
            add_cloth(system, pattern, {}, [=](Vec2 p) { return Vec3{p.x, p.y < 1.0 ? 0.0 : height, 0}; });
        };
    };
    const auto grow = [&](const std::vector<Vec3>& points, HairMaterial material = {}) {
        return [&, points, material] { add_hair(system, points, material); };
    };
    const std::string places = " of a hair are at the same place, or not finite";
    check_refused({
        {[&] {
             grab(
                 system, 0, [](double) { return PathPoint{}; }, -1.0, 0.0);
         },
         "k_s of a behaviour force is -1.000000, but must be >= 0 and finite"},
        {lay(square, infinite), "position and velocity of particle 2 must be finite"},
        {lay(twice, 1.0),
         "the edge between points 0 and 1 of the pattern belongs to three triangles, or to one twice"},
        {lay(loose, 1.0), "a point of the pattern has no mass: no triangle, or no density"},
        {grow({{}}), "a hair has at least two points"},
        {grow({{}, up, up}), "points 1 and 2" + places},
        {grow({{}, endless}), "points 0 and 1" + places},
        {grow({{}, up}, {.mass_per_length = 0.0}),
         "the mass of particle 1 is 0.000000 kg, but must be positive and finite"},
        {grow({{}, up}, {.stretch = -1.0}), "a constant of a hair is -1.000000, but must be >= 0 and finite"},
        {[] { straight_line({}, up, 0); }, "a straight line has at least one part"},
    });
    CHECK(system.particles.size() == 1);
    CHECK(system.forces().empty());
}

TEST_CASE("steps of no length, and implicit steps from a state, a time or a tolerance that is no number") {
    ParticleSystem system = in_a_row(1);
    ForceJacobians jacobians;
    const auto walk = [&](double h) { return [&, h] { step_among_walls(system, ode::stepper("rk4"), h); }; };
    const auto step = [&](double h, ImplicitOptions options = {}) {
        return [&, h, options] { implicit_step(system, h, jacobians, options); };
    };
    check_refused({
        {walk(0.0), "a step among walls must be positive"},
        {walk(-0.1), "a step among walls must be positive"},
        {walk(undefined), "a step among walls must be positive"},
        {step(0.0), "the step is 0.000000 s, but must be positive"},
        {step(-1.0), "the step is -1.000000 s, but must be positive"},
        {step(infinite), "the step is inf s, but must be positive"},
        {step(0.1, {.tolerance = undefined}),
         "the tolerance of an implicit step is nan, but must be >= 0 and finite"},
    });
    system.t = undefined;
    check_refused({{step(0.1), "the time is nan, but must be finite"}});
    system.t = 0.0;
    system.particles[0].v.z = undefined;
    check_refused({{step(0.1), "entry 5 of the state is nan, but must be finite"}});
}

TEST_CASE("walls that cannot be, when they are made and where they are used") {
    const std::string direction = "the normal of a wall must be finite and not zero",
                      restitution = ", but must be between 0 and 1", above = ", but must be > 0 and finite",
                      friction = ", but must be >= 0 and finite";
    check_refused({
        {[] { make_wall({}, {}); }, direction},
        {[] { make_wall({}, undefined * up); }, direction},
        {[] { make_wall({}, up, 1.1); }, "the restitution of a wall is 1.100000" + restitution},
        {[] { make_wall({}, up, -0.1); }, "the restitution of a wall is -0.100000" + restitution},
        {[] { make_wall({}, up, undefined); }, "the restitution of a wall is nan" + restitution},
        {[] { make_wall({}, up, 0.5, -1.0); }, "the friction of a wall is -1.000000" + friction},
        {[] { make_wall({}, up, 0.5, infinite); }, "the friction of a wall is inf" + friction},
    });
    CHECK_NOTHROW(make_wall({}, up, 1.0, 0.0));
    const auto use = [](const Wall& wall) {
        ParticleSystem system = in_a_row(1);
        system.walls = {wall};
        step_among_walls(system, ode::stepper("rk4"), 0.01);
    };
    const std::string length = "the length of the normal of a wall is ",
                      as = ", but must be 1: see make_wall";
    tests::check_spoilt<Wall>(
        make_wall({}, up), use,
        {
            {[](Wall& w) { w.normal.y = 2; }, length + "2.000000" + as},
            {[](Wall& w) { w.normal.y = 1 - 1.1e-12; }, length + "1.000000" + as},
            {[](Wall& w) { w.point.x = undefined; }, "the point of a wall must be finite"},
            {[](Wall& w) { w.restitution = 1.5; }, "the restitution of a wall is 1.500000" + restitution},
            {[](Wall& w) { w.friction = -1; }, "the friction of a wall is -1.000000" + friction},
            {[](Wall& w) { w.contact_distance = 0; }, "the contact distance of a wall is 0.000000" + above},
            {[](Wall& w) { w.contact_distance = infinite; }, "the contact distance of a wall is inf" + above},
            {[](Wall& w) { w.contact_speed = 0; }, "the contact speed of a wall is 0.000000" + above},
            {[](Wall& w) { w.contact_speed = infinite; }, "the contact speed of a wall is inf" + above},
        });
    Wall off = make_wall({}, up);
    off.normal.y = 1 + 0.9e-12;
    CHECK_NOTHROW(require_sound(off));
}
