#include "restraint/collide/convex.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/simulation.h"
#include "restraint/io/pictures/film.h"
#include "restraint/io/pictures/picture.h"
#include "restraint/io/pictures/space_film.h"
#include "restraint/rigid/mass.h"
#include "run.h"

using namespace restraint;
using namespace restraint::io;

namespace {

std::size_t drawn(const std::string& svg, const std::string& element, const std::string& looks) {
    return count(svg, "<" + element + " " + attributes_of(looks));
}

// A cube on a floor and a ball in the air, over 11 frames.
Film cube_and_ball() {
    contact::World world;
    world.add(rigid::make_fixed("floor", {0, 0, -0.5}), collide::make_convex(rigid::make_box({4, 4, 1})));
    world.add(rigid::make_body("a <cube>", rigid::box_mass({1, 1, 1}, 3), {0, 0, 0.5}),
              collide::make_convex(rigid::make_box({1, 1, 1})));
    world.add(rigid::make_body("ball", rigid::ball_mass(0.25, 1), {1, 0, 2}), collide::make_ball(0.25));
    contact::Simulation simulation(world, {});
    Film film = space_film("Cube & ball", world);
    for (int k = 0; k <= 10; ++k) {
        if (k > 0) REQUIRE(simulation.advance() == contact::Outcome::finished);
        film.frames.push_back(space_frame(simulation.world(), simulation.contacts(), simulation.forces()));
    }
    return film;
}

}  // namespace

TEST_CASE("the four cameras are right-handed: right x up points to the eye") {
    for (const char* side : {"front", "left", "top", "corner"}) {
        const Camera camera = camera_by_name(side);
        CHECK(norm(cross(camera.right, camera.up) - camera.toward) < 1e-15);
        CHECK(std::abs(norm(camera.right) - 1) < 1e-15);
        CHECK(std::abs(norm(camera.up) - 1) < 1e-15);
        CHECK(std::abs(dot(camera.right, camera.up)) < 1e-15);
    }
    CHECK_THROWS_WITH_AS(camera_by_name("behind"), "there is no side \"behind\": front, left, top or corner",
                         std::invalid_argument);
}

TEST_CASE(
    "a strip from the front: six moments; one face of the cube and of the floor, a circle, forces from "
    "below") {
    const Film film = cube_and_ball();
    const std::string svg = film_strip(film, camera_by_name("front"));
    CHECK(drawn(svg, "path", "frame") == 6);
    CHECK(drawn(svg, "path", "brick") == 6);
    CHECK(drawn(svg, "path", "fixed") == 6);
    CHECK(drawn(svg, "circle", "brick") == 6);
    CHECK(drawn(svg, "circle", "force") > 0);
    CHECK(svg.find("t = 0.100 s") != std::string::npos);
    CHECK(svg.find("Cube &amp; ball") != std::string::npos);
    CHECK(film_strip(film, camera_by_name("front")) == svg);
    // From the corner three faces of each box are seen.
    CHECK(drawn(film_strip(film, camera_by_name("corner")), "path", "brick") == 18);
    // And the shadows of both on the floor, which from the front or from the top are not drawn.
    CHECK(drawn(film_strip(film, camera_by_name("corner")), "path", "shadow") == 12);
    for (const char* side : {"front", "top"})
        CHECK(drawn(film_strip(film, camera_by_name(side)), "path", "shadow") == 0);
    Film empty = film;
    empty.frames.clear();
    CHECK_THROWS_WITH_AS(film_strip(empty, camera_by_name("top")), "a film without a frame",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(player_page({empty}), "a film without a frame", std::invalid_argument);
}

TEST_CASE("the contact forces in a frame carry the cube, and point up into it") {
    const Film film = cube_and_ball();
    Vec3 sum;
    for (const FilmForce& force : film.frames.back().forces) {
        sum += force.force;
        CHECK(force.force.z >= 0);
    }
    CHECK(norm(sum - Vec3{0, 0, 3 * 9.81}) < 1e-12);
    CHECK(std::abs(film.weight - 9.81 * (3 + 4.0 / 3 * std::acos(-1.0) / 64)) < 1e-12);
    const FilmFrame& last = film.frames.back();  // the ball's energy has not changed: it falls freely
    CHECK(std::abs(last.kinetic + last.potential - film.frames[0].potential) < 1e-10);
}

TEST_CASE("the window holds what moves, and not the whole floor") {
    const FilmWindow window = film_window(cube_and_ball());
    CHECK(norm(window.low - Vec3{-0.5, -0.5, 0}) < 1e-12);
    CHECK(norm(window.high - Vec3{1.25, 0.5, 2.25}) < 1e-12);
}

TEST_CASE("the player's page holds the film in three dimensions, faces, radius, quaternions") {
    const std::string page = player_page({cube_and_ball()});
    CHECK(page.find("\"flat\":false") != std::string::npos);
    CHECK(page.find("\"name\":\"a \\u003ccube>\"") != std::string::npos);
    CHECK(page.find("\"radius\":0.25,\"points\":[[0,0,0]],\"faces\":[]") != std::string::npos);
    CHECK(page.find("\"faces\":[[0,4,6,2]") != std::string::npos);
    CHECK(page.find("[1,0,2,1,0,0,0]") != std::string::npos);  // the ball's first pose
    CHECK(page.find("@FILM@") == std::string::npos);
}

TEST_CASE("near bodies are drawn over far ones, whatever their order and wherever their centres are") {
    const auto box = [](Vec3 size, bool fixed, bool driven = false) {
        const rigid::Polyhedron shape = rigid::make_box(size);
        return FilmBody{"box", fixed, shape.vertices, shape.faces, 0.0, driven};
    };
    const auto ball = [](bool driven) { return FilmBody{"ball", false, {{0, 0, 0}}, {}, 0.5, driven}; };
    const FilmBody cube = box({1, 1, 1}, false), driven = box({1, 1, 1}, false, true),
                   fixed = box({1, 1, 1}, true), floor = box({10, 10, 1}, true), wall = box({4, 1, 4}, true);
    const Vec3 origin, below{0, 0, -0.5};
    struct Fact {
        std::string name;
        FilmBody first;
        Vec3 place;
        FilmBody second;
        Vec3 other;
        std::string side, far, near;  // from where it is seen, and how the far and the near one look
        std::size_t glass, shadows;   // faces
    };
    const Fact facts[] = {
        {"a cube before a cube", driven, origin, cube, {0.3, 3, 0}, "front", "brick", "driven", 0, 0},
        {"and behind", driven, origin, cube, {0.3, -3, 0}, "front", "driven", "brick", 0, 0},
        {"by centres", ball(true), origin, ball(false), {0.3, 0.2, 0}, "front", "brick", "driven", 0, 0},
        // The floor's centre is nearer; a ball has no face to tell by.
        {"on a floor", floor, below, cube, {0, 4, 0.5}, "corner", "fixed", "brick", 0, 1},
        {"a ball", floor, below, ball(false), {0, 4, 0.5}, "corner", "fixed", "brick", 0, 1},
        // What is below the floor, or is fixed itself, throws no shadow on it. What hides another is glass.
        {"under a floor", floor, below, cube, {0, 0, -2}, "corner", "brick", "glass", 3, 0},
        {"fixed", floor, below, fixed, {0, 0, 2}, "corner", "fixed", "fixed", 0, 0},
        {"a wall", wall, {0, -3, 0}, cube, origin, "front", "brick", "glass", 1, 0},
    };
    for (const Fact& fact : facts)
        for (const bool swapped : {false, true}) {
            INFO(fact.name, ", swapped ", swapped);
            Film film;
            film.bodies = {fact.first, fact.second};
            FilmFrame frame;
            frame.poses.resize(2);
            frame.poses[0].position = fact.place;
            frame.poses[1].position = fact.other;
            if (swapped) std::swap(film.bodies[0], film.bodies[1]), std::swap(frame.poses[0], frame.poses[1]);
            film.frames = {frame};
            const std::string svg = film_strip(film, camera_by_name(fact.side)),
                              far = attributes_of(fact.far), near = attributes_of(fact.near);
            CHECK(svg.rfind(near) != std::string::npos);
            CHECK(svg.rfind(far) <= svg.rfind(near));
            CHECK(drawn(svg, "path", "glass") == fact.glass);
            CHECK(drawn(svg, "path", "shadow") == fact.shadows);
        }
}

TEST_CASE("a force is shown on the body that moves, and of two that move on the upper one") {
    contact::World world;
    const collide::ConvexShape cube = collide::make_convex(rigid::make_box({1, 1, 1}));
    world.add(rigid::make_fixed("floor", {0, 0, 0}), cube);
    world.add(rigid::make_body("low", rigid::box_mass({1, 1, 1}, 3), {0, 0, 1}), cube);
    world.add(rigid::make_body("up", rigid::box_mass({1, 1, 1}, 2), {0, 0, 2}), cube);
    // The normal points into a, and a force of 5 N with it.
    const auto shown = [&](std::size_t a, std::size_t b, Vec3 normal) {
        collide::Contact contact;
        contact.a = a;
        contact.b = b;
        contact.point = {7, 8, 9};
        contact.normal = normal;
        const FilmFrame frame = space_frame(world, std::vector{contact}, Vector{5.0});
        REQUIRE(frame.forces.size() == 1);
        CHECK(frame.forces[0].point == contact.point);
        return frame.forces[0].force;
    };
    const Vec3 up{0, 0, 1}, down{0, 0, -1};
    CHECK(shown(1, 0, up) == 5.0 * up);
    CHECK(shown(0, 1, down) == 5.0 * up);
    CHECK(shown(2, 1, up) == 5.0 * up);
    CHECK(shown(1, 2, down) == 5.0 * up);
    CHECK(shown(1, 0, down) == 5.0 * down);  // under a ceiling that is fixed
    CHECK(shown(0, 1, up) == 5.0 * down);
}
