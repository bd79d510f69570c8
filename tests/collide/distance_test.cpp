#include "restraint/collide/distance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/collide/shapes.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

namespace {

// How far p is outside of a body, by its faces alone; 0 if inside.
double outside(const ConvexShape& shape, const Pose& pose, Vec3 p) {
    const Vec3 q = pose.to_body(p);
    if (shape.is_ball()) return std::max(0.0, norm(q) - shape.radius);
    double worst = 0.0;
    for (std::size_t f = 0; f < shape.faces.size(); ++f)
        worst = std::max(worst, dot(shape.normals[f], q - shape.vertices[shape.faces[f][0]]));
    return worst;
}

Vec3 random_direction(Random& random) {
    for (;;) {
        const Vec3 v = random_vec3(random, 1.0);
        if (norm(v) > 0.1 && norm(v) < 1.0) return normalized(v);
    }
}

}  // namespace

TEST_CASE(
    "vertex to face, to edge and to vertex; edge to edge: each by hand "
    "[OBA-3.2, OBA-3.3, OBA-3.4, OBA-3.5]") {
    const ConvexShape box = cube(2), top = octahedron(0.5);
    const auto check = [&](Pose pose, double distance, Vec3 normal, Vec3 on_a, Vec3 on_b) {
        const Separation s = find_separation(top, pose, box, {});
        CHECK(std::abs(s.distance - distance) < 1e-14);
        CHECK(norm(s.normal - normal) < 1e-14);
        CHECK(norm(s.point_a - on_a) < 1e-14);
        CHECK(norm(s.point_b - on_b) < 1e-14);
        CHECK(s.proved);
        CHECK(std::abs(s.plane - 0.5 * dot(normal, on_a + on_b)) < 1e-14);  // half way   [OBA-3.6]
    };
    // The octahedron's lowest vertex is 0.5 below its centre, 0.25 above the face z = 1.
    check({{0.1, 0.2, 1.75}}, 0.25, {0, 0, 1}, {0.1, 0.2, 1.25}, {0.1, 0.2, 1});
    const double s = std::sqrt(0.5);
    // A vertex of the octahedron to the cube's vertex (1, 1, 1), along the diagonal.
    const Mat3 to_diagonal = to_matrix(
        from_rotation_vector(std::acos(1 / std::sqrt(3.0)) * normalized(cross({0, 0, 1}, {1, 1, 1}))));
    const Vec3 diagonal = normalized(Vec3{1, 1, 1});
    check({Vec3{1, 1, 1} + 1.5 * diagonal, to_diagonal}, 1.0, diagonal, Vec3{1, 1, 1} + 1.0 * diagonal,
          {1, 1, 1});
    // Vertex to edge: the same with the edge x = z = 1 and the direction (1, 0, 1).
    const Vec3 slope{s, 0, s};
    const Mat3 to_slope = to_matrix(from_rotation_vector({0, std::acos(s), 0}));
    check({Vec3{1, 0.25, 1} + 0.75 * slope, to_slope}, 0.25, slope, Vec3{1, 0.25, 1} + 0.25 * slope,
          {1, 0.25, 1});
    // Edge to edge, crossing at right angles: cubes on edge, one along y, the other along x.
    const ConvexShape unit = cube(1);
    const Mat3 on_edge_y = to_matrix(from_rotation_vector({0, std::acos(s), 0}));
    const Mat3 on_edge_x = to_matrix(from_rotation_vector({std::acos(s), 0, 0}));
    const Separation e =
        find_separation(unit, {{0.1, 0.2, 2 * s + 0.1}, on_edge_x}, unit, {{0, 0, 0}, on_edge_y});
    CHECK(e.features.kind == FeatureKind::edge_edge);
    CHECK(std::abs(e.distance - 0.1) < 1e-14);
    CHECK(norm(e.point_b - Vec3{0, 0.2, s}) < 1e-14);  // where the edges pass each other
    CHECK(norm(e.point_a - Vec3{0, 0.2, s + 0.1}) < 1e-14);
    // A beam across another one, 0.5 above it: no vertex of either is over the other's face, and yet where
    // they cross two points are as near as the faces.
    const ConvexShape along_x = make_convex(rigid::make_box({4, 1, 1})),
                      along_y = make_convex(rigid::make_box({1, 4, 1}));
    for (const double gap : {0.0, 0.5}) {
        const Separation beams = find_separation(along_x, {{3, 2, 2 + gap}}, along_y, {{3, 2, 1}});
        CHECK(beams.distance == gap);
        CHECK(beams.normal == Vec3{0, 0, 1});
        CHECK(beams.point_a - beams.point_b == Vec3{0, 0, gap});
        CHECK(beams.proved);
    }
}

TEST_CASE("between bodies that are apart, two points prove the distance [OBA-3.1]") {
    const std::uint64_t seed = 83;
    Random random(seed);
    int apart = 0, overlapping = 0;
    int kinds[6] = {0, 0, 0, 0, 0, 0};
    for (int trial = 0; trial < 3000; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const ConvexShape a = random_shape(random), b = random_shape(random);
        const Pose pose_a = random_pose(random, 1.5), pose_b = random_pose(random, 1.5);
        const Separation s = find_separation(a, pose_a, b, pose_b);
        CHECK(std::abs(norm(s.normal) - 1.0) < 1e-15 * 4);
        CHECK(std::abs(gap_along(a, pose_a, b, pose_b, s.normal) - s.distance) < 1e-13);
        // A larger gap along any direction would show that the answer is no maximum.
        for (int k = 0; k < 20; ++k)
            CHECK(gap_along(a, pose_a, b, pose_b, random_direction(random)) < s.distance + 1e-13);
        // Exchanging the bodies turns the normal over.
        const Separation t = find_separation(b, pose_b, a, pose_a);
        CHECK(std::abs(t.distance - s.distance) < 1e-11);
        // Of bodies that overlap the deepest points, each in its body: one over the other along the normal.
        if (s.distance < -1e-9) {
            ++overlapping;
            CHECK(norm(s.point_a - s.point_b - s.distance * s.normal) < 1e-11);
            CHECK(outside(a, pose_a, s.point_a) < 1e-11);
            CHECK(outside(b, pose_b, s.point_b) < 1e-11);
        }
        if (s.distance < 1e-9) continue;
        ++apart;
        ++kinds[static_cast<int>(s.features.kind)];
        CHECK(norm(s.normal + t.normal) < 1e-5);
        // The gap is a lower bound of the distance, and these points of the bodies an upper bound: they
        // agree.
        CHECK(std::abs(norm(s.point_a - s.point_b) - s.distance) < 1e-11);
        CHECK(outside(a, pose_a, s.point_a) < 1e-13);
        CHECK(outside(b, pose_b, s.point_b) < 1e-13);
        CHECK((s.proved || a.is_ball() || b.is_ball()));
    }
    CHECK(apart > 1000);
    CHECK(overlapping > 100);
    for (int kind : kinds) CHECK(kind > 50);
}

TEST_CASE(
    "the distance is the MAXIMUM of the gap over directions; its minimum says nothing"
    " [OBA-3.1, erratum O11]") {
    // Unit cubes two metres apart along x: the gap is 1 along x, but -3 along -x.
    CHECK(std::abs(find_separation(cube(), {{2, 0, 0}}, cube(), {}).distance - 1.0) < 1e-15);
    CHECK(gap_along(cube(), {{2, 0, 0}}, cube(), {}, {1, 0, 0}) == 1.0);
    CHECK(gap_along(cube(), {{2, 0, 0}}, cube(), {}, {-1, 0, 0}) == -3.0);
}

TEST_CASE("overlapping boxes: the depth is the least way out, along a face") {
    // Unit cubes, centres (0.9, 0.5, 0.3) apart: the ways out are 0.1, 0.5 and 0.7.
    const Separation s = find_separation(cube(), {{0.9, 0.5, 0.3}}, cube(), {});
    CHECK(std::abs(s.distance + 0.1) < 1e-15);
    CHECK(s.normal == Vec3{1, 0, 0});
    CHECK(!s.proved);
}

TEST_CASE(
    "balls: centres less radii, and the body's own distance less a radius "
    "[OBA-A.4, OBA-A.5, OBA-A.6, OBA-A.7, erratum O21, erratum O22]") {
    const ConvexShape small = make_ball(0.5), large = make_ball(1.25), box = cube(2);
    const Separation s = find_separation(small, {{3, 4, 0}}, large, {});
    CHECK(std::abs(s.distance - (5 - 1.75)) < 1e-15 * 5);
    CHECK(norm(s.normal - Vec3{0.6, 0.8, 0}) < 1e-15);
    CHECK(norm(s.point_b - 1.25 * Vec3{0.6, 0.8, 0}) < 1e-15 * 2);
    // From the centre of the large ball the gap is from 1.25 to 5 - 0.5.   [OBA-3.6]
    CHECK(std::abs(s.plane - 0.5 * (1.25 + 4.5)) < 1e-15 * 5);
    // A ball over a face, beside an edge (3-4-5) and off a vertex.
    CHECK(std::abs(find_separation(small, {{0.3, 0.2, 2}}, box, {}).distance - 0.5) < 1e-15);
    CHECK(std::abs(find_separation(small, {{4, 0.2, 5}}, box, {}).distance - 4.5) < 1e-15 * 5);
    CHECK(std::abs(find_separation(box, {}, small, {{2, 3, 3}}).distance - 2.5) < 1e-15 * 3);
    CHECK(norm(find_separation(box, {}, small, {{2, 3, 3}}).normal + Vec3{1, 2, 2} / 3) < 1e-15);
    // Its centre inside the cube, 0.25 below the face: it would have to rise by 0.75.
    CHECK(std::abs(find_separation(small, {{0.1, 0, 0.75}}, box, {}).distance + 0.75) < 1e-15);
    // The same centre: every direction is as good, none is 0/0.
    const Separation same = find_separation(small, {{1, 1, 1}}, large, {{1, 1, 1}});
    CHECK(same.distance == -1.75);
    CHECK(norm(same.normal) == 1.0);
}

TEST_CASE("touching and parallel features have a distance without a division by zero") {
    const double s = std::sqrt(0.5);
    const ConvexShape box = cube();
    struct Case {
        Pose pose;
        double distance;
    };
    const Mat3 on_edge = to_matrix(from_rotation_vector({0, std::acos(s), 0}));
    const Case cases[] = {{{{0, 0, 1}}, 0.0},                 // face on face, edges in pairs parallel
                          {{{1, 1, 1}}, 0.0},                 // vertex on vertex
                          {{{1, 0.25, 1}}, 0.0},              // edge along edge
                          {{{0.3, 0.2, 1}}, 0.0},             // face on face, shifted
                          {{{0, 0, 0.5 + s}, on_edge}, 0.0},  // edge on face
                          {{{0, 0, 1.5 + s}, on_edge}, 1.0},
                          {{{2, 2, 2}}, std::sqrt(3.0)},     // vertex to vertex
                          {{{2, 0.25, 2}}, std::sqrt(2.0)},  // parallel edges
                          {{{0, 0, 0}}, -1.0}};              // the same cube twice
    for (const Case& c : cases) {
        const Separation result = find_separation(box, c.pose, box, {});
        CHECK(std::abs(result.distance - c.distance) < 1e-12);
        CHECK(std::abs(norm(result.normal) - 1.0) < 1e-14);
    }
    // Face on face gives a face's normal, to the last bit.
    CHECK(find_separation(box, {{0.3, 0.2, 1}}, box, {}).normal == Vec3{0, 0, 1});
    CHECK(find_separation(box, {{0.3, 0.2, 1.5}}, box, {}).normal == Vec3{0, 0, 1});
}

TEST_CASE("remembered features answer nearly every time, and never change the answer") {
    const std::uint64_t seed = 84;
    Random random(seed);
    std::size_t hits = 0, questions = 0;
    for (int pair = 0; pair < 20; ++pair) {
        const ConvexShape a = random_shape(random), b = random_shape(random);
        Pose pose_a = random_pose(random, 1.0), pose_b = random_pose(random, 1.0);
        pose_b.position += Vec3{2.5, 0, 0};
        const Vec3 spin_a = random_vec3(random, 1.0), spin_b = random_vec3(random, 1.0);
        Features witness;
        for (int step = 0; step < 200; ++step) {
            CAPTURE(seed);
            CAPTURE(pair);
            CAPTURE(step);
            pose_a.orientation = to_matrix(from_rotation_vector(0.005 * spin_a)) * pose_a.orientation;
            pose_b.orientation = to_matrix(from_rotation_vector(0.005 * spin_b)) * pose_b.orientation;
            bool hit = false;
            const Separation fast = find_separation(a, pose_a, b, pose_b, witness, hit);
            const Separation slow = find_separation(a, pose_a, b, pose_b);
            CHECK(std::abs(fast.distance - slow.distance) < 1e-11);
            if (slow.distance > 1e-6) {
                ++questions;
                hits += hit;
            }
        }
    }
    CHECK(questions > 2000);
    CHECK(hits > 0.9 * static_cast<double>(questions));
}

TEST_CASE(
    "an old plane that keeps the bodies as far apart as asked for answers; else it is searched for anew") {
    // Unit cubes at (0, 0, 0) and (3, 3, 0): 2 m along x, but 2 sqrt(2) m from edge to edge.
    for (double beyond : {1.5, 2.5}) {
        Features witness;
        bool hit = false;
        find_separation(cube(), {{3, 0, 0}}, cube(), {}, witness, hit);  // beside each other: the faces
        const Separation found = find_separation(cube(), {{3, 3, 0}}, cube(), {}, witness, hit, beyond);
        CHECK(hit == (beyond < 2.0));
        CHECK(std::abs(found.distance - (beyond < 2.0 ? 2.0 : 2 * std::sqrt(2.0))) < 1e-12);
    }
}

TEST_CASE("the length of the tolerances: the mean size, or a thousandth of the way to a far place") {
    const ConvexShape small = cube(), large = cube(3.0);
    CHECK(length_scale(small, {}, large, {{0, 0, 3}}) == 2.0);
    CHECK(length_scale(small, {{0, -1e6, 0}}, large, {}) == 1e3);
    CHECK(length_scale(small, {}, large, {{0, 0, -1e6}}) == 1e3);
}

TEST_CASE("of nearly parallel faces the one whose plane is farther wins by 1e-10 of the size, not by 1e-13") {
    // The lower cube leans by phi: in front of the wide box's face, its highest corner is phi/2 above the
    // middle of its top; in front of its own face the wide box's end is phi deep. So A's plane has phi/2
    // more.
    const ConvexShape wide = make_convex(rigid::make_box({2, 2, 1}));
    for (double phi : {1e-10, 1e-13}) {
        const Pose leaning{{0, 0, -1.25}, to_matrix(from_rotation_vector({0, phi, 0}))};
        const Separation found = find_separation(wide, {}, cube(), leaning);
        CHECK((found.features.kind == FeatureKind::face_of_a) == (phi > 1e-12));
        CHECK(std::abs(found.distance - 0.25) < 1e-9);
    }
}

namespace {

// Two bars of 2 m with square sections, one on its edge over the other, h m apart; the upper one is turned by
// `angle` about the upward axis and moved by `shift` along itself.
Separation of_bars(double angle, double h, double shift) {
    const double quarter = std::acos(0.0) / 2;
    const ConvexShape bar = make_convex(rigid::make_box({2, 1, 1}));
    const Mat3 on_edge = to_matrix(from_rotation_vector({quarter, 0, 0}));
    const Mat3 turned = about_z(angle) * on_edge;
    const Vec3 along = turned * Vec3{1, 0, 0};
    return find_separation(bar, {Vec3{0, 0, 2 * std::sqrt(0.5) + h} + shift * along, turned}, bar,
                           {{}, on_edge});
}

}  // namespace

TEST_CASE("edges that cross at 1e-5 and at 1e-6 rad are as far apart as they are over the crossing") {
    for (double angle : {1e-5, 1e-6}) {
        const Separation found = of_bars(angle, 1e-3, 0.0);
        CHECK(found.features.kind == FeatureKind::edge_edge);
        CHECK(found.proved);
        CHECK(std::abs(found.distance - 1e-3) < 1e-12);
        CHECK(norm(found.point_a - Vec3{0, 0, std::sqrt(0.5) + 1e-3}) < 1e-4);  // the crossing, in the middle
    }
}

TEST_CASE("edges that would cross 1e-5 m beyond the end of one are sqrt(h^2 + 1e-10) m apart") {
    const double h = 0.1;
    const Separation found = of_bars(std::acos(0.0), h, 1.0 + 1e-5);
    CHECK(std::abs(found.distance - std::sqrt(h * h + 1e-10)) < 2e-12);
}

TEST_CASE("balls whose centres are 1e-14 m apart have no direction of their own: the normal is z") {
    CHECK(find_separation(make_ball(0.5), {{1e-14, 0, 0}}, make_ball(0.25), {}).normal == Vec3{0, 0, 1});
    CHECK(find_separation(make_ball(0.5), {{1e-3, 0, 0}}, make_ball(0.25), {}).normal == Vec3{1, 0, 0});
}

TEST_CASE("features that the shapes do not have are no witness") {
    const Pose above{{0, 0, 1.5}};
    for (FeatureKind kind : {FeatureKind::face_of_b, FeatureKind::edge_edge, FeatureKind::vertex_vertex}) {
        Features witness{kind, 1u << 20, 1u << 20};
        bool hit = true;
        CHECK(find_separation(cube(), above, cube(), {}, witness, hit).distance == 0.5);
        CHECK(!hit);
        CHECK(witness.a < 12);
        CHECK(witness.b < 12);
    }
}
