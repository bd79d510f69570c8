// Reads along with SLIDES section 4: chapter gauss.
//
// Nondeterministic billiards, as on the slides: a disc runs at two others that touch, and aims past the
// middle by less and less. The disc that is hit first, however little earlier, gets more of the speed: from
// above the limit is sqrt(3)/2 and sqrt(3)/4, from below the reverse, and hit at once both get 2 sqrt(3)/5.
// So no limit decides the case of the middle [ROTE-c]. Inelastic collisions jump too, only less: sqrt(3)/4
// and 3 sqrt(3)/16, at once sqrt(3)/5 each. The projection [ROTE-Q*, SLIDES-coll] is unique: a rule for
// contacts of one moment, and not the limit of single collisions.
//
// Try: --restitution 0.5; --mass 10, a heavy disc: the order of the hits matters less.

#include "discs.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("nondeterministic_billiards",
                    "hit two discs at once: the answer jumps with the aim, elastic or not");
    scene.number("--restitution", 1.0, "", "of the elastic columns, up to 1", io::not_negative);
    scene.number("--mass", 1.0, "kg", "of the disc that comes; the others have 1 kg", io::positive);
    scene.number("--aim", 1e-2, "m", "the largest miss of the middle, up to 0.2", io::positive);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double aim = knobs.number("--aim"), restitution = knobs.number("--restitution");
        if (restitution > 1.0) throw io::UsageError("--restitution must be at most 1");
        if (aim > 0.2) throw io::UsageError("--aim must be at most 0.2 m");
        rows.note("speed of the upper and the lower disc over that of the one that came with 1 m/s");
        rows.columns({"aim[m]", "elastic_upper[1]", "elastic_lower[1]", "elastic_collisions",
                      "inelastic_upper[1]", "inelastic_lower[1]", "inelastic_collisions"});
        std::vector<double> below, above;  // rows next to the middle, on either side
        for (const double share : {-1.0, -0.1, -0.01, -0.001, 0.0, 0.001, 0.01, 0.1, 1.0}) {
            std::vector<double> row{share * aim};
            for (const double c : {restitution, 0.0}) {
                // The two stand a rounding apart, so that they have no contact with each other before they
                // are hit.
                std::vector<scenes::Disc> discs{{{-2, share * aim}, {1, 0}, knobs.number("--mass")},
                                                {{0, 0.5 + 1e-12}, {}},
                                                {{0, -0.5 - 1e-12}, {}}};
                const std::size_t collisions = scenes::run_discs(discs, c);
                row.push_back(norm(discs[1].velocity));
                row.push_back(norm(discs[2].velocity));
                row.push_back(static_cast<double>(collisions));
            }
            rows.row(row);
            if (share == -0.001) below = row;
            if (share == 0.001) above = row;
        }
        rows.conclude("the upper disc gets " + io::rounded(below[1]) + " or " + io::rounded(above[1]) +
                      " of the speed, as the aim is a hair below or above the middle");
    });
}
