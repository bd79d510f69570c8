// Reads along with PBM part F: chapter constraints.
//
// Three bars, twice: the second time the first bar starts a billionth of a radian further round. The distance
// between the two motions grows exponentially until it is as large as the pendulum: after that only
// the energy can be predicted, however good the method is.
//
// Each pendulum is three distance constraints on particles [PBM-F-11]. The third bar takes one line of code
// and no derivation: the advantage of constraint forces [PBM-F-sum].
//
// Try: --nudge 1e-6, 1e-12; --method midpoint; --k_s 0 --k_d 0 (the energy stays, the bars do not).

#include <cmath>

#include "feedback.h"
#include "motion.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/particles/forces.h"

using namespace restraint;

namespace {

struct TriplePendulum {
    particles::ParticleSystem model;
    constraints::ConstrainedSystem bars;

    /// Bars of 1, 0.8 and 0.6 m at these angles from straight down, at rest.
    explicit TriplePendulum(const std::vector<double>& angles) : bars(hang(angles)) {
        for (std::size_t k = 0; k < 3; ++k)
            bars.constraints.add(
                constraints::Distance(k, k + 1, norm(model.particles[k + 1].x - model.particles[k].x)));
    }
    particles::ParticleSystem& hang(const std::vector<double>& angles) {
        Vec3 end;
        model.nail(model.add_particle(1.0, end));
        for (std::size_t k = 0; k < 3; ++k) {
            const double size = 1.0 - 0.2 * static_cast<double>(k);  // of the bar in m, of the bob in kg
            end += size * Vec3{std::sin(angles[k]), -std::cos(angles[k]), 0};
            model.add_particle(size, end);
        }
        model.add_force(particles::Gravity());
        return model;
    }
};

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("triple_pendulum",
                    "two triple pendulums that start a billionth apart soon differ entirely");
    scene.number("--nudge", 1e-9, "rad", "difference of the first angle");
    scenes::feedback_knobs(scene);
    scenes::motion_knobs(scene, "rk4|midpoint|euler|adaptive|implicit", 0.002, 12.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        TriplePendulum one({2.0, 2.0, 2.5}), other({2.0 + knobs.number("--nudge"), 2.0, 2.5});
        one.bars.feedback = other.bars.feedback = scenes::feedback_of(knobs);
        const ode::Stepper advance = ode::stepper(knobs.text("--method"));
        const double energy = one.model.energy();
        rows.columns({"t[s]", "x3[m]", "y3[m]", "x3_other[m]", "y3_other[m]", "distance[m]",
                      "energy_drift[J]", "max|C|[m]"});
        scenes::run(
            one.bars, knobs,
            [&](ode::System& system, double h) {
                scenes::require_sane(other.bars, advance(other.bars, h));
                return advance(system, h);
            },
            [&](double t) {
                const Vec3 a = one.model.particles[3].x, b = other.model.particles[3].x;
                rows.row({t, a.x, a.y, b.x, b.y, norm(a - b), one.model.energy() - energy,
                          violation(one.model, one.bars.constraints)});
            });
        rows.conclude("after " + io::rounded(one.model.t) + " s the two are " +
                      io::rounded(norm(one.model.particles[3].x - other.model.particles[3].x)) +
                      " m apart, and the energy of the first is off by " +
                      io::rounded(std::abs(one.model.energy() - energy)) + " J");
    });
}
