#include <tuple>

#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/stability.h"
#include "restraint/bricks/step_model.h"
#include "restraint/io/pictures/film.h"
#include "restraint/io/pictures/picture.h"
#include "restraint/io/pictures/svg.h"
#include "restraint/io/pictures/tower_pictures.h"
#include "run.h"

namespace restraint::io {
namespace {

/// How many elements of that name look so?
std::size_t drawn(const std::string& svg, const std::string& element, const std::string& looks) {
    return count(svg, "<" + element + " " + attributes_of(looks));
}

const Camera plane = camera_by_name("top");

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
    const double infinite = 1.0 / 0.0;  // no length, or one without end, is no reason to hang
    for (const auto& [length, round] : {std::pair{1.0, 1.0},
                                        {0.99, 0.5},
                                        {4.9, 2.0},
                                        {0.0027, 0.002},
                                        {1e6, 1e6},
                                        {0.0, 1.0},
                                        {std::nan(""), 1.0},
                                        {infinite, 1.0}})
        CHECK(round_below(length) == round);
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
}

/// The elements of a picture behind its title and its white paper.
std::string elements(const std::string& svg) {
    const std::size_t title = svg.find("<text");
    return svg.substr(svg.find('\n', title) + 1);
}

std::string shape(const std::string& looks, const std::string& points) {
    return "<path " + attributes_of(looks) + " d=\"M" + points + "\"/>\n";
}

std::string disc(const std::string& looks, const std::string& x, const std::string& y, const std::string& r) {
    return "<circle " + attributes_of(looks) + " cx=\"" + x + "\" cy=\"" + y + "\" r=\"" + r + "\"/>\n";
}

std::string words(const std::string& looks, const std::string& x, const std::string& y,
                  const std::string& text) {
    return "<text " + attributes_of(looks) + " x=\"" + x + "\" y=\"" + y + "\">" + text + "</text>\n";
}

TEST_CASE("a drawing is its elements in their order, with two decimals, cut where it is clipped") {
    Svg svg(100.0, 50.0, "T", "D");
    CHECK(svg.file() ==
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\" viewBox=\"0 0 100 50\">\n"
          "<title>T</title>\n<desc>D</desc>\n<rect width=\"100\" height=\"50\" fill=\"#ffffff\"/>\n" +
              words("title", "12", "21", "T") + "</svg>\n");
    svg.polygon({{10, 10}, {30, 10}, {30, 20}}, "brick");
    svg.line({10.126, 5}, {20, 5}, "edge");
    svg.arrow({10, 30}, {30, 30}, "force");  // a shaft 2 px wide, a head 8 px long and wide
    svg.arrow({10, 40}, {14, 40}, "force");  // all head, as long as wide
    svg.circle({50, 25}, 3, "pin");
    svg.clip({20, 0}, 20, 20);
    svg.polygon({{30, 10}, {60, 10}, {60, 15}, {30, 15}}, "table");
    svg.polygon({{10, 30}, {25, 30}, {25, 10}, {10, 10}}, "table");
    svg.line({30, 10}, {60, 40}, "edge");
    svg.line({50, 10}, {60, 10}, "edge");
    svg.circle({60, 10}, 3, "pin");
    svg.circle({30, 10}, 10, "pin");
    svg.end_clip();
    svg.line({0, 0}, {90, 0}, "edge");
    CHECK(elements(svg.file()) ==
          shape("brick", "10,10 L30,10 L30,20 Z") + shape("edge", "10.13,5 L20,5") +
              shape("force", "22,31 L10,31 L10,29 L22,29 Z") + shape("force", "22,26 L30,30 L22,34 Z") +
              shape("force", "10,38 L14,40 L10,42 Z") + disc("pin", "50", "25", "3") +
              shape("table", "30,10 L40,10 L40,15 L30,15 Z") +
              shape("table", "25,20 L25,10 L20,10 L20,20 Z") + shape("edge", "30,10 L40,20") +
              disc("pin", "30", "10", "10") + shape("edge", "0,0 L90,0") + "</svg>\n");
    Svg half(100.0, 50.0, "", "");
    half.clip({0, 0}, 20, 20);
    half.circle({20, 10}, 5, "pin");  // what the edge cuts is a polygon
    CHECK(half.file().find("<circle") == std::string::npos);
    CHECK(half.file().find("L15,10") != std::string::npos);
    const std::vector<Vec2> square = unit_circle(4);
    REQUIRE(square.size() == 4);
    for (std::size_t k = 0; k < 4; ++k)
        CHECK(norm(square[k] - std::vector<Vec2>{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[k]) < 1e-15);
}

TEST_CASE("a view shows its window as large as it fits, upper edge at upper edge, in the middle") {
    // 2 x 4 m in 300 x 200 pixels: 50 px a metre by the height, and 200 px of the width are left.
    const View high = fitted_view({1.0, 3.0, 3.0, 7.0}, {10.0, 20.0}, 300.0, 200.0);
    CHECK(high.scale == 50.0);
    CHECK(high({1.0, 7.0}) == Vec2{110.0, 20.0});
    CHECK(high({3.0, 3.0}) == Vec2{210.0, 220.0});
    // 4 x 2 m: 75 px a metre by the width; 50 px below are left.
    const View wide = fitted_view({1.0, 3.0, 5.0, 5.0}, {10.0, 20.0}, 300.0, 200.0);
    CHECK(wide.scale == 75.0);
    CHECK(wide({1.0, 5.0}) == Vec2{10.0, 20.0});
    CHECK(wide({5.0, 3.0}) == Vec2{310.0, 170.0});
}

TEST_CASE("a film strip of one moment, pixel by pixel") {
    // The brick is L = 19/7 m wide, so that the window, 0.06 L larger on every side, is 3.04 m wide: a third
    // of the page, 304 px, at 100 px a metre. Its height is chosen such that the window is 2 m high.
    const double x = 19.0 / 14.0, y = 1.0 - 0.06 * 2.0 * x;
    Film film;
    film.title = "T";
    film.look = "L";
    film.flat = true;
    film.weight = 7.6;  // N, a quarter of the window: 76 px, or 10 px a newton
    film.tables = {{-1.0, 5.0, -y}};
    film.bodies = {{"b", false, {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}}, {{0, 1, 2, 3}}}};
    FilmFrame frame;
    frame.time = 0.5;
    frame.poses.resize(1);
    frame.lines = {{{-1, 0, 0}, {1, 0, 0}}, {{0, 0.5, 0}, {0, 0.5, 0}}};
    frame.forces = {{{0.5, -0.5, 0}, {0, 5, 0}}, {{0, -0.5, 0}, {0, 20, 0}}};  // at most a third as long
    film.frames = {frame};
    const std::string svg = film_strip(film, plane);
    CHECK(svg.find("width=\"960\" height=\"298\"") != std::string::npos);
    CHECK(svg.find("<title>T: L</title>\n<desc>1 moments of the motion, from left to right and "
                   "downwards.</desc>") != std::string::npos);
    CHECK(elements(svg) ==
          words("label", "14", "46", "t = 0.500 s") +
              shape("table", "316,252 L316,235.71 L64,235.71 L64,252 Z") +
              shape("edge", "64,235.71 L316,235.71") + shape("edge", "64,235.71 L64,252") +
              shape("brick", "28.29,235.71 L299.71,235.71 L299.71,68.29 L28.29,68.29 Z") +
              shape("link", "64,152 L264,152") + disc("pin", "164", "102", "3") +
              disc("force", "214", "202", "1.8") + shape("force", "215,160 L215,202 L213,202 L213,160 Z") +
              shape("force", "210,160 L214,152 L218,160 Z") + disc("force", "164", "202", "1.8") +
              shape("force", "165,143.33 L165,202 L163,202 L163,143.33 Z") +
              shape("force", "160,143.33 L164,135.33 L168,143.33 Z") +
              shape("frame", "12,52 L316,52 L316,252 L12,252 Z") + shape("rule", "12,281 L62,281") +
              words("small", "70", "285", "0.5 m") + shape("force", "374,282 L332,282 L332,280 L374,280 Z") +
              shape("force", "374,277 L382,281 L374,285 Z") +
              words("small", "390", "285", "5 N, contact forces on the body they point into") + "</svg>\n");
}

TEST_CASE("six moments stand in three columns, wide ones in two, and those wider than four times in one") {
    // A body of that width and of 1 m height moves to the right by 0.05 of its width.
    const auto corners = [](double width) {
        Film film;
        film.flat = true;
        film.bodies = {{"b", false, {{0, 0, 0}, {width, 0, 0}, {width, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}}}};
        for (int k = 0; k <= 20; ++k) {
            FilmFrame frame;
            frame.poses.resize(1);
            frame.poses[0].position.x = 0.0025 * k * width;
            film.frames.push_back(frame);
        }
        // Of each frame the upper left and the lower right corner.
        const std::string svg = film_strip(film, plane), start = "<path " + attributes_of("frame") + " d=\"M";
        std::vector<Rectangle> result;
        for (std::size_t at = svg.find(start); at != std::string::npos; at = svg.find(start, at + 1)) {
            Rectangle r;
            char c = 0;
            std::istringstream path(svg.substr(at + start.size()));
            double x = 0.0, y = 0.0;
            path >> r.left >> c >> r.bottom >> c >> x >> c >> y >> c >> r.right >> c >> r.top;
            result.push_back(r);
        }
        return result;
    };
    for (const auto& [wide, columns, pixels] : {std::tuple{1.0, std::size_t{3}, 304.0},
                                                {3.0, std::size_t{2}, 462.0},
                                                {9.0, std::size_t{1}, 936.0}}) {
        const double width = wide;  // a structured binding cannot be captured
        CAPTURE(width);
        const std::vector<Rectangle> frames = corners(width);
        REQUIRE(frames.size() == 6);
        const double height = frames[0].height();  // that of the window, 5 % and 12 % wider than the body
        const double margin = 0.12 * 1.05 * width;
        if (width > 1.0)
            CHECK(std::abs(height - pixels / (1.05 * width + margin) * (1.0 + margin)) < 0.01 + 0.005);
        for (std::size_t k = 0; k < 6; ++k) {
            const double column = static_cast<double>(k % columns), row = static_cast<double>(k / columns);
            CHECK(std::abs(frames[k].left - (12.0 + column * (pixels + 12.0))) < 0.01);
            CHECK(std::abs(frames[k].width() - pixels) < 0.01);
            CHECK(std::abs(frames[k].bottom - (52.0 + row * (height + 34.0))) < 0.05);
        }
    }
}

TEST_CASE("the picture of a proof, pixel by pixel: forces and their ranges, or a motion") {
    // 46/7 m are 736 px but for the 0.06 times 46/7 m on either side: 100 px a metre.
    const double width = 46.0 / 7.0, beside = 0.06 * width;
    bricks::Tower tower;
    tower.gravity = {0.0, -10.0};
    const double high = 2.0 - 2.0 * beside;  // 200 px
    tower.bodies = {bricks::make_brick("b", {{0.0, high / 2.0}, 0.0}, width, high)};
    // The largest force is drawn as long as 0.9 of the brick's height, 109.03 px: at 10 px a newton.
    bricks::set_mass(tower.bodies[0], 2.0 * 9.0 * high / 10.0);
    tower.tables = {{"table", -5.0, 5.0, 0.0}};
    const bricks::Stability stands = bricks::stability(tower);
    const std::string stable = stability_picture("T", tower, stands, bricks::force_ranges(tower, stands));
    CHECK(stable.find("width=\"760\" height=\"266\"") != std::string::npos);
    CHECK(stable.find("<desc>Contact forces that balance gravity on every body.</desc>") !=
          std::string::npos);
    CHECK(
        elements(stable) ==
        shape("table", "748,230 L748,190.57 L12,190.57 L12,230 Z") + shape("edge", "12,190.57 L748,190.57") +
            shape("brick", "51.43,190.57 L708.57,190.57 L708.57,69.43 L51.43,69.43 Z") +
            disc("force", "51.43", "190.57", "1.8") +
            shape("force", "52.43,89.54 L52.43,190.57 L50.43,190.57 L50.43,89.54 Z") +
            shape("force", "47.43,89.54 L51.43,81.54 L55.43,89.54 Z") +
            disc("force", "708.57", "190.57", "1.8") +
            shape("force", "709.57,89.54 L709.57,190.57 L707.57,190.57 L707.57,89.54 Z") +
            shape("force", "704.57,89.54 L708.57,81.54 L712.57,89.54 Z") +
            shape("bar", "56.43,81.54 L56.43,80.54") + shape("bar", "713.57,81.54 L713.57,80.54") +
            shape("rule", "12,248 L62,248") + words("small", "70", "252", "0.5 m") +
            shape("force", "274.8,249 L232.8,249 L232.8,247 L274.8,247 Z") +
            shape("force", "274.8,244 L282.8,248 L274.8,252 Z") +
            words("small", "290.8", "252", "5 N on the upper body") + shape("bar", "512.48,248 L536.48,248") +
            words("small", "544.48", "252", "from least to greatest force") + "</svg>\n");

    // Without the table it falls, in the picture by a quarter of its width; 300 px hold both places.
    const double thin = 3.0 - 2.0 * beside - width / 4.0;
    tower.tables.clear();
    tower.bodies = {bricks::make_brick("b", {{0.0, -thin / 2.0}, 0.0}, width, thin)};
    const std::string unstable = stability_picture("T", tower, bricks::stability(tower), {});
    CHECK(unstable.find("width=\"760\" height=\"366\"") != std::string::npos);
    CHECK(unstable.find("<desc>A motion under which no contact closes and gravity does work.</desc>") !=
          std::string::npos);
    CHECK(elements(unstable) ==
          shape("brick", "51.43,290.57 L708.57,290.57 L708.57,233.71 L51.43,233.71 Z") +
              shape("ghost", "51.43,126.29 L708.57,126.29 L708.57,69.43 L51.43,69.43 Z") +
              shape("motion", "379,254.14 L379,97.86 L381,97.86 L381,254.14 Z") +
              shape("motion", "384,254.14 L380,262.14 L376,254.14 Z") + shape("rule", "12,348 L62,348") +
              words("small", "70", "352", "0.5 m") +
              words("small", "232.8", "352",
                    "unstable: gravity does work in this motion; dashed: as it stands") +
              "</svg>\n");
}

TEST_CASE("a film strip shows six moments with every brick, the forces, and the times") {
    const Film film = free_fall(bricks::inverted_pyramid(2), "three bricks");
    const std::string svg = film_strip(film, plane);
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

TEST_CASE("forces are measured by the weight, be it of grams; without weight none is drawn") {
    Film film = free_fall(bricks::inverted_pyramid(2), "three bricks");
    const std::size_t arrows = drawn(film_strip(film, plane), "path", "force");
    CHECK(arrows > 6);
    const auto times = [&film](double factor) {
        film.weight *= factor;
        for (FilmFrame& frame : film.frames)
            for (FilmForce& force : frame.forces) force.force = factor * force.force;
        return film_strip(film, plane);
    };
    CHECK(drawn(times(0.125), "path", "force") == arrows);  // of 7.36 N an eighth
    film.weight = 0.0;
    CHECK(drawn(times(1.0), "path", "force") == 0);
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

TEST_CASE(
    "the page gives a pose as place and quaternion, s first, and everything else in the order x, y, z") {
    Film film;
    film.weight = 30.0;
    film.gravity = {0.0, 0.0, -10.0};
    film.bodies = {{"b", true, {{1, 2, 3}}, {}, 0.5, true}};
    FilmFrame frame;
    frame.time = 0.25;
    frame.poses = {{{1, 2, 3}, {0.5, {0.25, -0.5, 0.75}}}};
    frame.velocities = {{4, 5, 6}};
    frame.spins = {{7, 8, 9}};
    frame.forces = {{{1, 2, 3}, {-1, -2, -3}}};
    frame.lines = {{{11, 12, 13}, {14, 15, 16}}};
    frame.kinetic = 2.5;
    frame.potential = -1.5;
    frame.linear = {21, 22, 23};
    frame.angular = {24, 25, 26};
    film.frames = {frame};
    const std::string page = player_page({film});
    CHECK(page.find("\n{\"t\":0.25,\"poses\":[[1,2,3,0.5,0.25,-0.5,0.75]],\"velocities\":[[4,5,6]],"
                    "\"spins\":[[7,8,9]],\"forces\":[[1,2,3,-1,-2,-3]],\"lines\":[[11,12,13,14,15,16]],"
                    "\"energy\":[2.5,-1.5],\"momentum\":[21,22,23],\"angular\":[24,25,26]}") !=
          std::string::npos);
    CHECK(page.find("{\"name\":\"b\",\"fixed\":true,\"driven\":true,\"radius\":0.5,"
                    "\"points\":[[1,2,3]],\"faces\":[]}") != std::string::npos);
    CHECK(page.find("\"flat\":false,\"weight\":30,\"mass\":3,") != std::string::npos);
    film.gravity = {};
    film.weight = 0.0;  // a mass of 1 kg, and a weight of 1 N, are measures as good as any
    CHECK(player_page({film}).find("\"flat\":false,\"weight\":1,\"mass\":1,") != std::string::npos);
}

TEST_CASE("a film with a number that is not finite is not shown") {
    Film film = free_fall(bricks::single(), "broken");
    film.frames[3].poses[0].position.x = std::nan("");
    CHECK_THROWS_WITH_AS(player_page({film}), "a film with a number that is not finite",
                         std::invalid_argument);
}

}  // namespace
}  // namespace restraint::io
