// Week 6, write this: a bead on a hoop of radius 1 m that turns about its upright diameter with 6 rad/s, by
// its one parameter. With drag it comes to rest where cos(angle from the bottom) = g/(r omega^2).

#include <cmath>
#include <cstdio>

#include "restraint/constraints/lagrangian.h"
#include "restraint/ode/explicit.h"

using namespace restraint;

int main() {
    const double g = 9.81, omega = 6.0, m = 0.5, drag = 0.5;
    // In the frame that turns with the hoop: q = (sin u, -cos u, 0), and the centrifugal force m omega^2 x.
    constraints::ParametricModel hoop;
    hoop.masses = {m};
    hoop.points = [](const Vector& u) { return Vector{std::sin(u[0]), -std::cos(u[0]), 0}; };
    hoop.jacobian = [](const Vector& u) {
        Matrix j(3, 1);
        j(0, 0) = std::cos(u[0]);
        j(1, 0) = std::sin(u[0]);
        return j;
    };
    hoop.jacobian_dot = [](const Vector& u, const Vector& udot) {
        Matrix j(3, 1);
        j(0, 0) = -std::sin(u[0]) * udot[0];
        j(1, 0) = std::cos(u[0]) * udot[0];
        return j;
    };
    const auto forces = [=](const Vector& q, const Vector& qdot, double) {
        return Vector{m * omega * omega * q[0] - drag * qdot[0], -m * g - drag * qdot[1], 0};
    };
    constraints::LagrangianSystem bead(hoop, forces, {0.1}, {0.0});
    const ode::Integration end =
        ode::integrate(ode::rk4, ode::derivative_of(bead), bead.state(), 0.0, 40.0, 8000);
    std::printf("cos(angle) %.6f, g/(r omega^2) = %.6f\n", std::cos(end.x[0]), g / (omega * omega));
}
