#include <functional>

#include "models.h"

using namespace restraint;
using namespace restraint::constraints;

namespace {

Vector random_vector(std::size_t n, Random& random) {
    Vector x(n);
    for (double& entry : x) entry = random.uniform(-1.0, 1.0);
    return x;
}

/// (x.x - 1)/2   [PBM-F-1]
ImplicitValue unit_sphere(Vec3 x) { return {(dot(x, x) - 1) / 2, x, Mat3::identity()}; }

/// A wavy surface, y = sin x + z^2.
ImplicitValue wave(Vec3 x) {
    return {x.y - std::sin(x.x) - x.z * x.z,
            {-std::cos(x.x), 1, -2 * x.z},
            Mat3::diagonal({std::sin(x.x), 0, -2})};
}

}  // namespace

TEST_CASE("J is the derivative of C, and Jdot that of J along the motion") {
    // [PBM-F-Cdot, PBM-F-Jdot, PBM-SG-J]
    Random random(43);  // seed 43
    ConstraintSet set(4);
    set.add(Distance(0, 2, 0.7));
    set.add(PointOnCircle(1, {0.1, 0.2, 0.3}, 0.9, {1, 2, 2}));
    set.add(PointOnCurve(3, {unit_sphere, wave}));
    set.add(Nail(2, {0.4, 0, 0.1}));
    set.add(PointOnLine(0, {1, 0, 0}, {1, -1, 3}));
    set.add(EqualPoints(3, 1));
    CHECK(set.size() == 1 + 2 + 2 + 3 + 2 + 3);
    const Vector q = random_vector(12, random), v = random_vector(12, random);

    set.evaluate(q, v);
    const Matrix j = dense(set.jacobian()), j_dot = dense(set.jacobian_dot());
    const double d = 1e-5;
    for (std::size_t k = 0; k < 12; ++k) {
        Vector moved = q;
        moved[k] += d;
        set.evaluate(moved, v);
        const Vector ahead = set.value();
        moved[k] -= 2 * d;
        set.evaluate(moved, v);
        const Vector slope = 1 / (2 * d) * (ahead - set.value());
        for (std::size_t r = 0; r < set.size(); ++r) CHECK(std::abs(slope[r] - j(r, k)) <= 1e-8);
    }
    set.evaluate(q + d * v, v);
    const Matrix j_ahead = dense(set.jacobian());
    set.evaluate(q - d * v, v);
    CHECK(max_norm(1 / (2 * d) * (j_ahead - dense(set.jacobian())) - j_dot) <= 1e-7);
    CHECK(max_norm(j_dot) > 0.1);
}

TEST_CASE("a bar whose ends meet is its length too short, a point in a circle's centre its radius too near") {
    ConstraintSet set(2);
    set.add(Distance(0, 1, 1.5));
    set.add(PointOnCircle(0, {1, 2, 3}, 4.0));
    set.evaluate({1, 2, 3, 1, 2, 3}, Vector(6));
    CHECK(set.value() == Vector{-1.5, -4.0, 0.0});
    // No direction, and so no force.
    CHECK(max_norm(transpose_times(set.jacobian(), Vector{1, 1, 0})) == 0.0);
}

TEST_CASE("every kind is zero where it holds, and only there") {
    ConstraintSet set(2);
    set.add(Distance(0, 1, 5.0));
    set.add(PointOnCircle(0, {0, 0, 1}, 5.0));
    set.add(PointOnLine(0, {3, 4, 0}, {0, 0, 2}));
    set.add(Nail(1, {0, 0, 1}));
    set.add(PointOnCurve(0, {[](Vec3 x) { return ImplicitValue{x.z - 1, {0, 0, 1}, {}}; }}));
    set.evaluate({3, 4, 1, 0, 0, 1}, Vector(6));
    CHECK(max_norm(set.value()) == 0.0);
    for (std::size_t k = 0; k < 6; ++k) {
        Vector q{3, 4, 1, 0, 0, 1};
        q[k] += 0.01;
        set.evaluate(q, Vector(6));
        CHECK(max_norm(set.value()) > 1e-3);
    }
    // A component of C is its constraint's: 0 of the distance, 1 and 2 of the circle, ..., 5 to 7 of the
    // nail.
    CHECK(set.name_of(0) == "constraint 0, on the points 0 1");
    CHECK(set.name_of(1) == "constraint 1, on the points 0");
    CHECK(set.name_of(4) == "constraint 2, on the points 0");
    CHECK(set.name_of(5) == "constraint 3, on the points 1");
    CHECK(set.name_of(8) == "constraint 4, on the points 0");
    ConstraintSet joint(2);
    joint.add(EqualPoints(0, 1));
    joint.evaluate({1, 2, 3, 1, 2, 3.5}, Vector(6));
    CHECK(joint.value() == Vector{0, 0, -0.5});
}

TEST_CASE("J is block-sparse: a block for each point of each constraint [PBM-F-block]") {
    ConstraintSet set(1000);
    for (std::size_t i = 0; i + 1 < 1000; ++i) set.add(Distance(i, i + 1, 1.0));
    CHECK(set.jacobian().rows() == 999);
    CHECK(set.jacobian().cols() == 3000);
    CHECK(set.jacobian().blocks().size() == 2 * 999);
    CHECK(set.jacobian().blocks()[3].i == 1);
    CHECK(set.jacobian().blocks()[3].j == 6);
    CHECK(set.jacobian().blocks()[3].jlength == 3);
}
