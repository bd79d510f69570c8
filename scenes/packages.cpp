// Reads along with OBA section 7: chapter oba.
//
// Two hundred cubes are dropped into a shaft, nine at a time every ten frames, from a small height: the
// thesis' experiment on how time grows with the number of close pairs [claim CL-O-27].
//
// The thesis finds that a quadratic program takes about the square of its number of constraints, and that the
// number of programs of a position update grows like the logarithm of the close pairs at most: about n^2 in
// all. Here the counts are fitted by a power of the number of pairs, over the frames with more than twenty
// pairs. The shaft, 4 m wide, is ours.
//
// With --cubes 200 --frames 260 it is the experiment of the thesis; the standard values are smaller.
// Try: --clock on, for the power of the seconds; --cubes 60; --friction 0.

#include <cmath>

#include "oba_run.h"

using namespace restraint;

namespace restraint::scenes {

/// n cubes wait high above a shaft; every ten frames nine of them are let go a little above those that lie
/// there.
Staging packages(std::size_t n) {
    Staging staging;
    World& world = staging.world;
    const double away = 1000.0;
    add_shaft(world, 4.0, 4.0, 2.0 * std::ceil(static_cast<double>(n) / 9.0) + 4.0);
    const std::size_t first = world.bodies.size();
    for (std::size_t i = 0; i < n; ++i) {
        const double turn = 0.1 * (static_cast<double>((5 * i) % 7) - 3.0);
        const auto at = [](std::size_t k) { return 1.25 * (static_cast<double>(k) - 1.0); };
        add_box(world, {1, 1, 1}, {at(i % 3), at(i / 3 % 3), away + 1.5 * static_cast<double>(i / 9)},
                {0, 0.3 * turn, turn});
    }
    world.frozen.assign(world.bodies.size(), 0);
    for (std::size_t i = first; i < world.bodies.size(); ++i) world.frozen[i] = 1;
    staging.before_frame = [first, away](World& w, std::size_t frame) {
        if (frame % 10 != 0) return;
        double top = 0.0;
        for (std::size_t i = first; i < w.bodies.size(); ++i)
            if (w.bodies[i].position.z < away) top = std::max(top, w.bodies[i].position.z);
        const std::size_t next = first + 9 * (frame / 10);
        for (std::size_t i = next; i < std::min(next + 9, w.bodies.size()); ++i) {
            w.bodies[i].position.z = top + 2.0;
            w.frozen[i] = 0;
        }
    };
    return staging;
}

}  // namespace restraint::scenes

namespace {

/// The slope of the line through points (log x, log y): y grows like x to this power.
struct PowerFit {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    void add(double abscissa, double ordinate) {
        if (!(abscissa > 20.0) || !(ordinate > 0.0)) return;
        const double a = std::log(abscissa), b = std::log(ordinate);
        n += 1, x += a, y += b, xx += a * a, xy += a * b;
    }
    double power() const { return n > 1 ? (n * xy - x * y) / (n * xx - x * x) : 0.0; }
};

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("packages", "how the work of a frame grows with the number of close pairs");
    scene.count("--cubes", 90, "how many", 9, 1000);
    scenes::motion_knobs(scene, 120);  // a picture would show the cubes that wait far above, and no more
    scene.takes(7);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        scenes::Staging staging = scenes::packages(knobs.count("--cubes"));
        scenes::set_from(knobs, staging);
        const bool timed = knobs.text("--clock") == "on";
        oba::Animation animation(std::move(staging.world), staging.options);
        rows.columns({"t[s]", "pairs", "contacts", "QPs", "iterations", "work[s]"});
        std::optional<io::Rows> poses = scenes::pose_rows(knobs, rows);
        PowerFit qps, iterations, seconds;
        for (std::size_t k = 0; k < knobs.count("--frames"); ++k) {
            if (poses) scenes::print_bodies(*poses, static_cast<double>(k) / 30.0, animation.world.bodies);
            staging.before_frame(animation.world, k);
            const std::clock_t start = std::clock();
            const oba::FrameReport r = animation.advance();
            const double took = timed ? static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC : 0.0;
            const double pairs = static_cast<double>(r.close_pairs);
            qps.add(pairs, static_cast<double>(r.qps - r.momentum_qps));
            iterations.add(pairs, static_cast<double>(r.pivots));
            seconds.add(pairs, took);
            rows.row({static_cast<double>(k + 1) / 30.0, pairs, static_cast<double>(r.contacts),
                      static_cast<double>(r.qps - r.momentum_qps), static_cast<double>(r.pivots), took});
        }
        if (poses) knobs.files.at("--poses").finish();
        rows.note(scenes::formatted("steps of the active sets grow like pairs^%.2f", iterations.power()));
        if (timed) rows.note(scenes::formatted("seconds grow like pairs^%.2f; thesis: 2", seconds.power()));
        rows.conclude(scenes::formatted(
            "QPs of the position update grow like pairs^%.2f; thesis: log at most", qps.power()));
    });
}
