#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "restraint/bricks/generators.h"
#include "restraint/bricks/step_model.h"
#include "restraint/io/pictures/film.h"
#include "restraint/io/pictures/picture.h"
#include "restraint/io/pictures/svg.h"
#include "restraint/io/pictures/tower_pictures.h"

namespace restraint::io {
namespace {

std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t found = 0;
    for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
    return found;
}

/// How many elements of that name look so?
std::size_t drawn(const std::string& svg, const std::string& element, const std::string& looks) {
    return count(svg, "<" + element + " " + attributes_of(looks));
}

const Camera plane = camera_by_name("top");

/// Are the elements of an XML text closed in the order in which they were opened?
bool is_nested(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at)) {
        const std::size_t end = xml.find('>', at);
        if (end == std::string::npos) return false;
        const std::string tag = xml.substr(at + 1, end - at - 1);
        at = end;
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) return false;
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(tag.substr(0, tag.find(' ')));
        }
    }
    return open.empty();
}

/// A tower that falls freely from rest, seen every 0.05 s; the first body is pushed with 3 N.
Film free_fall(const bricks::Tower& tower, const std::string& title) {
    Film film = tower_film(title, tower);
    for (int k = 0; k <= 10; ++k) {
        bricks::Tower now = tower;
        bricks::StepReport report;
        report.time = 0.05 * k;
        for (bricks::Body& body : now.bodies) {
            body.velocity.linear = report.time * tower.gravity;
            body.pose.position += 0.5 * report.time * report.time * tower.gravity;
        }
        bricks::ContactForce push;
        push.b = tower.bodies.size();
        push.normal = {0.0, 1.0};
        push.force = 3.0;
        report.contacts = {push};
        report.energy = bricks::energy(now);
        film.frames.push_back(tower_frame(now, report));
    }
    return film;
}

TEST_CASE("a round length is the largest of 1, 2, 5 times a power of ten that fits") {
    CHECK(round_below(1.0) == 1.0);
    CHECK(round_below(0.99) == 0.5);
    CHECK(round_below(4.9) == 2.0);
    CHECK(round_below(0.0027) == 0.002);
    CHECK(round_below(1e6) == 1e6);
    CHECK(round_below(0.0) == 1.0);  // no length is no reason to hang
    CHECK(round_below(std::nan("")) == 1.0);
}

TEST_CASE("an arrow too short to be seen is not drawn, and a text cannot break the picture") {
    Svg svg(100.0, 50.0, "a<b & \"c\"", "what it shows");
    svg.arrow({10.0, 10.0}, {10.2, 10.0}, "force");
    CHECK(drawn(svg.file(), "path", "force") == 0);
    svg.arrow({10.0, 10.0}, {30.0, 10.0}, "force");
    CHECK(drawn(svg.file(), "path", "force") == 2);  // shaft and head
    CHECK(svg.file().find("<desc>what it shows</desc>") != std::string::npos);
    svg.text({0.0, 0.0}, "<script>", "label");
    CHECK(svg.file().find("<script>") == std::string::npos);
    CHECK(svg.file().find("a&lt;b &amp; &quot;c&quot;") != std::string::npos);
    CHECK(is_nested(svg.file()));
}

TEST_CASE("a film strip shows six moments with every brick, the forces, and the times") {
    const Film film = free_fall(bricks::inverted_pyramid(2), "three bricks");
    const std::string svg = film_strip(film, plane);
    CHECK(is_nested(svg));
    CHECK(drawn(svg, "path", "brick") == 6 * 3);
    CHECK(drawn(svg, "path", "table") == 6);
    CHECK(drawn(svg, "circle", "force") == 6);
    CHECK(count(svg, "class=") == 0);  // plain attributes, which every reader knows
    CHECK(svg.find("t = 0.000 s") != std::string::npos);
    CHECK(svg.find("three bricks") != std::string::npos);
    CHECK(film_strip(film, plane) == svg);
}

TEST_CASE("the key of a film strip speaks of forces where one of its moments shows an arrow") {
    Film film = free_fall(bricks::inverted_pyramid(2), "three bricks");
    CHECK(film_strip(film, plane).find("contact forces") != std::string::npos);
    for (FilmFrame& frame : film.frames)
        for (FilmForce& force : frame.forces) force.force = 1e-6 * force.force;  // far below a pixel
    CHECK(film_strip(film, plane).find("contact forces") == std::string::npos);
}

TEST_CASE("a force whose arrow is shorter than a pixel has no point in the strip either") {
    // The longest force, 3 N, is drawn at full length, at most 200 pixels: a 300th of that is less than 1.
    Film film = free_fall(bricks::inverted_pyramid(2), "three bricks");
    for (FilmFrame& frame : film.frames) frame.forces.push_back({{0.0, 0.0, 0.0}, {0.0, 0.01, 0.0}});
    CHECK(drawn(film_strip(film, plane), "circle", "force") == 6);
}

TEST_CASE("a frame's angular momentum is that about the origin of space") {
    // m r x v + I omega = 0.25 (2 * 0 - 3 * 4) + I 5 = I 5 - 3, of the brick at (2, 3) with velocity (4, 0).
    bricks::Tower tower = bricks::single();
    bricks::Body& body = tower.bodies[0];
    body.pose.position = {2.0, 3.0};
    body.velocity = {{4.0, 0.0}, 5.0};
    body.mass = 0.25;
    body.inertia = 0.5;
    const FilmFrame frame = tower_frame(tower, {});
    CHECK(frame.linear == Vec3{1.0, 0.0, 0.0});
    CHECK(frame.angular == Vec3{0.0, 0.0, -0.5});
}

TEST_CASE("a film strip ends when the tower has left the window") {
    // Without a table: after 10 s of free fall the bricks are 490 m below.
    bricks::Tower tower = bricks::single();
    tower.tables.clear();
    Film film = free_fall(tower, "gone");
    FilmFrame late = film.frames.back();
    late.time = 10.0;
    late.poses[0].position.y = -490.0;
    film.frames.push_back(late);
    CHECK(film_strip(film, plane).find("t = 10.000 s") == std::string::npos);
}

TEST_CASE("a film of one frame and one of none") {
    Film film = free_fall(bricks::single(), "short");
    film.frames.resize(1);
    CHECK(drawn(film_strip(film, plane), "path", "brick") == 1);
    CHECK(player_page({film}).find("\"t\":0,") != std::string::npos);
    film.frames.clear();
    CHECK_THROWS_WITH(film_strip(film, plane), "a film without a frame");
    CHECK_THROWS_WITH(player_page({film}), "a film without a frame");
}

TEST_CASE("the player is one page that holds the whole film") {
    bricks::Tower tower = bricks::inverted_pyramid(2);
    tower.bodies[0].name = "</script>\"\\";
    const std::string page = player_page({free_fall(tower, "caf\xc3\xa9")});
    CHECK(page.starts_with("<!DOCTYPE html>"));
    CHECK(count(page, "</script>") == 2);  // the film's and the program's own, not the brick's
    CHECK(page.find("\\u003c/script>\\u0022\\u005c") != std::string::npos);
    CHECK(page.find("@FILM@") == std::string::npos);
    CHECK(count(page, "\"poses\":") == 11);
    CHECK(count(page, "http") == 0);  // nothing is loaded from elsewhere
    // After 0.5 s: 3 bricks of 1/4 kg have p = -0.75 * 9.81 * 0.5, and E_kin = 0.75/2 * (9.81 * 0.5)^2.
    CHECK(page.find("\"t\":0.5,") != std::string::npos);
    CHECK(page.find("\"momentum\":[0,-3.67875,0],\"angular\":[0,0,0]") != std::string::npos);
    CHECK(page.find("\"energy\":[9.02213,") != std::string::npos);
    CHECK(page.find("\"forces\":[[0,0,0,0,3,0]]") != std::string::npos);
}

TEST_CASE("a film with a number that is not finite is not shown") {
    Film film = free_fall(bricks::single(), "broken");
    film.frames[3].poses[0].position.x = std::nan("");
    CHECK_THROWS_AS(player_page({film}), std::invalid_argument);
}

}  // namespace
}  // namespace restraint::io
