// Reads along with OBA section 7: chapter oba.
//
// A hundred cubes of a decimetre are thrown into a trough of plates of a centimetre, and wedge: the thesis'
// scene "hybrid" [OBA-tab7.2].
//
// In one frame a cube flies three times its own length. The position update tests the ends of frames only,
// and leaves a cube that has passed a plate on the other side. Retroactive detection finds collisions in
// between, but where cubes wedge their number grows without end. The hybrid of both [OBA-hybpos] lets every
// pair bounce once in a frame (c_max = 1, as in the thesis), and then tests the frame's end only: a cube that
// meets a plate twice in a frame may still pass. The trough, a V with a third plate in its middle, and the
// throw are ours.
//
// Try: --bounces 0, pure optimization, and count the cubes that are outside; --speed 10, where one bounce is
// too few for some; --bounces 5; --friction 0 (does the wedge hold?).

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// A trough of thin plates, like a V with a third plate in its middle, 1.2 m high, and n cubes of 0.1 m that
/// are thrown into it, at 8.5 m/s three times their edge in a frame, and thirty times the plates.
Staging hybrid(std::size_t n, double speed, std::size_t bounces) {
    Staging staging;
    World& world = staging.world;
    const double edge = 0.1, t = 0.01, lean = 0.45, high = 1.2, depth = 0.64;
    add_wall(world, {t, depth, high}, {0, 0, 0.5 * high});
    for (const double side : {-1.0, 1.0}) {
        const Vec3 up{side * std::sin(lean), 0, std::cos(lean)},
            out{side * std::cos(lean), 0, -std::sin(lean)};
        add_wall(world, {t, depth, high}, 0.5 * high * up + 0.5 * t * out, {0, side * lean, 0});
        add_glass(world, {2 * high, t, 2 * high}, {0, side * 0.5 * (depth + t), high});
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t layer = i / 20, column = i % 4, row = i / 4 % 5;
        const double a = 0.1 * (static_cast<double>((7 * i) % 9) - 4.0);
        add_box(world, {edge, edge, edge},
                {(column < 2 ? -1 : 1) * (column % 2 == 0 ? 0.08 : 0.22),
                 0.125 * (static_cast<double>(row) - 2.0), high + 0.1 + 0.6 * static_cast<double>(layer)},
                {0, a, 0}, {0, 0, -speed});
    }
    staging.options.flight.bounces = bounces;  // c_max
    staging.last_word = [=](const World& w) {
        return how_many(w, "cubes between the plates", [=](Vec3 x) {
            return x.z > 0 && std::abs(x.y) < 0.5 * depth &&
                   std::abs(x.x) < (x.z + 0.5 * edge) * std::tan(lean);
        });
    };
    // Bodies, frames; means a frame: pairs, collisions, contacts, QPs, rollbacks in percent, seconds.
    staging.published = {"hybrid", "7.2", 100, 1500, 159.1, 518.7, 497.6, 4.8, 0.07, 25.9};
    return staging;
}

}  // namespace restraint::scenes

int main(int argc, char** argv) {
    io::Scene scene("hybrid", "table 7.2: cubes that are too fast for a frame wedge between thin plates");
    scene.count("--cubes", 100, "how many", 1, 500);
    scene.count("--bounces", 1, "c_max, of a pair in a frame", 0, 100);
    scene.number("--speed", 8.5, "m/s", "of the throw", io::not_negative);
    scenes::animation_knobs(scene, 150);
    scene.takes(50);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::animate(
            knobs, rows,
            scenes::hybrid(knobs.count("--cubes"), knobs.number("--speed"), knobs.count("--bounces")));
    });
}
