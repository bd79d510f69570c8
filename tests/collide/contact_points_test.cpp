#include "restraint/collide/contact_points.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../claims.h"
#include "restraint/collide/shapes.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

namespace {

std::vector<Contact> contacts_of(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b,
                                 const Pose& pose_b, double slab = 1e-9) {
    return contact_points(a, pose_a, 7, b, pose_b, 3, find_separation(a, pose_a, b, pose_b), slab);
}

int count(const std::vector<Contact>& contacts, ContactKind kind) {
    return static_cast<int>(
        std::count_if(contacts.begin(), contacts.end(), [&](const Contact& c) { return c.kind == kind; }));
}

bool has_point(const std::vector<Contact>& contacts, Vec3 p) {
    return std::any_of(contacts.begin(), contacts.end(),
                       [&](const Contact& c) { return norm(c.point - p) < 1e-12; });
}

const double s = std::sqrt(0.5);
const ConvexShape unit = cube(), table = make_convex(rigid::make_box({4, 4, 1}));

}  // namespace

TEST_CASE(
    "a cube on a table: four contacts, vertex on face, normal out of the table"
    " [PBM-G-contactregion, PBM-G-code-Contact, BARAFF89-region, claim CL-G-10]") {
    const Pose on_table{{0.3, 0.2, 1}, about_z(0.4)};
    for (bool exchanged : {false, true}) {
        const auto contacts =
            exchanged ? contacts_of(table, {}, unit, on_table) : contacts_of(unit, on_table, table, {});
        REQUIRE(contacts.size() == 4);
        CHECK(count(contacts, ContactKind::vertex_face) == 4);
        for (const Contact& c : contacts) {
            // A is the cube, which has the vertices, in whatever order the bodies were given.
            CHECK(c.a == (exchanged ? 3 : 7));
            CHECK(c.b == (exchanged ? 7 : 3));
            CHECK(norm(c.normal - Vec3{0, 0, 1}) < 1e-15);
            CHECK(std::abs(c.gap) < 1e-15);
            CHECK(std::abs(c.point.z - 0.5) < 1e-15);
            CHECK(!c.degenerate);
        }
        for (std::size_t v = 0; v < 4; ++v) CHECK(has_point(contacts, on_table.to_world(unit.vertices[v])));
    }
}

TEST_CASE(
    "a cube hanging over the table's edge: two vertices on the face, two crossings of edges "
    "[PBM-G-edgenormal, claim CL-G-10]") {
    const auto contacts = contacts_of(unit, {{2, 0, 1}}, table, {});
    CHECK(contacts.size() == 4);
    CHECK(count(contacts, ContactKind::vertex_face) == 2);
    CHECK(count(contacts, ContactKind::edge_edge) == 2);
    measured("CL-G-10", "over the edge: " + std::to_string(count(contacts, ContactKind::vertex_face)) +
                            " and " + std::to_string(count(contacts, ContactKind::edge_edge)));
    for (double y : {-0.5, 0.5}) {
        CHECK(has_point(contacts, {1.5, y, 0.5}));
        CHECK(has_point(contacts, {2, y, 0.5}));
    }
    for (const Contact& c : contacts) {
        CHECK(norm(c.normal - Vec3{0, 0, 1}) < 1e-15);
        if (c.kind == ContactKind::edge_edge)
            CHECK(norm(normalized(cross(c.edge_a, c.edge_b)) - c.normal) < 1e-15);
    }
}

TEST_CASE("a cube on an equal cube turned by 45 degrees: the eight corners of an octagon [claim CL-O-03]") {
    const double pi = 2 * std::acos(0.0);
    const auto turned = [](double angle) { return contacts_of(unit, {{0, 0, 1}, about_z(angle)}, unit, {}); };
    // Not turned, the corners; turned a little, each side of one face cuts off a corner of the other.
    const std::size_t flush = turned(0).size(), a_little = turned(pi / 18).size();
    CHECK(flush == 4);
    CHECK(a_little == 8);
    const auto contacts = turned(pi / 4);
    CHECK(contacts.size() == 8);
    CHECK(count(contacts, ContactKind::edge_edge) == 8);
    // Sides of the octagon: x or y = +-1/2 and x +- y = +-sqrt(1/2); corners at (1/2, sqrt(1/2) - 1/2) and so
    // on.
    for (double x : {-0.5, 0.5})
        for (double y : {-(s - 0.5), s - 0.5}) {
            // sqrt(1/2) = distance of the turned side from the centre times sqrt(2): x + y = sqrt(2)/2.
            CHECK(has_point(contacts, {x, y, 0.5}));
            CHECK(has_point(contacts, {y, x, 0.5}));
        }
    // From (1/2, s - 1/2) to (1/2, 1/2 - s): the octagon's side is 2 s - 1 = sqrt(2) - 1.
    double side = 1.0;
    for (std::size_t i = 1; i < contacts.size(); ++i)
        side = std::min(side, norm(contacts[i].point - contacts[0].point));
    CHECK(std::abs(side - (2 * s - 1)) < 1e-15);
    measured("CL-O-03", std::to_string(flush) + ", " + std::to_string(a_little) + ", " +
                            std::to_string(contacts.size()) + ", side " + figure(side));
}

TEST_CASE("equal cubes flush on each other: four contacts, each corner once") {
    const auto contacts = contacts_of(unit, {{0, 0, 1}}, unit, {});
    CHECK(contacts.size() == 4);
    CHECK(count(contacts, ContactKind::vertex_face) == 4);
    for (const Contact& c : contacts) {
        CHECK(c.a == 7);  // where vertices of both meet, it is A's
        CHECK(c.normal == Vec3{0, 0, 1});
        CHECK(!c.degenerate);
    }
    CHECK(contacts_of(unit, {{0.5, 0, 1}}, unit, {}).size() == 4);  // a running bond
    CHECK(contacts_of(unit, {{0.3, 0.4, 1}}, unit, {}).size() ==
          4);  // two vertices of each: 1 + 1 and 2 crossings
    CHECK(contacts_of(unit, {{0, 1, 0}}, unit, {}).size() == 4);  // side by side
}

TEST_CASE(
    "cubes that share a patch of a twentieth of an edge rest on it; one within the slab is a degenerate "
    "corner") {
    const double slab = 1e-3;
    for (const double patch : {0.05, 0.5 * slab}) {
        const Pose above{{1 - patch, 1 - patch, 1}};
        const auto contacts =
            contact_points(unit, above, 7, unit, {}, 3, find_separation(unit, above, unit, {}), slab);
        CHECK(contacts.size() == (patch > slab ? 4u : 1u));
        for (const Contact& c : contacts) CHECK(c.degenerate == (patch < slab));
    }
}

TEST_CASE("crossing edges touch in one point, with a normal out of B for either order [PBM-G-edgenormal]") {
    const Pose upper{{0.1, 0.2, 2 * s}, to_matrix(from_rotation_vector({std::acos(s), 0, 0}))};
    const Pose lower{{0, 0, 0}, to_matrix(from_rotation_vector({0, std::acos(s), 0}))};
    for (bool exchanged : {false, true}) {
        const auto contacts =
            exchanged ? contacts_of(unit, lower, unit, upper) : contacts_of(unit, upper, unit, lower);
        REQUIRE(contacts.size() == 1);
        const Contact& c = contacts[0];
        CHECK(c.kind == ContactKind::edge_edge);
        CHECK(norm(c.point - Vec3{0, 0.2, s}) < 1e-14);
        CHECK(norm(c.normal - Vec3{0, 0, exchanged ? -1.0 : 1.0}) < 1e-14);
        CHECK(norm(normalized(cross(c.edge_a, c.edge_b)) - c.normal) < 1e-15);
    }
}

TEST_CASE("an edge on a face: its two ends") {
    const Pose on_edge{{0, 0, 0.5 + s}, to_matrix(from_rotation_vector({0, std::acos(s), 0}))};
    const auto contacts = contacts_of(table, {}, unit, on_edge);
    CHECK(contacts.size() == 2);
    CHECK(count(contacts, ContactKind::vertex_face) == 2);
    CHECK(has_point(contacts, {0, 0.5, 0.5}));
    CHECK(has_point(contacts, {0, -0.5, 0.5}));
    // The face has a normal, whichever body is given first.
    for (const Contact& c : contacts) CHECK(!c.degenerate);
    for (const Contact& c : contacts_of(unit, on_edge, table, {})) CHECK(!c.degenerate);
}

TEST_CASE(
    "vertex on vertex, vertex on edge and parallel edges are degenerate: a plane of averaged normal "
    "[BARAFF89-degen]") {
    struct Case {
        Vec3 position;
        std::size_t contacts;
    };
    for (const Case& c : {Case{{1, 1, 1}, 1}, Case{{1, 0.25, 1}, 2}, Case{{1, 0, 1}, 2}}) {
        const auto contacts = contacts_of(unit, {c.position}, unit, {});
        CHECK(contacts.size() == c.contacts);
        for (const Contact& contact : contacts) {
            CHECK(contact.degenerate);
            CHECK(contact.kind == ContactKind::vertex_face);
            // The three, or two, planes in which faces of both lie, out of its B.
            const Vec3 planes{1, c.position.y == 1 ? 1.0 : 0.0, 1};
            CHECK(norm((contact.a == 7 ? 1.0 : -1.0) * contact.normal - normalized(planes)) < 1e-15);
            CHECK(std::abs(contact.gap) < 1e-15);
        }
    }
    // Apart by a little the normal is that of the gap, half way between the faces' normals.
    const double gap = 1e-10;
    const Separation separation = find_separation(unit, {{1 + gap, 0.25, 1 + gap}}, unit, {});
    const auto near = contact_points(unit, {{1 + gap, 0.25, 1 + gap}}, 0, unit, {}, 1, separation, 1e-9);
    REQUIRE(near.size() == 2);
    for (const Contact& c : near) CHECK(norm(c.normal - (c.a == 0 ? 1.0 : -1.0) * Vec3{s, 0, s}) < 1e-5);
    // One straight above the other, within the slab: the gap of the edges, seen along the averaged normal; of
    // edges that are shifted the one end is a vertex of A, the other one of B.
    const double above = 0x1p-10;
    for (const double shift : {0.0, 0.25}) {
        const Pose raised{{1, shift, 1 + above}};
        const auto edges =
            contact_points(unit, raised, 0, unit, {}, 1, find_separation(unit, raised, unit, {}), 0.01);
        REQUIRE(edges.size() == 2);
        for (const Contact& c : edges) {
            const bool from_a = c.a == 0;
            CHECK(norm(c.normal - (from_a ? 1.0 : -1.0) * Vec3{s, 0, s}) < 1e-15);
            const Vec3 upper = from_a ? c.core_a : c.core_b, lower = from_a ? c.core_b : c.core_a;
            CHECK(upper == Vec3{0.5, lower.y, 0.5 + above});
            CHECK(lower == Vec3{0.5, upper.y, 0.5});
            CHECK(std::abs(c.gap - s * above) < 1e-15);
        }
    }
}

TEST_CASE("an edge of a wedge on an edge of a cube: faces of both bodies are averaged [BARAFF89-degen]") {
    // Seen along the edges: the wedge (0,0), (1,0), (-1,1) stands with (0,0) on the cube's corner. The planes
    // that separate: the cube's top, the wedge's bottom, and the wedge's left side, of normal (1,1)/sqrt(2)
    // out of the cube; not its right side, from (1,0) to (-1,1), which has the cube on its inner side, too.
    const Vec3 triangle[] = {{0, 0, 0}, {1, 0, 0}, {-1, 1, 0}};
    const ConvexShape wedge = make_convex(rigid::make_prism(triangle, 1.0));
    for (const bool exchanged : {false, true}) {
        const Pose on_corner{{0.5, 0.5, 0}};
        const auto contacts =
            exchanged ? contacts_of(unit, {}, wedge, on_corner) : contacts_of(wedge, on_corner, unit, {});
        REQUIRE(contacts.size() == 2);
        for (const Contact& c : contacts) {
            CHECK(c.degenerate);
            const bool out_of_cube = c.a == (exchanged ? 3 : 7);
            CHECK(norm((out_of_cube ? 1.0 : -1.0) * c.normal - normalized(Vec3{s, 2 + s, 0})) < 1e-15);
        }
    }
}

TEST_CASE(
    "edges that overlap deeper than the slab: no face separates the bodies, and the normal stays "
    "[BARAFF89-degen]") {
    // By 1.5 slabs along x, which is the normal of the separation, and by 1.8 along z.
    const double slab = 1e-3;
    for (const Contact& c : contacts_of(unit, {{1 - 1.5 * slab, 0.2, 1 - 1.8 * slab}}, unit, {}, slab)) {
        CHECK(c.degenerate == (c.kind == ContactKind::vertex_face));
        CHECK(norm(c.normal - Vec3{c.a == 7 ? 1.0 : -1.0, 0, 0}) < 1e-14);
    }
}

TEST_CASE("a ball touches a face, an edge, a vertex and a ball in one point, and is always A") {
    const ConvexShape ball = make_ball(0.5);
    struct Case {
        Vec3 position, normal;
        ContactKind kind;
    };
    const Vec3 corner = normalized(Vec3{1, 1, 1});
    const Case cases[] = {{{0.1, 0.2, 1}, {0, 0, 1}, ContactKind::vertex_face},
                          {{0.5 + 0.3, 0.2, 0.5 + 0.4}, {0.6, 0, 0.8}, ContactKind::ball_edge},
                          {Vec3{0.5, 0.5, 0.5} + 0.5 * corner, corner, ContactKind::ball_vertex}};
    for (const Case& c : cases)
        for (bool exchanged : {false, true}) {
            const auto contacts = exchanged ? contacts_of(unit, {}, ball, {c.position})
                                            : contacts_of(ball, {c.position}, unit, {});
            REQUIRE(contacts.size() == 1);
            CHECK(contacts[0].kind == c.kind);
            CHECK(contacts[0].a == (exchanged ? 3 : 7));
            CHECK(norm(contacts[0].normal - c.normal) < 1e-14);
            CHECK(norm(contacts[0].point - (c.position - 0.5 * c.normal)) < 1e-14);
            CHECK(norm(contacts[0].core_a - c.position) < 1e-14);
            CHECK(std::abs(contacts[0].gap) < 1e-14);
        }
    const auto balls = contacts_of(ball, {{0.9, 1.2, 0}}, make_ball(1.0), {});
    REQUIRE(balls.size() == 1);
    CHECK(balls[0].kind == ContactKind::ball_vertex);
    CHECK(norm(balls[0].normal - Vec3{0.6, 0.8, 0}) < 1e-15);
    CHECK(norm(balls[0].point - Vec3{0.6, 0.8, 0}) < 1e-15);
}

TEST_CASE("pushed together along their normal, random bodies touch: contacts lie on both, within the slab") {
    const std::uint64_t seed = 87;
    Random random(seed);
    for (int trial = 0; trial < 1000; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const ConvexShape a = random_shape(random), b = random_shape(random);
        Pose pose_a = random_pose(random, 2.0);
        const Pose pose_b = random_pose(random, 0.1);
        for (int k = 0; k < 4; ++k) {
            const Separation far = find_separation(a, pose_a, b, pose_b);
            pose_a.position -= far.distance * far.normal;
        }
        const Separation separation = find_separation(a, pose_a, b, pose_b);
        if (std::abs(separation.distance) > 1e-8) continue;  // deep inside each other at the start
        const auto contacts = contact_points(a, pose_a, 0, b, pose_b, 1, separation, 1e-6);
        CHECK(!contacts.empty());
        for (const Contact& c : contacts) {
            CHECK(std::abs(c.gap) < 1e-5);
            CHECK(dot(c.normal, c.a == 0 ? separation.normal : -separation.normal) > 0.99);
            const Separation at_a = find_separation(make_ball(1e-9), {c.point}, a, pose_a);
            const Separation at_b = find_separation(make_ball(1e-9), {c.point}, b, pose_b);
            CHECK(std::abs(at_a.distance) < 1e-5);
            CHECK(std::abs(at_b.distance) < 1e-5);
        }
    }
}

TEST_CASE("a face turned by 1e-7 rad on one of the same size: within 1e-12 m they touch in an octagon") {
    const auto contacts = contacts_of(cube(), {{0, 0, 1}, about_z(1e-7)}, cube(), {}, 1e-12);
    CHECK(contacts.size() == 8);
    for (const Contact& c : contacts) CHECK(c.kind == ContactKind::edge_edge);
}

TEST_CASE("a corner that stands out of a side by half the slab is none, by five times the slab it is one") {
    // The outline of a prism that stands on a box has a fifth corner in the middle of a side.
    for (double out : {5e-7, 5e-6}) {
        const std::vector<Vec3> outline{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.5, 1 + out, 0}, {0, 1, 0}};
        const ConvexShape prism = make_convex(rigid::make_prism(outline, 1.0));
        const ConvexShape floor = make_convex(rigid::make_box({10, 10, 1}));
        CHECK(contacts_of(prism, {{0, 0, 1}}, floor, {}, 1e-6).size() == (out < 1e-6 ? 4u : 5u));
    }
}

TEST_CASE("corner to corner, with nothing to spare for rounding: still a contact") {
    const std::uint64_t seed = 131;
    Random random(seed);
    for (int trial = 0; trial < 20; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const Pose a = random_pose(random, 1.0);
        // The corner (1/2, 1/2, 1/2) of a small cube a little off the same corner of A, along its diagonal.
        const Vec3 corner = a.to_world({0.5, 0.5, 0.5}), out = a.turn(normalized(Vec3{1, 1, 1}));
        const Pose b{corner + 0.01 * out + a.turn({0.5, 0.5, 0.5}), a.orientation};
        CHECK(!contacts_of(cube(), a, cube(), b, 0.0).empty());
    }
}
