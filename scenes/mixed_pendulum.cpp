// Reads along with PBM part F: chapter constraints.
//
// A mixed model: a double pendulum given by two angles [PBM-F-13], and a third bar added to it by a distance
// constraint [PBM-F-11], beside the triple pendulum given by three angles.
//
// Two parametric models do not combine: no rule makes q(u) of the whole from q(u) of the parts.
// Constraint forces do combine, with each other and with models of any kind: equation 11 needs only the
// accelerations of a model's points under forces (J W J' with W the model's, not the particles'). The two
// motions should agree.
//
// Try: --k_s 0 --k_d 0 (the third bar drifts, the others cannot); --method midpoint; --step 0.01.

#include <cmath>

#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/pendulum.h"

using namespace restraint;
using constraints::LagrangianSystem;

namespace {

/// The parametric double pendulum beside a free bob: u = (angle 1, angle 2, x, y, z).
constraints::ParametricModel two_bars_and_a_bob(const std::vector<double>& m, const std::vector<double>& l) {
    const auto two = constraints::pendulum({m[0], m[1]}, {l[0], l[1]});
    const auto angles = [](const Vector& u) { return Vector{u[0], u[1]}; };
    const auto with_bob = [](const Matrix& bars, double bob) {
        Matrix all(9, 5);
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 2; ++j) all(i, j) = bars(i, j);
        for (std::size_t k = 0; k < 3; ++k) all(6 + k, 2 + k) = bob;
        return all;
    };
    constraints::ParametricModel model;
    model.masses = m;
    model.points = [=](const Vector& u) {
        Vector q = two.points(angles(u));
        for (std::size_t k = 2; k < 5; ++k) q.push_back(u[k]);
        return q;
    };
    model.jacobian = [=](const Vector& u) { return with_bob(two.jacobian(angles(u)), 1.0); };
    model.jacobian_dot = [=](const Vector& u, const Vector& v) {
        return with_bob(two.jacobian_dot(angles(u), angles(v)), 0.0);
    };
    return model;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("mixed_pendulum", "a constraint force hangs a third bar on a parametric double pendulum");
    scenes::feedback_knobs(scene);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.002, 4.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double g = 9.81;
        const std::vector<double> m{1.0, 0.8, 0.6}, l{1.0, 0.8, 0.6};
        const Vector start{1.0, 1.3, 1.6}, at_rest(3);
        const auto gravity = constraints::gravity_on(m, 0, -g, 0);
        LagrangianSystem triple(constraints::pendulum(m, l), gravity, start, at_rest);
        const Vector q = triple.positions();
        LagrangianSystem parts(two_bars_and_a_bob(m, l), gravity, {start[0], start[1], q[6], q[7], 0},
                               Vector(5));
        constraints::ConstrainedSystem hybrid(parts);
        hybrid.feedback = scenes::feedback_of(knobs);
        hybrid.constraints.add(constraints::Distance(1, 2, l[2]));

        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        rows.columns({"t[s]", "x3[m]", "y3[m]", "x3_parametric[m]", "y3_parametric[m]", "C[m]", "energy[J]"});
        scenes::run(
            hybrid, knobs,
            [&](ode::System& system, double h) {
                scenes::require_sane(triple, advance(triple, h));
                return advance(system, h);
            },
            [&](double t) {
                const Vector a = parts.positions(), b = triple.positions();
                const double height = m[0] * a[1] + m[1] * a[4] + m[2] * a[7];
                rows.row({t, a[6], a[7], b[6], b[7], violation(parts, hybrid.constraints),
                          parts.kinetic_energy() + g * height});
            });
        rows.conclude("after " + io::rounded(parts.time()) + " s the third bob is " +
                      io::rounded(max_norm(parts.positions() - triple.positions())) +
                      " m from where three angles put it");
    });
}
