#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "restraint/collide/distance.h"
#include "restraint/collide/shapes.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

namespace {

struct Solid {
    Solid(const ConvexShape& of, const Pose& pose) : shape(of) {
        for (Vec3 v : of.vertices) vertices.push_back(pose.to_world(v));
        for (Vec3 n : of.normals) normals.push_back(pose.turn(n));
    }
    const ConvexShape& shape;
    std::vector<Vec3> vertices, normals;
};

// Strictly inside every face.
bool inside(const Solid& body, Vec3 p) {
    for (std::size_t f = 0; f < body.normals.size(); ++f)
        if (dot(body.normals[f], p - body.vertices[body.shape.faces[f][0]]) >= 0.0) return false;
    return true;
}

// The segment from p to q comes from one side of the face to the other, and passes the plane inside the face.
bool pierces(Vec3 p, Vec3 q, const Solid& body, std::size_t face) {
    const auto& loop = body.shape.faces[face];
    const Vec3 n = body.normals[face], corner = body.vertices[loop[0]];
    const double from = dot(n, p - corner), to = dot(n, q - corner);
    if (!(from * to < 0.0)) return false;
    const Vec3 x = p + (from / (from - to)) * (q - p);
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const Vec3 start = body.vertices[loop[k]], along = body.vertices[loop[(k + 1) % loop.size()]] - start;
        if (!(dot(cross(along, x - start), n) > 0.0)) return false;
    }
    return true;
}

// What the notes take for a proof that two polyhedra overlap: a vertex of one inside the other, or an edge of
// one that goes through a face of the other.
bool has_overlap_witness(const ConvexShape& shape_a, const Pose& pose_a, const ConvexShape& shape_b,
                         const Pose& pose_b) {
    const Solid a(shape_a, pose_a), b(shape_b, pose_b);
    const auto shows = [](const Solid& p, const Solid& q) {
        for (Vec3 v : p.vertices)
            if (inside(q, v)) return true;
        for (const Edge& e : p.shape.edges)
            for (std::size_t f = 0; f < q.normals.size(); ++f)
                if (pierces(p.vertices[e.from], p.vertices[e.to], q, f)) return true;
        return false;
    };
    return shows(a, b) || shows(b, a);
}

}  // namespace

TEST_CASE(
    "polyhedra are disjoint if and only if a face or two edges give a separating plane [PBM-G-witness]") {
    const std::uint64_t seed = 85;
    Random random(seed);
    int disjoint = 0, overlapping = 0, by_edges = 0, by_faces = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const ConvexShape a = random_shape(random), b = random_shape(random);
        if (a.is_ball() || b.is_ball()) continue;
        const Pose pose_a = random_pose(random, 0.8), pose_b = random_pose(random, 0.8);
        const Separation s = find_separation(a, pose_a, b, pose_b);
        if (std::abs(s.distance) < 1e-9) continue;
        // The best normal of a face or of two edges, by brute force.
        double best_gap = -1e9;
        for (Vec3 n : a.normals)
            best_gap = std::max(best_gap, gap_along(a, pose_a, b, pose_b, -pose_a.turn(n)));
        for (Vec3 n : b.normals)
            best_gap = std::max(best_gap, gap_along(a, pose_a, b, pose_b, pose_b.turn(n)));
        const bool face = best_gap > 0;
        for (const Edge& e : a.edges)
            for (const Edge& f : b.edges) {
                const Vec3 n = normalized(cross(pose_a.turn(a.vertices[e.to] - a.vertices[e.from]),
                                                pose_b.turn(b.vertices[f.to] - b.vertices[f.from])));
                for (Vec3 m : {n, -n})
                    if (norm(m) > 0.5) best_gap = std::max(best_gap, gap_along(a, pose_a, b, pose_b, m));
            }
        REQUIRE((best_gap > 0) == (s.distance > 0));
        if (s.distance > 0) {
            ++disjoint;
            by_faces += face;
            by_edges += !face;
            for (Vec3 v : a.vertices) CHECK(dot(s.normal, pose_a.to_world(v)) >= s.plane - 1e-13);
            for (Vec3 v : b.vertices) CHECK(dot(s.normal, pose_b.to_world(v)) <= s.plane + 1e-13);
        } else {
            ++overlapping;
        }
        CHECK(has_overlap_witness(a, pose_a, b, pose_b) == (s.distance < 0));  // "almost always" is always
    }
    CHECK(by_faces > 300);
    CHECK(overlapping > 300);
    CHECK(by_edges > 10);
}

TEST_CASE(
    "one of two equal stacked cubes, lowered by 0.1: an overlap without a vertex or edge to show for it "
    "[claim CL-G-13, erratum G34]") {
    // Footnote 6 of the notes: every vertex and edge of one lies in the boundary of the other.
    const ConvexShape box = cube();
    const bool witness = has_overlap_witness(box, {{0, 0, 0.9}}, box, {});
    CHECK(!witness);
    const double distance = find_separation(box, {{0, 0, 0.9}}, box, {}).distance;
    CHECK(std::abs(distance + 0.1) < 1e-15);
    measured("CL-G-13", "distance " + figure(distance) + (witness ? " m, a witness" : " m, no witness"));
    // Shifted sideways by a little there is one.
    CHECK(has_overlap_witness(box, {{0.01, 0.02, 0.9}}, box, {}));
}

TEST_CASE("two tumbling bodies ask the same plane over 90 times in 100 [PBM-G-witness, claim CL-G-15]") {
    const std::uint64_t seed = 86;
    Random random(seed);
    std::size_t hits = 0, questions = 0;
    for (int trial = 0; trial < 10; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const ConvexShape a = octahedron(0.7), b = prism(5, 0.6, 0.8);
        Pose pose_a = random_pose(random, 0.1), pose_b = random_pose(random, 0.1);
        const Vec3 spin_a = random_vec3(random, 2.0), spin_b = random_vec3(random, 2.0);
        Features witness;
        for (int step = 0; step < 500; ++step) {
            // They approach, overlap in the middle of the time, and part again.
            pose_b.position = {3.0 * (static_cast<double>(step) - 250) / 250, 0.2, 0.1};
            pose_a.orientation = to_matrix(from_rotation_vector(0.01 * spin_a)) * pose_a.orientation;
            pose_b.orientation = to_matrix(from_rotation_vector(0.01 * spin_b)) * pose_b.orientation;
            const double distance = find_separation(a, pose_a, b, pose_b).distance;
            bool hit = false;
            const double bound = find_separation(a, pose_a, b, pose_b, witness, hit, 0.0).distance;
            if (std::abs(distance) > 1e-9) REQUIRE((bound >= 0) == (distance > 0));
            CHECK(bound <= distance + 1e-12);
            if (distance < 0) {
                CHECK(!hit);
                continue;
            }
            ++questions;
            hits += hit;
        }
    }
    measured("CL-G-15", std::to_string(hits) + " of " + std::to_string(questions) + " witnesses held");
    CHECK(hits > 0.9 * static_cast<double>(questions));
}

TEST_CASE("thin bodies: edges where a face folds back count, and the distance of boxes to a blade is right") {
    const ConvexShape blade = make_convex(
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.3, .3, 1e-7}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
    CHECK(blade.edges.size() == 3);  // those in its rim; the three others are in one plane
    // A box whose top is at -0.25 below a corner of the blade, turned by 45 degrees: its upper edge crosses
    // the blade's edge from (0,0,0) to (1,0,0) at a right angle.
    const double diagonal = std::sqrt(0.5);
    const ConvexShape box = make_convex(rigid::make_box({1, 1, 1}));
    const Pose below{{0.5, 0, -diagonal - 0.25},
                     to_matrix(from_rotation_vector({0, std::acos(-1.0) / 4, 0}))};
    CHECK(std::abs(find_separation(blade, {}, box, below).distance - 0.25) < 1e-12);
    // Beside the blade: its edge (0,0,0)-(1,0,0) is nearest to the box's edge.
    const Pose beside{{0.5, -diagonal - 0.25, 0},
                      to_matrix(from_rotation_vector({std::acos(-1.0) / 4, 0, 0}))};
    CHECK(std::abs(find_separation(blade, {}, box, beside).distance - 0.25) < 1e-7);
}

TEST_CASE("crossed bars, one leaning by 5e-7: an edge counts only where it is outermost") {
    // A's bottom leans by phi. Along its normal its lowest points are 0.1 - phi/2 above B's edge at y = -1/2;
    // the edge at y = +1/2 is no extreme of B there, and would give 0.1 + phi/2.
    const double phi = 5e-7;
    const ConvexShape a = make_convex(rigid::make_box({1, 4, 1})),
                      b = make_convex(rigid::make_box({4, 1, 1}));
    const Pose above{{0, 0, 1.1}, to_matrix(from_rotation_vector({phi, 0, 0}))};
    CHECK(std::abs(find_separation(a, above, b, {}).distance - (0.1 - phi / 2)) < 1e-11);
}
