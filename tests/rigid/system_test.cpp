#include "restraint/rigid/system.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../../scenes/exact_pendulum.h"
#include "../claims.h"
#include "restraint/ode/explicit.h"
#include "restraint/rigid/mass.h"

using namespace restraint;
using namespace restraint::rigid;

namespace {

const Representation both[] = {Representation::matrix, Representation::quaternion};

RigidBody spun_body() {
    RigidBody body =
        make_body("b", box_mass({0.5, 0.8, 1.3}, 2.0), {1, 2, 3}, from_rotation_vector({0.3, -0.8, 0.5}));
    set_velocity(body, {0.5, -1, 2}, {1, -2, 0.5});
    return body;
}

void run(System& system, double time, std::size_t steps) {
    const ode::Integration result = ode::integrate(ode::rk4, ode::derivative_of(system), system.state(),
                                                   system.time(), system.time() + time, steps);
    REQUIRE(result.outcome == ode::Outcome::finished);
    system.set_state(result.x, result.t);
}

}  // namespace

TEST_CASE(
    "18 numbers with a matrix, 13 with a quaternion, and the bodies come back [PBM-G-2.41, PBM-G-state13]") {
    // What is not in the state follows from it: v, I^-1 and omega.   [PBM-G-2.42, PBM-G-code-RigidBody]
    // Packed: [PBM-G-code-StateToArray, PBM-G-code-BodiesToArray, PBM-G-code-qcopy]; and back:
    // [PBM-G-code-ArrayToState, PBM-G-code-ArrayToBodies, PBM-G-code-qR]
    CHECK(state_size(Representation::matrix) == 18);
    CHECK(state_size(Representation::quaternion) == 13);
    for (Representation representation : both) {
        const std::vector<RigidBody> bodies{spun_body(), make_fixed("floor", {0, 0, -1}), spun_body()};
        std::vector<RigidBody> copy{spun_body(), make_fixed("floor", {}), spun_body()};
        copy[2].position = {};
        set_velocity(copy[2], {}, {});
        const Vector state = bodies_to_state(bodies, representation);
        REQUIRE(state.size() == 3 * state_size(representation));
        state_to_bodies(state, copy, representation);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(copy[i].position == bodies[i].position);
            CHECK(max_entry(copy[i].orientation - bodies[i].orientation) < 1e-15);
            CHECK(norm(copy[i].velocity - bodies[i].velocity) < 1e-15 * 3);
            CHECK(norm(copy[i].angular_velocity - bodies[i].angular_velocity) < 1e-14);
        }
        const std::string size = std::to_string(3 * state_size(representation));
        CHECK_THROWS_WITH(state_to_bodies(Vector(17), copy, representation),
                          ("the state has 17 entries, but that of the bodies has " + size).c_str());
    }
    // Row by row: number 4 of the state is R(0, 1).
    const std::vector<RigidBody> bodies{spun_body()};
    const Vector state = bodies_to_state(bodies, Representation::matrix);
    CHECK(state[4] == bodies[0].orientation(0, 1));
}

TEST_CASE("dX/dt = (v, omega* R, F, tau) [PBM-G-2.43, PBM-G-code-Ddt]") {
    std::vector<RigidBody> bodies{spun_body()};
    const RigidBody& b = bodies[0];
    bodies[0].force = {1, 2, 3};
    bodies[0].torque = {4, 5, 6};
    const Vector rate = state_derivative(bodies, Representation::matrix);
    const Mat3 r_dot = star(b.angular_velocity) * b.orientation;
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(rate[i] == b.velocity[i]);
        for (std::size_t j = 0; j < 3; ++j) {
            CHECK(rate[3 + 3 * i + j] == r_dot(i, j));
            // Column j of R moves as a body-fixed vector does.   [PBM-G-2.7, PBM-G-2.8]
            CHECK(std::abs(r_dot(i, j) - cross(b.angular_velocity, b.orientation.column(j))[i]) < 1e-15);
        }
        CHECK(rate[12 + i] == b.force[i]);
        CHECK(rate[15 + i] == b.torque[i]);
    }
}

TEST_CASE(
    "a thrown, tumbling block: the centre draws a parabola, and L does not change"
    " [PBM-G-2.29, PBM-G-2.31, claim CL-G-12]") {
    // Gravity is added anew in every evaluation.   [PBM-G-code-CFT, PBM-G-code-Dxdt, PBM-G-code-qdot]
    const Vec3 g{0, 0, -9.81};
    for (Representation representation : both) {
        System system({spun_body()}, gravity(g), representation);
        const RigidBody start = system.bodies[0];
        run(system, 2.0, 400);
        const RigidBody& end = system.bodies[0];
        const Vec3 parabola = start.position + 2.0 * start.velocity + 2.0 * g;  // x + v t + g t^2/2, t = 2
        CHECK(norm(end.position - parabola) < 1e-12);  // RK4 is exact for quadratics: 400 roundings of 20 m
        CHECK(end.angular_momentum == start.angular_momentum);
        CHECK(norm(end.angular_velocity - start.angular_velocity) > 0.1);  // and yet omega does
        measured("CL-G-12", "L changes by " + figure(norm(end.angular_momentum - start.angular_momentum)) +
                                ", omega by " + figure(norm(end.angular_velocity - start.angular_velocity)) +
                                " rad/s");
        // Without gravity's work the kinetic energy is kept to the error of RK4, (omega h)^5 a step ~ 1e-10
        // in all.
        const double gained = end.mass * dot(g, end.position - start.position);
        CHECK(std::abs(kinetic_energy(end) - kinetic_energy(start) - gained) < 1e-8 * kinetic_energy(start));
    }
}

TEST_CASE(
    "matrices drift from rotations four times faster than quaternions from unit length"
    " [PBM-G-code-RBq, claim CL-G-03]") {
    // Euler's step moves along the tangent: perpendicular to omega, R's columns grow by 1 + h^2 w^2 a step
    // (squared length), while |q|^2 grows by 1 + h^2 w^2/4. With |w|^2 = 1.34, h = 0.01, n = 2000: |q|^2 - 1
    // = (1 + 1.34e-4/4)^2000 - 1 = 0.0693; the largest entry of R'R - 1 is (1.000134^2000 - 1) times the
    // largest 1 - u_i^2 = 1 - 0.09/1.34, which is 0.2867.
    const Vec3 omega{0.3, 1.0, -0.5};
    const double growth = dot(omega, omega) * 1e-4;
    const double matrix_drift = (std::exp(2000 * std::log1p(growth)) - 1) * (1 - 0.09 / 1.34);
    const double quaternion_drift = std::exp(2000 * std::log1p(growth / 4)) - 1;
    CHECK(std::abs(matrix_drift - 0.2867) < 1e-4);
    CHECK(std::abs(quaternion_drift - 0.0693) < 1e-4);
    // With I = 1 the matrix's drift would feed back on omega = R R' L; a driven body keeps its omega.
    RigidBody driven = make_fixed("driven", {});
    set_velocity(driven, {}, omega);
    for (bool normalizes : {false, true}) {
        System by_matrix({driven}, {}, Representation::matrix), by_quaternion({driven}, {});
        by_matrix.normalizes = by_quaternion.normalizes = normalizes;
        for (int i = 0; i < 2000; ++i)
            for (System* system : {&by_matrix, &by_quaternion})
                system->set_state(system->state() + 0.01 * system->derivative(), 0.01 * (i + 1));
        const Mat3& r = by_matrix.bodies[0].orientation;
        const Quaternion& q = by_quaternion.bodies[0].quaternion;
        const double defect = max_entry(transpose(r) * r - Mat3::identity()),
                     excess = q.s * q.s + dot(q.v, q.v) - 1;
        CHECK(std::abs(defect - (normalizes ? 0.0 : matrix_drift)) < 1e-12);
        CHECK(std::abs(excess - (normalizes ? 0.0 : quaternion_drift)) < 1e-12);
        if (!normalizes) measured("CL-G-03", "R'R - 1: " + figure(defect) + ", |q|^2 - 1: " + figure(excess));
        const Mat3 s = by_quaternion.bodies[0].orientation;  // a rotation in any case
        CHECK(max_entry(transpose(s) * s - Mat3::identity()) < 1e-15 * 4);
    }
}

TEST_CASE(
    "spun about its middle axis a body flips, with the period of Euler's equations "
    "[PBM-G-C-10, PBM-G-2.31, claim CL-G-04]") {
    // I = (1, 2, 3). For |L|^2 > 2 E I_2, with a = I_3 - I_2 and b = |L|^2 - 2 E I_1 (Landau and Lifshitz,
    // section 37): period T = 4 K(k) sqrt(I_1 I_2 I_3 / (a b)),
    // k^2 = (I_2 - I_1)(2 E I_3 - |L|^2) / (a b).
    RigidBody body = make_body("b", {1.0, {}, Mat3::diagonal({1, 2, 3})}, {});
    set_velocity(body, {}, {0.01, 2.0, 0.02});
    const double energy = kinetic_energy(body), l2 = dot(body.angular_momentum, body.angular_momentum);
    REQUIRE(l2 > 2 * energy * 2);
    const double ab = (3.0 - 2.0) * (l2 - 2 * energy * 1.0), k2 = (2.0 - 1.0) * (2 * energy * 3 - l2) / ab;
    const double period = 4 * scenes::complete_elliptic_integral(k2) * std::sqrt(1.0 * 2.0 * 3.0 / ab);
    for (Representation representation : both) {
        System system({body}, {}, representation);
        std::vector<double> flips;  // times at which omega_y, in the body's frame, changes its sign
        double lowest = 2.0, highest = -2.0, last = 2.0;
        const double dt = 2e-3;
        for (int i = 1; i <= 20000; ++i) {
            run(system, dt, 1);
            const RigidBody& b = system.bodies[0];
            const double y = transpose_times(b.orientation, b.angular_velocity).y;
            if (y * last < 0) flips.push_back(i * dt - dt * y / (y - last));
            lowest = std::min(lowest, y);
            highest = std::max(highest, y);
            last = y;
        }
        REQUIRE(flips.size() >= 4);
        for (std::size_t i = 2; i < flips.size(); ++i)  // twice a period it passes zero
            CHECK(std::abs(flips[i] - flips[i - 2] - period) <
                  1e-5 * period);  // linear in dt: (dt)^2 times curvature
        CHECK(std::abs(highest - 2.0) < 1e-3);
        CHECK(std::abs(lowest + 2.0) < 1e-3);
        measured("CL-G-04", "omega_y between " + figure(highest) + " and " + figure(lowest) + ", period " +
                                figure(period) + " s");
        CHECK(system.bodies[0].angular_momentum == body.angular_momentum);  // to the last bit: its rate is 0
        CHECK(std::abs(kinetic_energy(system.bodies[0]) - energy) < 1e-9 * energy);
    }
}

TEST_CASE(
    "a push off the centre gives more energy, but not for the longer path: work is F.dp"
    " [PBM-G-puzzle, claim CL-G-11, erratum G12]") {
    // A constant force along y at the body point (d, 0, 0): I theta'' = F d cos(theta), a pendulum about the
    // direction of the force. After half a swing (theta = pi) it stands still: there the energy is that of
    // the central push, though the point of application has gone a longer way, against the explanation by
    // figure 12.
    const double d = 0.4, f = 3.0, mass = 2.0, inertia = 1.5;
    const ForceFunction push = [&](double, std::span<RigidBody> bodies) {
        add_force(bodies[0], {0, f, 0}, bodies[0].pose().to_world({d, 0, 0}));
    };
    System system({make_body("block", {mass, {}, Mat3::diagonal({1, 1, inertia})}, {})}, push);
    const double dt = 1e-3;
    double path = 0.0;
    bool turned_back = false;
    Vec3 start = system.bodies[0].pose().to_world({d, 0, 0}), last = start;
    for (int i = 1; i < 10000 && !turned_back; ++i) {
        run(system, dt, 1);
        const RigidBody& b = system.bodies[0];
        const Vec3 p = b.pose().to_world({d, 0, 0});
        path += norm(p - last);
        last = p;
        const double work = f * (p.y - start.y), energy = kinetic_energy(b);
        CHECK(std::abs(energy - work) < 1e-9 * (1.0 + work));  // always, at every angle
        const double central =
            0.5 * mass * dot(b.velocity, b.velocity);  // what the central push has given by now
        if (i * dt > 0.5 && i * dt < 0.52) CHECK(energy > 1.2 * central);
        turned_back = b.angular_velocity.z < 0;
        if (turned_back) {
            CHECK(energy - central < 1e-5 * central);  // within a step of the turning point
            CHECK(f * path > 1.001 * work);
            measured("CL-G-11", "where it turns back: energy over the central push's " +
                                    figure(energy / central) + ", force times path over work " +
                                    figure(f * path / work));
        }
    }
    CHECK(turned_back);
}

TEST_CASE("momentum, angular momentum about the origin and energy of a system are sums over its bodies") {
    std::vector<RigidBody> bodies{spun_body(), make_fixed("floor", {}), spun_body()};
    bodies[2].position = {-1, 0, 0};
    CHECK(kinetic_energy(bodies) == 2 * kinetic_energy(bodies[0]));
    CHECK(linear_momentum(bodies) == 2 * bodies[0].linear_momentum);
    const Vec3 l = 2 * bodies[0].angular_momentum +
                   cross(bodies[0].position + bodies[2].position, bodies[0].linear_momentum);
    CHECK(norm(angular_momentum(bodies) - l) < 1e-14 * norm(l));
}

TEST_CASE(
    "a matrix that has drifted, here to 1.25 R, is taken as it is; its quaternion still has unit length") {
    std::vector<RigidBody> bodies{spun_body()};
    bodies[0].orientation = 1.25 * bodies[0].orientation;
    const Vector state = bodies_to_state(bodies, Representation::matrix);
    state_to_bodies(state, bodies, Representation::matrix);
    CHECK(bodies_to_state(bodies, Representation::matrix) == state);
    const Quaternion& q = bodies[0].quaternion;
    CHECK(std::abs(q.s * q.s + dot(q.v, q.v) - 1.0) < 1e-15);
}

TEST_CASE("a fixed body that is driven has no energy and no momenta of its own") {
    std::vector<RigidBody> bodies{spun_body(), make_fixed("driven", {4, 5, 6})};
    set_velocity(bodies[1], {1, 2, 3}, {4, 5, 6});
    add_impulse(bodies[1], {7, 8, 9}, {0, 0, 0});
    const std::vector<RigidBody> alone{bodies[0]};
    CHECK(kinetic_energy(bodies) == kinetic_energy(alone));
    CHECK(linear_momentum(bodies) == linear_momentum(alone));
    CHECK(angular_momentum(bodies) == angular_momentum(alone));
}
