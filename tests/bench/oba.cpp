// The scenes of tables 7.1 to 7.3 of OBA: ms a frame of one core, beside the published figure and that figure
// scaled by the speed of the processors; where the time goes; and the deepest overlap, since approximate
// engines are fast by letting bodies sink.
//
// Usage: oba [SCENE [BODIES [FRAMES]]]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

#include "../oba/pages.h"
#include "measure.h"

using namespace restraint;

namespace {

struct Play {
    const char* scene;
    std::size_t bodies, frames;
    std::function<scenes::Staging(std::size_t)> stage;
};

const Play plays[] = {
    {"stack", 10, 600, scenes::stack},
    {"cs_stack", 12, 600, scenes::cs_stack},
    {"cubejam", 100, 100, scenes::cubejam},
    {"wall", 90, 40, [](std::size_t n) { return scenes::wall((n + 9) / 10, 10); }},
    {"jacks", 50, 120, scenes::jacks},
    {"stick_pendulum", 6, 1000, [](std::size_t n) { return scenes::stick_pendulum(n, 1.0); }},
    {"hybrid", 100, 300, [](std::size_t n) { return scenes::hybrid(n, 8.5, 1); }},
    {"robot", 306, 80, [](std::size_t n) { return scenes::robot(n, 0.0); }},
    {"sphereglass", 1000, 100, scenes::sphereglass},
    {"cubeglass", 1000, 300, [](std::size_t n) { return scenes::cubeglass(n, 6.0, 40.0); }},
    {"office_toy", 10, 300, [](std::size_t n) { return scenes::office_toy(n, 0.6); }},
};

void play(const Play& what, std::size_t bodies, std::size_t frames) {
    scenes::Staging staging = what.stage(bodies);
    staging.options.momentum.round_limit = 10;  // as the programs of the scenes have it
    const double size = world::smallest_size(staging.world);
    oba::Animation animation(std::move(staging.world), staging.options);
    double total = 0, slowest = 0, overlap = 0, pairs = 0, contacts = 0, qps = 0, pivots = 0;
    std::size_t unsettled = 0;
    for (std::size_t k = 0; k < frames; ++k) {
        if (staging.before_frame) staging.before_frame(animation.world, k);
        const std::clock_t before = std::clock();
        const oba::FrameReport r = animation.advance();
        const double ms = static_cast<double>(std::clock() - before) * 1000.0 / CLOCKS_PER_SEC;
        total += ms;
        slowest = std::max(slowest, ms);
        overlap = std::max(overlap, r.overlap / size);
        pairs += static_cast<double>(r.close_pairs);
        contacts += static_cast<double>(r.contacts);
        qps += static_cast<double>(r.qps);
        pivots += static_cast<double>(r.pivots);
        unsettled += r.settled ? 0 : 1;
    }
    const double n = static_cast<double>(frames);
    const scenes::TableRow& row = staging.published;
    const double scaled = 1000 * row.seconds / row.processors;
    std::printf("%-14s %4zu %4zu %8.2f %8.1f %8.0f %8.1f %6.1f %7.1f %6.1f %6.1f %6.1f %7.0f %8.1e %zu\n",
                what.scene, bodies, frames, total / n, slowest, 1000 * row.seconds, scaled,
                scaled * n / total, pairs / n, contacts / n, row.contacts, qps / n, pivots / n, overlap,
                unsettled);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    std::printf("# %s\n", bench::machine().c_str());
    std::printf(
        "# scene bodies frames ms/frame slowest published[ms] scaled[ms] times_faster pairs contacts "
        "published QPs "
        "pivots overlap[size] unsettled\n");
    for (const Play& what : plays) {
        if (argc > 1 && std::string(argv[1]) != what.scene) continue;
        const std::size_t bodies = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : what.bodies;
        const std::size_t frames = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : what.frames;
        play(what, bodies, frames);
    }
    std::printf(
        "# means are of the first frames of each scene; at the thesis' length its program gives them "
        "(--clock on)\n"
        "# what limits it: each pivot costs the entries of the factor of an island's active rows;\n"
        "# with friction most pivots are of the rounds in which a momentum update looks for the sliding\n");
    return 0;
}
