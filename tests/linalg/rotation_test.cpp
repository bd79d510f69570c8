#include <doctest/doctest.h>

#include <cmath>

#include "../random.h"
#include "restraint/linalg/mat3.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/linalg/vec3.h"

using namespace restraint;

namespace {

double distance(const Mat3& a, const Mat3& b) { return max_entry(a - b); }

}  // namespace

TEST_CASE("the star matrix makes a cross product of a matrix product [PBM-G-cross, PBM-G-star, PBM-G-2.9]") {
    // (1,2,3) x (4,5,6) = (2*6 - 3*5, 3*4 - 1*6, 1*5 - 2*4) = (-3, 6, -3)
    const Vec3 a{1, 2, 3}, b{4, 5, 6};
    CHECK(cross(a, b) == Vec3{-3, 6, -3});
    CHECK(star(a) * b == cross(a, b));
    CHECK(cross(b, a) == -cross(a, b));             // [PBM-G-A-2]
    CHECK(transpose(star(a)) == -1.0 * star(a));    // [PBM-G-A-3]
    CHECK(star(a) + star(b) == star(a + b));        // [PBM-G-A-5]
    CHECK(outer(a, b) * Vec3{1, 0, 0} == 4.0 * a);  // [PBM-G-2.34]
}

TEST_CASE(
    "the first column of a rotation is the world direction of the body's x axis "
    "[PBM-G-2.2, PBM-G-2.3, erratum G37]") {
    // A quarter turn about z takes x to y and y to -x.
    const Mat3 r = to_matrix(from_rotation_vector({0, 0, std::acos(0.0)}));
    CHECK(norm(r * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-15);  // two roundings of 1
    CHECK(norm(r.column(0) - Vec3{0, 1, 0}) < 1e-15);        // [PBM-G-col]
    CHECK(r(1, 0) > 0.5);                                    // r_xy: row y, column x; not -1, the inverse
    CHECK(norm(r.column(1) - Vec3{-1, 0, 0}) < 1e-15);       // [PBM-G-col23]
}

TEST_CASE("the inverse of a matrix undoes it; columns in a plane have none") {
    const Mat3 a{{2, 1, 0, -1, 3, 5, 4, 0, 7}};
    CHECK(distance(inverse(a) * a, Mat3::identity()) < 1e-15);
    CHECK(determinant(a) == 69.0);  // 2*(21 - 0) - 1*(-7 - 20) = 42 + 27
    CHECK_THROWS_WITH_AS(inverse(Mat3{{1, 2, 3, 4, 5, 6, 7, 8, 9}}),
                         "a 3 x 3 matrix to be inverted is singular", std::invalid_argument);
    CHECK_THROWS_WITH_AS(inverse(Mat3{}), "a 3 x 3 matrix to be inverted is singular", std::invalid_argument);
    CHECK_THROWS_WITH_AS(inverse(std::nan("") * Mat3::identity()),
                         "a 3 x 3 matrix to be inverted is singular", std::invalid_argument);
    // Inertia tensors of small things have small determinants: (1e-8)^3; they are not singular for that.
    CHECK(distance(inverse(1e-8 * a) * (1e-8 * a), Mat3::identity()) < 1e-15);
}

TEST_CASE(
    "i j = k, and a quarter turn about x, then one about y, is their product in reverse order [PBM-G-4.1]") {
    const Quaternion i{0, {1, 0, 0}}, j{0, {0, 1, 0}}, k{0, {0, 0, 1}};  // [PBM-G-quat]
    CHECK(i * j == k);
    CHECK(j * i == -1.0 * k);
    CHECK(i * i == Quaternion{-1, {}});
    const double quarter = std::acos(0.0);
    const Quaternion about_x = from_rotation_vector({quarter, 0, 0}),
                     about_y = from_rotation_vector({0, quarter, 0});
    CHECK(std::abs(about_x.s - std::sqrt(0.5)) < 1e-15);  // cos(theta/2)   [PBM-G-rotq]
    CHECK(norm(about_x.v - Vec3{std::sqrt(0.5), 0, 0}) < 1e-15);
    // y -> z by the turn about x, then z -> x by the turn about y.   [PBM-G-compq]
    CHECK(norm(rotated({0, 1, 0}, about_y * about_x) - Vec3{1, 0, 0}) < 1e-15);
}

TEST_CASE("a quaternion and its matrix turn vectors alike [PBM-G-qmat, OBA-A.2]") {
    const std::uint64_t seed = 61;
    Random random(seed);
    for (int trial = 0; trial < 100; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const Vec3 phi = 3.0 * random_vec3(random), p = random_vec3(random);
        const Quaternion q = from_rotation_vector(phi);
        const Mat3 r = to_matrix(q);
        CHECK(norm(r * p - rotated(p, q)) < 1e-14);
        CHECK(norm((q * Quaternion{0, p} * conjugate(q)).v - rotated(p, q)) < 1e-14);
        CHECK(distance(transpose(r) * r, Mat3::identity()) < 1e-14);
        CHECK(norm(r * phi - phi) < 1e-14 * 5);  // the axis stays
        CHECK(std::abs(trace(r) - (1 + 2 * std::cos(norm(phi)))) < 1e-14);
        // The printed sign of (A.2) does not give a rotation.   [erratum O01]
        Mat3 printed = r;
        printed(0, 2) = 2 * q.v.x * q.v.z - 2 * q.s * q.v.y;
        const double error = std::abs(4 * q.s * q.v.y);
        if (error > 0.1) CHECK(distance(transpose(printed) * printed, Mat3::identity()) > 1e-3);
    }
}

TEST_CASE("a matrix gives its quaternion back in all four branches [PBM-G-code-mat2q]") {
    // Rotations by pi about x, y and z have trace -1; no component of the quaternion but the axis' own is
    // left.
    const double pi = 2 * std::acos(0.0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Vec3 phi;
        phi[axis] = pi;
        Quaternion expected{0.0, {}};
        expected.v[axis] = 1.0;
        const Quaternion q = to_quaternion(to_matrix(expected));
        CHECK(q == expected);
    }
    CHECK(to_quaternion(Mat3::identity()) == Quaternion{});
    const std::uint64_t seed = 62;
    Random random(seed);
    int branches[4] = {0, 0, 0, 0};
    for (int trial = 0; trial < 400; ++trial) {
        CAPTURE(seed);
        CAPTURE(trial);
        const Quaternion q = normalized({random.uniform(-0.5, 0.5), random_vec3(random)});
        const Mat3 r = to_matrix(q);
        if (trace(r) >= 0) ++branches[3];
        else ++branches[r(1, 1) > r(0, 0) ? (r(2, 2) > r(1, 1) ? 2 : 1) : (r(2, 2) > r(0, 0) ? 2 : 0)];
        const Quaternion back = to_quaternion(r);
        CHECK(std::abs(std::abs(q.s * back.s + dot(q.v, back.v)) - 1.0) < 1e-14);  // q or -q
        CHECK(distance(to_matrix(back), r) < 1e-14);
    }
    for (int count : branches) CHECK(count > 20);
}

TEST_CASE(
    "the rotation vector has the length of the angle, up to pi and without 0/0 at rest"
    " [OBA-A.3, erratum O02]") {
    CHECK(rotation_vector(Quaternion{}) == Vec3{});
    CHECK(from_rotation_vector({}) == Quaternion{});
    for (double angle : {1e-300, 1e-170, 1e-20, 1e-9, 0.1, 1.5, 1.6, 3.14}) {
        const Vec3 phi = angle * Vec3{2.0 / 3, -1.0 / 3, 2.0 / 3};
        CAPTURE(angle);
        // tan(angle), which the thesis prints, is negative at 1.6: the direction would turn over.
        const Vec3 back = rotation_vector(from_rotation_vector(phi));
        CHECK(max_norm(back - phi) <= (angle < 1e-150 ? angle : 1e-14 * angle));  // |phi|^2 underflows there
    }
    // 3/2 pi about z is -pi/2 about z.
    const double pi = 2 * std::acos(0.0);
    CHECK(norm(rotation_vector(from_rotation_vector({0, 0, 1.5 * pi})) - Vec3{0, 0, -0.5 * pi}) < 1e-15 * 5);
}

TEST_CASE(
    "turning with constant angular velocity has the rate 1/2 omega q"
    " [PBM-G-4.2, PBM-G-B-1, PBM-G-B-6, PBM-G-B-dq]") {
    const Vec3 omega{0.3, -1.2, 0.7};
    const Quaternion q = normalized({0.2, {-0.4, 0.1, 0.8}});
    // Central difference, h = 1e-4: error h^2/24 |omega|^3 ~ 1e-9 and rounding 1e-16/h = 1e-12.
    const double h = 1e-4;
    const Quaternion difference = (1 / h) * (turned(q, omega, h / 2) + -1.0 * turned(q, omega, -h / 2));
    CHECK(norm(difference + -1.0 * quaternion_rate(omega, q)) < 1e-8);
    // The matrix turns with Rdot = omega* R.   [PBM-G-2.12]
    const Mat3 rate = 1 / h * (to_matrix(turned(q, omega, h / 2)) - to_matrix(turned(q, omega, -h / 2)));
    CHECK(distance(rate, star(omega) * to_matrix(q)) < 1e-8);
    CHECK(turned(q, {}, 1.0) == q);  // at rest there is no axis, nothing is divided by zero  [erratum G27]
}

TEST_CASE("|omega| counts radians, not revolutions: 2 pi rad/s is one turn a second [erratum G01]") {
    const double turn = 4 * std::acos(0.0);
    const Quaternion q = turned(Quaternion{}, {0, turn, 0}, 1.0);
    CHECK(norm(rotated({1, 2, 3}, q) - Vec3{1, 2, 3}) < 1e-14);
}
