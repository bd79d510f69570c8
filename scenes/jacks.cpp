// Reads along with OBA section 7: chapter oba.
//
// Fifty jacks, three bars through each other, fall into a box and tangle [OBA-tab7.1].
//
// A body that is not convex is a union of convex parts with one position: planes separate parts, impulses act
// on bodies (OBA 6.5). So there are up to nine planes between two jacks, and mostly few contacts. The
// measures of jacks and box are ours.
//
// Try: --frames 1500, as long as in the thesis; --friction 0 (they sink into each other's gaps).

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// A jack: three bars of length 1 through each other, along x, y and z.
std::size_t add_jack(World& world, Vec3 at, Vec3 turn) {
    const double l = 1.0, t = 0.2, rest = 0.5 * (l - t), out = 0.5 * (rest + t);
    // For its mass, one bar and four halves, which do not overlap.
    std::vector<rigid::MassProperties> pieces{rigid::box_mass({l, t, t}, wood)};
    for (const double side : {-1.0, 1.0}) {
        pieces.push_back(
            rigid::moved(rigid::box_mass({t, rest, t}, wood), {{0, side * out, 0}, Mat3::identity()}));
        pieces.push_back(
            rigid::moved(rigid::box_mass({t, t, rest}, wood), {{0, 0, side * out}, Mat3::identity()}));
    }
    return world.add(rigid::make_body("jack", rigid::united(pieces), at, from_rotation_vector(turn)),
                     {box_shape({l, t, t}), box_shape({t, l, t}), box_shape({t, t, l})});
}

/// n jacks fall into a box, in layers of nine.
Staging jacks(std::size_t n) {
    Staging staging;
    add_shaft(staging.world, 4.0, 4.0, 4.0 + 1.2 * static_cast<double>(n / 9));
    for (std::size_t i = 0; i < n; ++i) {
        const auto place = [&](std::size_t k) { return 1.25 * (static_cast<double>(k % 3) - 1.0); };
        const double a = static_cast<double>((7 * i) % 11), b = static_cast<double>((5 * i) % 13);
        add_jack(staging.world, {place(i), place(i / 3), 1.0 + 1.2 * static_cast<double>(i / 9)},
                 {0.3 * a, 0.2 * b, 0.1 * (a - b)});
    }
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"jacks", "7.1", 50, 1500, 123.3, 167.1, 94, 4.6, 0.03, 15.5};
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("jacks", "table 7.1: bodies that are not convex tangle without overlap");
    scene.count("--jacks", 50, "how many", 1, 500);
    scenes::animation_knobs(scene, 90);
    scene.takes(20);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(knobs, rows, scenes::jacks(knobs.count("--jacks")));
    });
}
