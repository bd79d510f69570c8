#include "restraint/io/text/tower_file.h"

#include <cstdio>
#include <fstream>

#include "../random.h"
#include "complaints.h"
#include "restraint/bricks/generators.h"
#include "run.h"

namespace restraint::io {
namespace {

using bricks::Tower;

const std::string good = "gravity 0 -9.81\ntable -5 0 0\nbrick b1 -0.2 0.125 0 1 0.25\n";

/// The messages that towers earn, and lines that follow three good ones, behind "x.tower:"; "" if they are
/// read.
void check_files(std::vector<Complaint> table) {
    for (Complaint& row : table) row.message = row.message.empty() ? "" : "x.tower:" + row.message;
    check_complaints(table, [](const std::string& text) { read_tower(text, "x.tower"); });
}
void check_lines(std::vector<Complaint> table) {
    for (Complaint& row : table) row.text = good + row.text + "\n";
    check_files(table);
}

TEST_CASE("a tower file holds gravity, tables, bricks, polygons and pins, in any order") {
    const Tower tower = read_tower(
        "pin p1 1 b3 0   # the bodies come below\n"
        "\n"
        "brick  b2   0.1 0.375 0  1 0.25  density 2 fixed\n"
        "polygon p1  3 0  4 0  3.5 0.8\n"
        "brick  b3   4.5 0.125 0  1 0.25  mass 3\n"
        "table  -5 0 0\n"
        "brick  b4   7 2 0.3  1 0.25  velocity 1 0 2  mass 0.5\n"
        "gravity 1 -2\n"
        "table 6 8 -1\n",
        "example");
    CHECK(tower.gravity == Vec2{1.0, -2.0});
    REQUIRE(tower.tables.size() == 2);
    CHECK(tower.tables[0].name == "table");
    CHECK(tower.tables[1].name == "table2");
    CHECK(tower.tables[1].x_left == 6.0);
    CHECK(tower.tables[1].y_top == -1.0);
    REQUIRE(tower.bodies.size() == 4);
    CHECK(tower.bodies[0].fixed);
    CHECK(tower.bodies[0].mass == 0.5);  // 2 kg/m^2 * 1/4 m^2
    CHECK(tower.bodies[1].vertices.size() == 3);
    CHECK(tower.bodies[1].mass == doctest::Approx(0.4).epsilon(1e-15));  // 1/2 * 1 * 0.8
    CHECK(tower.bodies[2].mass == 3.0);
    CHECK(tower.bodies[3].pose.angle == 0.3);
    CHECK(tower.bodies[3].velocity.linear == Vec2{1.0, 0.0});
    CHECK(tower.bodies[3].velocity.angular == 2.0);
    REQUIRE(tower.pins.size() == 1);
    CHECK(tower.pins[0].a == 1);
    CHECK(tower.pins[0].vertex_a == 1);
    CHECK(tower.pins[0].b == 2);
    CHECK(tower.pins[0].vertex_b == 0);
}

TEST_CASE("CRLF, a byte-order mark, tabs, comments and a missing last newline are read") {
    const std::string wanted = tower_text(read_tower(good, "x"));
    std::string crlf, tabs = good;
    for (const char c : good) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (char& c : tabs) c = c == ' ' ? '\t' : c;
    for (const std::string& text : {crlf, tabs, "\xef\xbb\xbf" + good, good.substr(0, good.size() - 1),
                                    "# caf\xc3\xa9\n\n" + good + "# the end"})
        CHECK(tower_text(read_tower(text, "x")) == wanted);
}

TEST_CASE("a tower without gravity has 9.81 m/s^2 downward") {
    CHECK(read_tower("brick b 0 0 0 1 1", "x").gravity == Vec2{0.0, -9.81});
}

TEST_CASE("what is wrong in a tower file is said in one line with its place") {
    check_files({
        {"", "1: no brick and no polygon in the file"},
        {"table 0 1 0\n\n", "2: no brick and no polygon in the file"},
    });
    check_lines({
        {"brck b2 0 0 0 1 1", "4: unknown word \"brck\": an item is gravity, table, brick, polygon or pin"},
        {"xyzzyxy", "4: unknown word \"xyzzyxy\": an item is gravity, table, brick, polygon or pin"},
        {"brick", "4: brick: NAME is missing: brick NAME X Y ANGLE WIDTH HEIGHT"},
        {"brick b2 0 0 0 1", "4: brick b2: HEIGHT is missing: brick NAME X Y ANGLE WIDTH HEIGHT"},
        {"brick b2 3 3 0 1 1 hello", "4: brick b2: unexpected \"hello\": brick NAME X Y ANGLE WIDTH HEIGHT"},
        {"brick b2 3 3 0 1 1 mass 1e-12",
         "4: b2 has 4e-12 of the tower's mass, but balance is judged for bodies of at least 1e-09 of it"},
        {"brick b2 3 3 0 -1 1", "4: brick b2: WIDTH -1 is not above 0"},
        {"brick b2 3 3 0 1 0", "4: brick b2: HEIGHT 0 is not above 0"},
        {"brick b2 nan 3 0 1 1", "4: brick b2: X \"nan\" is not a finite number"},
        {"brick b2 0 0 0 inf 1", "4: brick b2: WIDTH \"inf\" is not a finite number"},
        {"brick b2 3 1e999 0 1 1", "4: brick b2: Y \"1e999\" is beyond the range of a double"},
        {"brick b2 3,5 3 0 1 1", "4: brick b2: X \"3,5\" is not a number: the decimal sign is a point"},
        {"brick b2 3 3 0 1e51 1", "4: brick b2: WIDTH \"1e51\" is larger than 1e50"},
        {"brick b2 3 3 0 1e-51 1", "4: brick b2: WIDTH 1e-51 is smaller than 1e-50"},
        {"brick b1 3 3 0 1 1", "4: brick b1: the name is already used in line 3"},
        {"brick table 3 3 0 1 1",
         "4: brick table: the name is already used in line 2; tables are named table, table2, ..."},
        {"brick caf\xc3\xa9 3 3 0 1 1",
         "4: brick: the name \"caf\\xc3\\xa9\" is not made of printable ASCII"},
        {"brick " + std::string(65, 'b') + " 3 3 0 1 1", "4: brick: a name of more than 64 characters"},
        {"gravity 0 -1", "4: gravity: already given in line 1"},
        {"table 1 1 0", "4: table: X_LEFT must be below X_RIGHT"},
    });
}

TEST_CASE("the words of a body are each given once, and fit together") {
    const std::string brick = "brick b2 3 3 0 1 1 ";
    check_lines({
        {"brick b2 3 3 0 1e50 16", "4: brick b2: its mass 1.6e+51 is not between 1e-50 and 1e50"},
        {"brick b2 3 3 0 1e-50 0.0625", "4: brick b2: its mass 6.25e-52 is not between 1e-50 and 1e50"},
        {brick + "mass 0", "4: brick b2: mass 0 is not above 0"},
        {brick + "mass -2", "4: brick b2: mass -2 is not above 0"},
        {brick + "density", "4: brick b2: density is missing: brick NAME X Y ANGLE WIDTH HEIGHT"},
        {brick + "density 1 mass 1", "4: brick b2: has both a density and a mass"},
        {brick + "fixed fixed", "4: brick b2: fixed is given twice"},
        {brick + "velocity 1 2", "4: brick b2: OMEGA is missing: brick NAME X Y ANGLE WIDTH HEIGHT"},
        {brick + "velocity 0 0 0 fixed", "4: brick b2: what is fixed has no velocity"},
    });
}

TEST_CASE("a polygon must be convex and counter-clockwise, with at least three vertices") {
    check_lines({
        {"polygon p 0 5 1 5 0.5 5.8", ""},
        {"polygon p 0 5 0.5 5.8 1 5",
         "4: polygon p is not convex and counter-clockwise with a true corner at vertex 1"},
        {"polygon p 0 5 2 5 1 5.1 1 7",
         "4: polygon p is not convex and counter-clockwise with a true corner at vertex 2"},
        {"polygon p 0 5 1 5", "4: polygon p has 2 vertices, but needs at least 3"},
        {"polygon p 0 5 1 5 0.5",
         "4: polygon p: Y is missing: polygon NAME X Y X Y X Y ..., counter-clockwise"},
        {"polygon p 0 5 1 5 0.5 nan", "4: polygon p: Y \"nan\" is not a finite number"},
    });
}

TEST_CASE("a pin joins two vertices that exist and lie on each other") {
    const std::string other = "brick b2 0.8 0.125 0 1 0.25\n";  // its vertex 0 is vertex 1 of b1
    check_lines({
        {other + "pin b1 1 b2 0", ""},
        {"pin b1 0 b9 0", "4: pin: there is no body named \"b9\""},
        {"pin b1 0 table 0", "4: pin: there is no body named \"table\""},
        {"pin b1 7 b1 0", "4: pin: b1 has no vertex 7: they are 0 to 3"},
        {"pin b1 1 b1 0", "4: pin: b1 cannot be pinned to itself"},
        {"pin b1 -1 b1 0", "4: pin: VERTEX \"-1\" is not a whole number from 0 to 65536"},
        {other + "pin b1 0 b2 0", "5: pin: the two vertices are 1 m apart; they must be the same point"},
    });
}

TEST_CASE("what is no text, or too long, is refused") {
    check_files({
        {good + std::string("brick\0b", 7), "4: not a text file: it holds the character \"\\x00\""},
        {"\x7f"
         "ELF\x02",
         "1: not a text file: it holds the character \"\\x7f\""},
        {std::string("\xff\xfe"
                     "b\0r\0",
                     6),
         "1: not a text file: it holds the character \"\\x00\""},
        {good + std::string(10'000'000, 'x'), "4: a line of more than 65536 characters"},
    });
}

TEST_CASE("an input is read only up to its limit, and a folder not at all") {
    std::istringstream endless(std::string((std::size_t{16} << 20) + 5, '\n'));
    CHECK_THROWS_WITH(load_tower("-", endless), "<stdin>:1: the input is larger than 16 MiB");
    std::istringstream text(good);
    CHECK(load_tower("-", text).bodies.size() == 1);
    CHECK_THROWS_WITH(load_tower("/nowhere/x.tower", text),
                      "/nowhere/x.tower: cannot be opened: No such file or directory");
    CHECK_THROWS_WITH(load_tower("/", text), "/: cannot be read: Is a directory");
}

TEST_CASE("writing, reading and writing a tower again gives the same bits") {
    Random random(5);
    for (int tower_number = 0; tower_number < 300; ++tower_number) {
        Tower tower;
        tower.gravity = {random.normal(), random.normal()};
        tower.tables = {{"table", -100.0 - random.uniform(0.0, 1.0), -50.0, random.normal()}};
        for (int k = 0; k < 4; ++k) {  // far apart, so that nothing overlaps
            const Vec2 at{100.0 * k + random.normal(), 1e3 + random.normal()};
            const bricks::Pose pose{at, random.normal()};
            const double width = random.uniform(0.5, 3.0), height = random.uniform(0.5, 3.0);
            bricks::Body body = bricks::make_brick("b" + std::to_string(k), pose, width, height, 1.0 / 3.0);
            if (k % 2 == 1) {  // a polygon, somewhere in its fall
                body = bricks::make_polygon("p" + std::to_string(k),
                                            {{0, 0}, {width, 0.1}, {width, height}, {0.3, height + 1}});
                body.pose = pose;
            }
            body.velocity = {{random.normal(), random.normal()}, random.normal()};
            body.fixed = k == 2;
            tower.bodies.push_back(body);
        }
        tower.pins.clear();
        const std::string once = tower_text(tower, "a comment");
        const Tower read_back = read_tower(once, "once");
        REQUIRE(tower_text(read_back, "a comment") == once);
        REQUIRE(read_back.bodies[0].pose.position == tower.bodies[0].pose.position);
        REQUIRE(read_back.bodies[0].mass == tower.bodies[0].mass);
        // The turned polygon is where it was: a few roundings of its coordinates of up to 1e3.
        for (std::size_t i = 0; i < 4; ++i)
            REQUIRE(norm(world_vertex(read_back.bodies[1], i) - world_vertex(tower.bodies[1], i)) < 1e-12);
    }
}

TEST_CASE("pins are written with the names of their bodies") {
    const std::string pinned =
        "gravity 0 -9.81\nbrick a 0 0.5 0 1 1\nbrick b 1 0.5 0 1 1 fixed\npin a 1 b 0\n";
    CHECK(tower_text(read_tower(pinned, "x")) == pinned);
}

TEST_CASE("a tower with a number that is not finite is not written") {
    Tower tower = bricks::single();
    tower.bodies[0].velocity.angular = std::nan("");
    CHECK_THROWS_WITH_AS(tower_text(tower), "a tower with a number that is not finite",
                         std::invalid_argument);
}

TEST_CASE("what overlaps is refused at the later of its two lines, whichever body that is") {
    for (const std::string table : {"table -5 5 0\n", ""}) {
        const std::string after = table.empty() ? "table -5 5 0\n" : "";
        CHECK_THROWS_WITH_AS(
            read_tower(table + "brick a 0 0.5 0 1 1\nbrick b 0.5 0.5 0 1 1\n" + after, "f"),
            (table.empty() ? "f:2: a and b overlap by 0.5 m" : "f:3: a and b overlap by 0.5 m"), FileError);
        CHECK_THROWS_WITH_AS(read_tower(table + "brick a 0 0.25 0 1 1\n" + after, "f"),
                             "f:2: a and table overlap by 0.25 m", FileError);
    }
}

}  // namespace
}  // namespace restraint::io
