#include "bead.h"
#include "models.h"
#include "restraint/ode/explicit.h"

using namespace restraint;
using namespace restraint::constraints;

namespace {

/// A bead of mass m on the unit circle without applied force: state (x, y, vx, vy).
ode::Derivative free_bead(double m, const Feedback& feedback) {
    return [=](const Vector& s, double) {
        const Vec3 x{s[0], s[1], 0}, v{s[2], s[3], 0};
        const Vec3 a = circle_multiplier(m, x, v, {}, feedback) / m * x;
        return Vector{v.x, v.y, a.x, a.y};
    };
}

double radius(const Vector& s) { return std::hypot(s[0], s[1]); }

}  // namespace

TEST_CASE("the wire carries the weight of the bead and turns its path [PBM-F-7]") {
    // m = 2, at the bottom (0, -1) with 3 m/s under gravity 9.81: lambda x points up with m g + m v^2.
    const double m = 2.0;
    const Vec3 x{0, -1, 0}, v{3, 0, 0}, f{0, -m * 9.81, 0};
    const double lambda = circle_multiplier(m, x, v, f);
    CHECK(lambda * x.y == tests::near(m * 9.81 + m * 9.0, 1e-15));
}

TEST_CASE("at rest the constraint force projects the force onto the tangent [PBM-F-8, claim CL-F-03]") {
    const Vec3 x{std::cos(-0.5), std::sin(-0.5), 0}, f{3, -10, 0};
    const Vec3 total = f + circle_multiplier(1.7, x, {}, f) * x;
    CHECK(std::abs(dot(total, x)) <= 1e-14);
    CHECK(norm(total - (f - dot(f, x) / dot(x, x) * x)) <= 1e-14);
    CHECK(norm(total) > 1.0);
    measured("CL-F-03", "(f + f^).x = " + figure(dot(total, x)));
}

TEST_CASE("the acceleration is legal: C'' = 0 at any place and speed [PBM-F-3, PBM-F-4, PBM-SG-lam]") {
    Random random(41);  // seed 41
    for (int run = 0; run < 50; ++run) {
        CAPTURE(run);
        const double m = random.uniform(0.5, 4.0), angle = random.uniform(0.0, 6.28), r = 1.6;
        const double speed = random.uniform(-3.0, 3.0), fx = random.uniform(-9, 9),
                     fy = random.uniform(-9, 9);
        const Vec3 n{std::cos(angle), std::sin(angle), 0}, v = speed * Vec3{-n.y, n.x, 0}, f{fx, fy, 0};
        // C = |x| - r: N = x/|x|, Ndot = (v - (x.v)/(x.x) x) / |x|.   [PBM-SG-N, PBM-SG-Nd, PBM-SG-impl]
        const Vec3 x = r * n, n_dot = (v - dot(x, v) / dot(x, x) * x) / norm(x);
        const double lambda = bead_multiplier(m, v, f, 0.0, n, n_dot, {0, 0});
        // Written out on the slide:   [PBM-SG-lam2]
        const double slide = (m * dot(x, v) * dot(x, v) / dot(x, x) - m * dot(v, v) - dot(x, f)) / norm(x);
        CHECK(lambda == tests::near(slide, 1e-12));
        const Vec3 a = (f + lambda * n) / m;                  // [PBM-SG-xdd, PBM-SG-lamN]
        CHECK(std::abs(dot(n_dot, v) + dot(n, a)) <= 1e-12);  // C''   [PBM-SG-Cdd, erratum SG01]
        CHECK(std::abs(dot(lambda * n, v)) <= 1e-12);         // no work
    }
}

TEST_CASE("kinetic energy changes by the power of the forces, without another m [PBM-F-Tdot, erratum F01]") {
    // T = m/2 v.v, Tdot = m a.v = f.v + f^.v; the notes print m f.v + m f^.v.   [PBM-F-T]
    const double m = 3.0, dt = 1e-6;
    const Vec3 x{0.6, 0.8, 0}, v{-1.6, 1.2, 0}, f{2, 5, 0};
    const Vec3 total = f + circle_multiplier(m, x, v, f) * x;
    const Vec3 later = v + dt / m * total;
    const double rate = m / 2 * (dot(later, later) - dot(v, v)) / dt;
    CHECK(rate == tests::near(dot(f, v), 1e-5));
    CHECK(std::abs(rate - m * dot(f, v)) > 1.0);
}

TEST_CASE("without feedback the circle becomes an outward spiral; feedback stops it [claim CL-F-01]") {
    // Euler, v = 1, h = 0.01 for 20 s: the error of the radius halves with h, and nearly goes with feedback.
    const auto error = [](double h, const Feedback& feedback) {
        const auto steps = static_cast<std::size_t>(std::lround(20 / h));
        return radius(integrate(ode::euler, free_bead(1.0, feedback), {1, 0, 0, 1}, 0.0, 20.0, steps).x) - 1;
    };
    const double drift = error(0.01, {0, 0}), halved = error(0.005, {0, 0}), held = error(0.01, {25, 10});
    CHECK(drift == tests::near(0.1052, 1e-3));
    CHECK(halved == tests::near(0.0513, 1e-3));
    CHECK(held == tests::near(0.00326, 2e-3));
    measured("CL-F-01", std::to_string(drift) + "; " + std::to_string(halved) + " with h/2; " +
                            std::to_string(held) + " with feedback");
}

TEST_CASE("feedback repairs a wrong start; C'' = 0 alone keeps its error for ever") {
    // [PBM-SG-fb, erratum SG02]
    // The bead starts on the circle with an outward rate of 0.1.
    const auto after_5_s = [](const Feedback& feedback) {
        const Vector s = integrate(ode::rk4, free_bead(1.0, feedback), {1, 0, 0.1, 1}, 0.0, 5.0, 5000).x;
        return std::pair{(radius(s) * radius(s) - 1) / 2, s[0] * s[2] + s[1] * s[3]};  // C and Cdot
    };
    const auto [c, c_dot] = after_5_s({0, 0});
    CHECK(c_dot == tests::near(0.1, 1e-6));
    CHECK(c == tests::near(0.5, 1e-6));
    CHECK(std::abs(after_5_s({25, 10}).first) < 1e-9);
}

TEST_CASE("feedback added before the constraint force is cancelled by it [claim CL-F-05, PBM-F-fb]") {
    const double m = 1.3, k_s = 25.0, k_d = 10.0;
    const Vec3 x{0, 1.1, 0}, v{0.4, 0.2, 0}, f{1, 2, 0};
    const double c = (dot(x, x) - 1) / 2, c_dot = dot(x, v);
    const auto c_ddot = [&](Vec3 total) { return dot(total / m, x) + dot(v, v); };
    const Vec3 pull = -(k_s * c + k_d * c_dot) * x;
    const Vec3 before = f + pull + circle_multiplier(m, x, v, f + pull) * x;
    const Vec3 after = f + circle_multiplier(m, x, v, f, {k_s, k_d}) * x;
    CHECK(std::abs(c_ddot(before)) <= 1e-13);
    CHECK(c_ddot(after) == tests::near(-k_s * c - k_d * c_dot, 1e-13));
    measured("CL-F-05", "C'' = " + std::to_string(c_ddot(before)) + " before, " +
                            std::to_string(c_ddot(after)) + " after");
}

TEST_CASE("where force is velocity: implicit and parametric bead agree") {
    // [PBM-SG-fc1, PBM-SG-thd, PBM-SG-fmv]
    const double m = 2.0, r = 1.5, theta = 0.8;
    const Vec3 x{r * std::cos(theta), r * std::sin(theta), 0}, tangent{-x.y, x.x, 0}, f{3, 1, 0};
    const Vec3 velocity = (f + first_order_constraint_force(f, x)) / m;
    CHECK(norm(velocity - first_order_parametric_rate(m, f, tangent) * tangent) <= 1e-15);
    CHECK(norm(velocity) > 0.1);
}
