#include "restraint/linalg/vector.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../refusals.h"
#include "restraint/linalg/mat3.h"
#include "restraint/linalg/matrix.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/linalg/sparse_rows.h"
#include "restraint/linalg/vec2.h"

using namespace restraint;

TEST_CASE("a vector space by hand: (1, 2) and (3, -5)") {
    const Vector x{1, 2}, y{3, -5};
    CHECK(x + y == Vector{4, -3});
    CHECK(x - y == Vector{-2, 7});
    CHECK(-y == Vector{-3, 5});
    CHECK(2.0 * y == Vector{6, -10});
    CHECK(y * 2.0 == Vector{6, -10});
    CHECK(dot(x, y) == -7.0);
    CHECK(norm(Vector{3, -4}) == 5.0);
    CHECK(max_norm(y) == 5.0);
    CHECK(max_norm(Vector{}) == 0.0);
    Vector z = x;
    add_scaled(z, -3.0, y);
    CHECK(z == Vector{-8, 17});
    z.push_back(9);
    z.erase(1);
    CHECK(z == Vector{-8, 9});
    z.resize(3, 7.0);
    CHECK(z == Vector{-8, 9, 7});
    CHECK(all_finite(z));
    CHECK_FALSE(all_finite(Vector{1, std::nan("")}));
    CHECK_FALSE(all_finite(Matrix{{1, 2}, {-std::numeric_limits<double>::infinity(), 3}}));
}

TEST_CASE("vectors and matrices of two sizes are refused, and both are named") {
    const std::string two_and_three = "the left vector has 2 entries, but the right one has 3";
    Vector x(2);
    SparseRows rows(3);
    rows.append_full_row({1, 0, 2});
    tests::check_refused({
        {[&] { x += Vector(3); }, two_and_three},
        {[&] { x -= Vector(3); }, two_and_three},
        {[&] { dot(x, Vector(3)); }, two_and_three},
        {[&] { add_scaled(x, 1.0, Vector(3)); }, two_and_three},
        {[] { Matrix(2, 3) - Matrix(2, 2); }, "the left matrix is 2 x 3, but the right one is 2 x 2"},
        {[] { Matrix(2, 3) + Matrix(1, 3); }, "the left matrix is 2 x 3, but the right one is 1 x 3"},
        {[] {
             Matrix{{1, 2}, {3}};
         },
         "a matrix row has 1 entries, but the first row has 2"},
        {[&] { rows.append_full_row(x); }, "the full row has 2 entries, but a matrix row has 3"},
        {[&] { rows* x; }, "the vector has 2 entries, but a matrix row has 3"},
        {[&] { transpose_times(rows, x); }, "the vector has 2 entries, but a matrix column has 1"},
        {[] {
             require_finite("a guess", {1, std::nan("")});
         },
         "a guess holds a NaN or an infinity"},
    });
}

TEST_CASE("sparse rows: gaps, rows without entries and full rows multiply as the dense matrix does") {
    // (0 2 3 0; 0 0 0 0; 5 0 0 7; 1 2 3 4), the third row given from its end.
    SparseRows a(4);
    a.append_full_row({0, 2, 3, 0});
    a.begin_row();
    a.begin_row();
    a.append(3, 7.0);
    a.append(0, 5.0);
    a.append_full_row({1, 2, 3, 4});
    CHECK(a.rows() == 4);
    CHECK(a.cols() == 4);
    CHECK(a.nonzeros() == 8);
    CHECK(a.row(0).consecutive);
    CHECK_FALSE(a.row(2).consecutive);
    CHECK(a.row(3).size() == 4);
    const Vector x{1, 10, 100, 1000};
    CHECK(a * x == Vector{320, 0, 7005, 4321});
    CHECK(transpose_times(a, {1, 8, 10, -1}) == Vector{49, 0, 0, 66});
    AccurateSum sum;
    add_product(sum, -1.0, a.row(2), x);
    CHECK(sum.rounded() == -7005.0);
}

TEST_CASE("the plane and space by hand") {
    CHECK(Vec2{1, 2} + Vec2{3, -5} == Vec2{4, -3});
    CHECK(Vec2{1, 2} - Vec2{3, -5} == Vec2{-2, 7});
    CHECK(-Vec2{1, -2} == Vec2{-1, 2});
    CHECK(norm(Vec2{3, -4}) == 5.0);
    CHECK(dot(Vec2{1, 2}, Vec2{3, -5}) == -7.0);
    CHECK(cross(Vec2{1, 2}, Vec2{3, -5}) == -11.0);
    CHECK_FALSE(is_finite(Vec2{1, std::nan("")}));
    CHECK_FALSE(is_finite(Vec2{std::nan(""), 1}));
    Vec3 v{1, -2, 3};
    CHECK(max_norm(v) == 3.0);
    CHECK(max_norm(Vec3{-4, 2, 3}) == 4.0);
    CHECK(max_norm(Vec3{1, -4, 3}) == 4.0);
    v += {1, 1, 1};
    v -= {0, 0, 5};
    CHECK(v == Vec3{2, -1, -1});
    CHECK(v / 2.0 == Vec3{1, -0.5, -0.5});
    CHECK(v * 2.0 == Vec3{4, -2, -2});
    v[1] = 7.0;
    CHECK(v == Vec3{2, 7, -1});
    CHECK(normalized(Vec3{0, 3, -4}) == Vec3{0, 0.6, -0.8});
    CHECK(normalized(Vec3{}) == Vec3{});  // it has no direction
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 broken{1, 2, 3};
        broken[i] = std::numeric_limits<double>::infinity();
        CHECK_FALSE(is_finite(broken));
        CHECK_FALSE(is_finite(Mat3::diagonal(broken)));
    }
    CHECK(normalized(Quaternion{0, {}}) == Quaternion{});
    CHECK(norm(normalized(Quaternion{0, {0, 3, 4}}) + Quaternion{0, {0, -0.6, -0.8}}) <= 2e-16);
    CHECK_FALSE(is_finite(Quaternion{std::nan(""), {}}));
    CHECK_FALSE(is_finite(Quaternion{1, {0, std::nan(""), 0}}));
}

TEST_CASE(
    "a direction across another comes from the axis that is least along it, and is right-handed with it") {
    for (const Vec3 n : {Vec3{0.6, 0, 0.8}, Vec3{0, 0.6, 0.8}, Vec3{0.8, 0.6, 0}, Vec3{1, 0, 0},
                         Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{2.0 / 3, 2.0 / 3, -1.0 / 3}}) {
        const Vec3 a = unit_across(n), b = cross(n, a);
        CHECK(std::abs(norm(a) - 1) <= 4e-16);
        CHECK(std::abs(dot(a, n)) <= 2e-16);
        CHECK(norm(cross(a, b) - n) <= 4e-16);
    }
    CHECK(unit_across({0.6, 0, 0.8}) == normalized(cross(Vec3{0, 1, 0}, Vec3{0.6, 0, 0.8})));
    CHECK(unit_across({0.6, 0.8, 0}) == normalized(cross(Vec3{0, 0, 1}, Vec3{0.6, 0.8, 0})));
    CHECK(unit_across({0, 0.6, 0.8}) == normalized(cross(Vec3{1, 0, 0}, Vec3{0, 0.6, 0.8})));
    CHECK(unit_across({0, 0, 1}) == Vec3{0, -1, 0});  // of x and y, both across, x: x cross z
}

TEST_CASE("3 x 3 matrices by hand: (1 2 3; 0 4 5; 0 0 6)") {
    const Mat3 a{{1, 2, 3, 0, 4, 5, 0, 0, 6}};
    CHECK(a * Vec3{1, 10, 100} == Vec3{321, 540, 600});
    CHECK(transpose_times(a, {1, 10, 100}) == Vec3{1, 42, 653});
    CHECK(a * a == Mat3{{1, 10, 31, 0, 16, 50, 0, 0, 36}});
    CHECK(transpose(a) == Mat3{{1, 0, 0, 2, 4, 0, 3, 5, 6}});
    CHECK(a - 2.0 * Mat3::identity() == Mat3{{-1, 2, 3, 0, 2, 5, 0, 0, 4}});
    CHECK(trace(a) == 11.0);
    CHECK(determinant(a) == 24.0);
    CHECK(max_entry(-1.0 * a) == 6.0);
    CHECK(a.row(1) == Vec3{0, 4, 5});
    CHECK(a.column(1) == Vec3{2, 4, 0});
    CHECK(outer({1, 2, 3}, {4, 5, 6}) == Mat3{{4, 5, 6, 8, 10, 12, 12, 15, 18}});
}
