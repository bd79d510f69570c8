#include "animations.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

#include "../oba/pages.h"

namespace restraint {

namespace {

/// What the frames of a scene took.
struct Played {
    std::size_t frames = 0, position_qps = 0, most_qps = 0, rollbacks = 0, unsettled = 0;
    double overlap = 0.0;      // deepest, in sizes of the smallest body
    double early_pairs = 0.0;  // mean of the first two seconds
    double seconds = 0.0;      // of processor time
    std::string last_word = {};
};

/// Plays that number of frames, or until the scene's last word is the given one.
Played play(scenes::Staging staging, std::size_t frames, const std::string& until = "none") {
    Played played;
    const double size = world::smallest_size(staging.world);
    oba::Animation animation(std::move(staging.world), staging.options);
    while (played.frames < frames && played.last_word != until) {
        if (staging.before_frame) staging.before_frame(animation.world, played.frames);
        const std::clock_t start = std::clock();
        const oba::FrameReport r = animation.advance();
        played.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const std::size_t qps = r.qps - r.momentum_qps;
        played.position_qps += qps;
        played.most_qps = std::max(played.most_qps, qps);
        played.rollbacks += r.rollbacks;
        played.unsettled += r.settled ? 0 : 1;
        played.overlap = std::max(played.overlap, r.overlap / size);
        if (++played.frames <= 60) played.early_pairs += static_cast<double>(r.close_pairs) / 60;
        if (staging.last_word) played.last_word = staging.last_word(animation.world);
    }
    return played;
}

void print(const std::string& name, const Played& played) {
    const double frames = static_cast<double>(played.frames);
    std::printf(
        "%s: %zu frames, %.0f ms each; %.1f position QPs a frame, at most %zu; %zu rollbacks, deepest "
        "overlap "
        "%.1e of a body; %.1f close pairs a frame in the first two seconds\n",
        name.c_str(), played.frames, 1e3 * played.seconds / frames,
        static_cast<double>(played.position_qps) / frames, played.most_qps, played.rollbacks, played.overlap,
        played.early_pairs);
    require(played.unsettled == 0, "a frame without a placement");
    require(played.overlap <= 1e-6, "bodies overlap by more than a millionth");
}

/// Cubes in packages of nine, every ten frames: how the work grows with their number, and what restitution
/// does. (Lively cubes have more close pairs here in the first two seconds, not fewer: they keep up those
/// that follow.)
void packages(std::size_t cubes, std::size_t frames) {
    for (const bool lively : {false, true}) {
        scenes::Staging staging = scenes::packages(cubes);
        staging.world.restitution = lively ? 0.9 : 0.3;
        print("packages of " + std::to_string(cubes) + " cubes, restitution " + (lively ? "0.9" : "0.3"),
              play(staging, lively ? 60 : frames));
    }
}

void sphereglass(std::size_t balls) {
    const std::string through = "below the neck: " + std::to_string(balls) + " of " + std::to_string(balls);
    const Played played = play(scenes::sphereglass(balls), 5 * balls + 300, through);
    print("an hourglass of " + std::to_string(balls) + " balls", played);
    require(played.last_word == through, "balls that do not run through");
    require(played.rollbacks == 0, "a rollback of balls without friction");
}

}  // namespace

void animations(bool brief) {
    for (const std::size_t cubes : {50U, 100U, 200U})
        if (!brief || cubes == 50) packages(cubes, cubes + 60);
    sphereglass(brief ? 27 : 1000);
}

}  // namespace restraint
