#include "restraint/collide/convex.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../refusals.h"
#include "restraint/collide/shapes.h"
#include "shapes.h"

using namespace restraint;
using namespace restraint::collide;

TEST_CASE("a cube has 12 edges, also if its faces are cut into triangles") {
    CHECK(cube().edges.size() == 12);
    rigid::Polyhedron triangles{rigid::make_box({1, 1, 1}).vertices, {}};
    for (const auto& f : rigid::make_box({1, 1, 1}).faces) {
        triangles.faces.push_back({f[0], f[1], f[2]});
        triangles.faces.push_back({f[0], f[2], f[3]});
    }
    const ConvexShape cut = make_convex(triangles);
    CHECK(cut.faces.size() == 12);
    CHECK(cut.edges.size() == 12);  // the six diagonals are no edges
    CHECK(octahedron(1).edges.size() == 12);
    CHECK(tetrahedron().edges.size() == 6);
    CHECK(prism(5, 1, 1).edges.size() == 15);
}

TEST_CASE("every normal looks out of its face, every edge joins two faces that look differently") {
    for (const ConvexShape& shape : {cube(2), octahedron(1), tetrahedron(), prism(7, 1, 0.5)}) {
        for (std::size_t f = 0; f < shape.faces.size(); ++f)
            for (Vec3 v : shape.vertices)
                CHECK(dot(shape.normals[f], v - shape.vertices[shape.faces[f][0]]) < 1e-15);
        for (const Edge& edge : shape.edges)
            CHECK(norm(cross(shape.normals[edge.left], shape.normals[edge.right])) > 0.1);
    }
}

TEST_CASE("the box around a turned cube is wider by sqrt(2), that around a ball never changes") {
    const double pi = 2 * std::acos(0.0);
    const Box box = bounding_box(cube(), {{1, 2, 3}, about_z(pi / 4)}, 0.25);
    const double half = std::sqrt(0.5) + 0.25;
    CHECK(norm(box.low - Vec3{1 - half, 2 - half, 2.25}) < 1e-15 * 4);
    CHECK(norm(box.high - Vec3{1 + half, 2 + half, 3.75}) < 1e-15 * 4);
    const Box ball = bounding_box(make_ball(0.5), {{1, 0, 0}, about_z(1.0)});
    CHECK(ball.low == Vec3{0.5, -0.5, -0.5});
    CHECK(ball.high == Vec3{1.5, 0.5, 0.5});
    CHECK(overlap(ball, {{1.5, 0, 0}, {2, 1, 1}}));  // sharing a face
    CHECK(!overlap(ball, {{1.6, 0, 0}, {2, 1, 1}}));
}

TEST_CASE("dented, bent, open and empty shapes are refused") {
    const std::vector<Vec3> l_shape{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    CHECK_THROWS_WITH_AS(make_convex(rigid::make_prism(l_shape, 1)),
                         "polyhedron: vertex 4 stands 1.000000 m out of the plane of face 4; a convex "
                         "polyhedron with plane faces is needed",
                         std::invalid_argument);
    rigid::Polyhedron bent = rigid::make_box({1, 1, 1});
    bent.vertices[7] = {0.5, 0.5, 0.6};  // lifts a corner out of three faces
    CHECK_THROWS_WITH_AS(make_convex(bent),
                         "polyhedron: vertex 5 stands -0.049875 m out of the plane of face 5; a convex "
                         "polyhedron with plane faces is needed",
                         std::invalid_argument);
    bent.vertices[7] = {0.5, 0.5, 0.5 + 1e-8};  // as typed with eight digits
    CHECK_NOTHROW(make_convex(bent));
    bent.vertices[7] = {0.5, 0.5, 0.5 + 1e-5};
    CHECK_THROWS_WITH_AS(make_convex(bent),
                         "polyhedron: vertex 5 stands -0.000005 m out of the plane of face 5; a convex "
                         "polyhedron with plane faces is needed",
                         std::invalid_argument);
    rigid::Polyhedron open = rigid::make_box({1, 1, 1});
    open.faces.pop_back();
    tests::check_refused({
        {[&] { make_convex(open); },
         "polyhedron: open at edge 4-6 of face 0: no other face runs through it in the other direction"},
        {[&] { make_ball(0.0); }, "the radius of a ball is 0.000000 m, but must be positive and finite"},
        {[&] { make_ball(std::nan("")); }, "the radius of a ball is nan m, but must be positive and finite"},
    });
}
