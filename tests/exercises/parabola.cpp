// Week 5, write this: a constraint, a bead on the wire y = x^2. Small swings about the bottom: y'' = g along
// x is x'' = -2 g x, so the period is 2 pi / sqrt(2 g) = 1.4185 s.

#include <cmath>
#include <cstdio>

#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/ode/explicit.h"
#include "restraint/particles/forces.h"

using namespace restraint;

/// C = y - x^2, its gradient (-2x, 1, 0), and the gradient's derivative by x.
constraints::ImplicitValue parabola(Vec3 x) {
    constraints::ImplicitValue value;
    value.value = x.y - x.x * x.x;
    value.gradient = {-2 * x.x, 1, 0};
    value.hessian = outer(Vec3{-2, 0, 0}, Vec3{1, 0, 0});
    return value;
}

int main() {
    particles::ParticleSystem model;
    model.add_particle(3.0, {0.01, 0.0001, 0});
    model.add_force(particles::Gravity());
    constraints::ConstrainedSystem bead(model);
    bead.constraints.add(constraints::PointOnCurve(0, {parabola}));
    const double h = 1e-4;
    double before = 0.01, t = 0.0;
    Vector x = bead.state();
    for (std::size_t k = 1;; ++k) {  // a quarter of the period: until x changes its sign
        before = x[0];
        x = ode::rk4_step(ode::derivative_of(bead), x, t, h);
        if (x[0] <= 0.0) {
            t += h * before / (before - x[0]);
            break;
        }
        t = static_cast<double>(k) * h;
    }
    std::printf("period %.4f s, 2 pi / sqrt(2 g) = %.4f s\n", 4 * t,
                2 * std::acos(-1.0) / std::sqrt(2 * 9.81));
}
