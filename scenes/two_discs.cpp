// Reads along with SLIDES section 4: chapter gauss.
//
// Two discs collide, from perfectly inelastic to perfectly elastic, as on the slides. The inelastic end is a
// projection: the velocities p nearest to the old ones v that do not close the gap [SLIDES-coll, ROTE-Q*].
// With p + c (p - v) the discs part c times as fast as they met [ROTE-c]. Equal masses, head on: speeds 1/2
// and 1/2, or 0 and 1. Momentum is always kept;
// of the energy of the approach c^2 is kept, not c [erratum R16].
//
// Try: --mass 3, a heavier disc at rest; --offset 0.5, a glancing blow: the shares c^2 do not change.

#include "discs.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("two_discs",
                    "elastic and inelastic collision: momentum is kept, of energy the share c^2");
    scene.number("--mass", 1.0, "kg", "of the disc at rest; the other has 1 kg", io::positive);
    scene.number("--speed", 1.0, "m/s", "of the disc that comes", io::positive);
    scene.number("--offset", 0.0, "m", "of its path from the other's centre; the discs are 1 m wide");
    scene.count("--cases", 5, "from c = 0 to c = 1", 2, 1000);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double mass = knobs.number("--mass"), speed = knobs.number("--speed");
        const double offset = knobs.number("--offset");
        if (!(std::abs(offset) < 1.0)) throw io::UsageError("--offset must be below 1 m, or the discs miss");
        rows.columns({"c[1]", "v1x[m/s]", "v1y[m/s]", "v2x[m/s]", "v2y[m/s]", "momentum_x[kg_m/s]",
                      "approach_energy_kept[1]"});
        const std::size_t cases = knobs.count("--cases");
        double kept = 0.0;  // with c = 1
        for (std::size_t k = 0; k < cases; ++k) {
            const double c = static_cast<double>(k) / static_cast<double>(cases - 1);
            std::vector<scenes::Disc> discs{{{-2, offset}, {speed, 0}}, {{0, 0}, {}, mass}};
            const auto energy = [&] {
                double sum = 0.0;
                for (const scenes::Disc& d : discs) sum += 0.5 * d.mass * dot(d.velocity, d.velocity);
                return sum;
            };
            const double before = energy();
            scenes::run_discs(discs, c);
            // The energy of the approach: half the reduced mass times the speed along the normal, squared.
            const double along_normal = speed * std::sqrt(1.0 - offset * offset);
            const double approach = 0.5 * mass / (1.0 + mass) * along_normal * along_normal;
            const Vec2 v1 = discs[0].velocity, v2 = discs[1].velocity;
            kept = 1.0 - (before - energy()) / approach;
            rows.row({c, v1.x, v1.y, v2.x, v2.y, v1.x + mass * v2.x, kept});
        }
        rows.conclude("restitution c keeps c^2 of the energy of the approach; at c = 1 that is " +
                      io::rounded(kept, 6));
    });
}
