#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

#include "oba_bodies.h"
#include "restraint/io/scene_options.h"

/// What the animation scenes share: knobs, the loop over frames, and the row of the thesis' table.
namespace restraint::scenes {

/// A row of tables 7.1 and 7.2 of the thesis.   [OBA-tab7.1, OBA-tab7.2]
struct TableRow {
    std::size_t bodies = 0;
    double close_pairs = 0, collisions = 0, contacts = 0, qps = 0, rollbacks = 0;
    double seconds = 0;  // a frame, on the thesis' machine
};

inline void animation_knobs(io::Scene& scene, std::size_t frames) {
    scene.count("--frames", frames, "how many frames of 1/30 s", 1, 100'000);
    scene.not_negative("--friction", 0.3, "", "mu of all contacts");
    scene.not_negative("--restitution", 0.3, "", "epsilon, at most 1");
    scene.choice("--rule", "coulomb|least_energy", "momentum update: Coulomb's, or the thesis' own");
    scene.choice("--closeness", "mass|diameter", "what near to the target means");
    scene.choice("--freezing", "off|on", "calm bodies freeze");
    scene.choice("--bounce", "contact|distance", "whether bodies bounce before they touch");
}

inline void set_from(const io::Knobs& knobs, World& world, oba::AnimationOptions& options) {
    world.friction = knobs.number("--friction");
    world.restitution = knobs.number("--restitution");
    if (knobs.word("--rule") == "least_energy") options.momentum.rule = oba::MomentumRule::least_energy;
    if (knobs.word("--closeness") == "diameter") options.position.closeness = oba::Closeness::diameter;
    options.freezing = knobs.word("--freezing") == "on";
    options.bounce_at_distance = knobs.word("--bounce") == "distance";
}

/// Runs the animation, one row a frame, and prints the means beside the published row.
inline void animate(const io::Knobs& knobs, io::Rows& rows, World world, oba::AnimationOptions options,
                    const TableRow& published) {
    set_from(knobs, world, options);
    const double size = oba::smallest_size(world);
    oba::Animation animation(std::move(world), std::move(options));
    rows.columns({"t[s]", "pairs", "collisions", "contacts", "QPs", "iterations", "rollbacks", "frozen",
                  "energy[J]", "lifted[J]", "fastest[m/s]", "overlap[size]"});
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    TableRow mean;
    double worst = 0.0;
    const std::size_t frames = knobs.count("--frames");
    for (std::size_t k = 0; k < frames; ++k) {
        const oba::FrameReport r = animation.advance();
        const double share = 1.0 / count(frames);
        mean.close_pairs += share * count(r.close_pairs);
        mean.collisions += share * count(r.collisions);
        mean.contacts += share * count(r.contacts);
        mean.qps += share * count(r.qps);
        mean.rollbacks += 100.0 * share * count(r.rollbacks);
        worst = std::max(worst, r.overlap / size);
        rows.row({animation.world.time, count(r.close_pairs), count(r.collisions), count(r.contacts),
                  count(r.qps), count(r.pivots), count(r.rollbacks), count(r.frozen), r.energy,
                  r.energy_of_positions, r.fastest, r.overlap / size});
    }
    const auto line = [](const char* who, const TableRow& r) {
        char text[200];
        std::snprintf(text, sizeof text, "%-9s %8.1f %10.1f %8.1f %5.1f %9.2f", who, r.close_pairs,
                      r.collisions, r.contacts, r.qps, r.rollbacks);
        return std::string(text);
    };
    rows.note("a frame     pairs collisions contacts   QPs rollbacks%");
    rows.note(line("here", mean));
    rows.note(line("published", published));
    rows.note("published: " + std::to_string(published.bodies) + " bodies, " +
              std::to_string(published.seconds) + " s a frame in its time; what it takes now: make bench");
    char text[100];
    std::snprintf(text, sizeof text, "deepest overlap of all frames: %.1e of the smallest body", worst);
    rows.note(text);
}

}  // namespace restraint::scenes
