#include "restraint/collide/separating_plane.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "../claims.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

TEST_CASE(
    "polyhedra are disjoint if and only if a face or two edges give a separating plane [PBM-G-witness]") {
    const std::uint64_t seed = 85;
    Random random(seed);
    int disjoint = 0, overlapping = 0, by_edges = 0, without_witness = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const ConvexShape a = random_shape(random), b = random_shape(random);
        if (a.is_ball() || b.is_ball()) continue;
        const Pose pose_a = random_pose(random, 0.8), pose_b = random_pose(random, 0.8);
        const double distance = find_separation(a, pose_a, b, pose_b).distance;
        const auto plane = find_separating_plane(a, pose_a, b, pose_b);
        if (std::abs(distance) < 1e-9) continue;
        REQUIRE(plane.has_value() == (distance > 0));
        if (plane) {
            ++disjoint;
            by_edges += plane->defining.kind == FeatureKind::edge_edge;
            for (Vec3 v : a.vertices) CHECK(dot(plane->normal, pose_a.to_world(v)) >= plane->offset - 1e-13);
            for (Vec3 v : b.vertices) CHECK(dot(plane->normal, pose_b.to_world(v)) <= plane->offset + 1e-13);
            CHECK(!find_overlap_witness(a, pose_a, b, pose_b));
        } else {
            ++overlapping;
            without_witness += !find_overlap_witness(a, pose_a, b, pose_b);
        }
    }
    CHECK(disjoint > 300);
    CHECK(overlapping > 300);
    CHECK(by_edges > 10);
    CHECK(without_witness == 0);  // in general position "almost always" is always
}

TEST_CASE(
    "one of two equal stacked cubes, lowered by 0.1: an overlap without a vertex or edge to show for it "
    "[claim CL-G-13, erratum G34]") {
    // Footnote 6 of the notes: every vertex and edge of one lies in the boundary of the other.
    const ConvexShape box = cube();
    CHECK(!find_overlap_witness(box, {{0, 0, 0.9}}, box, {}));
    CHECK(!find_separating_plane(box, {{0, 0, 0.9}}, box, {}));
    CHECK(std::abs(find_separation(box, {{0, 0, 0.9}}, box, {}).distance + 0.1) < 1e-15);
    measured("CL-G-13",
             "distance " + figure(find_separation(box, {{0, 0, 0.9}}, box, {}).distance) + " m, no witness");
    // Shifted sideways by a little there is one.
    CHECK(find_overlap_witness(box, {{0.01, 0.02, 0.9}}, box, {}));
    PairWitness pair;
    CHECK(!pair.disjoint(box, {{0, 0, 0.9}}, box, {}));
    CHECK(!pair.overlap());
    CHECK(pair.disjoint(box, {{0, 0, 1.0}}, box, {}));  // touching counts as disjoint
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
        PairWitness pair;
        for (int step = 0; step < 500; ++step) {
            // They approach, overlap in the middle of the time, and part again.
            pose_b.position = {3.0 * (static_cast<double>(step) - 250) / 250, 0.2, 0.1};
            pose_a.orientation = to_matrix(from_rotation_vector(0.01 * spin_a)) * pose_a.orientation;
            pose_b.orientation = to_matrix(from_rotation_vector(0.01 * spin_b)) * pose_b.orientation;
            const double distance = find_separation(a, pose_a, b, pose_b).distance;
            const bool disjoint = pair.disjoint(a, pose_a, b, pose_b);
            if (std::abs(distance) > 1e-9) REQUIRE(disjoint == (distance > 0));
            CHECK(pair.plane().has_value() == disjoint);
        }
        hits += pair.hits();
        questions += pair.questions();
    }
    measured("CL-G-15", std::to_string(hits) + " of " + std::to_string(questions) + " witnesses held");
    CHECK(hits > 0.9 * static_cast<double>(questions));
}
