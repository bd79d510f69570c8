#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>

#include "body_rows.h"
#include "oba_bodies.h"
#include "pictures.h"
#include "restraint/io/pictures/space_film.h"
#include "restraint/oba/acceleration.h"
#include "restraint/oba/least_energy.h"

/// What the animation scenes share: knobs, the loop over frames, pictures, and the row of the thesis' table.
namespace restraint::scenes {

/// The knobs of an animation that draws nothing; the standard values are those of section 7.2 of the thesis.
inline void motion_knobs(io::Scene& scene, std::size_t frames, double friction = 0.3,
                         double restitution = 0.3, const std::string& freezing = "off|on") {
    scene.count("--frames", frames, "how many frames of 1/30 s", 1, 100'000);
    scene.number("--friction", friction, "", "mu of all contacts", io::not_negative);
    scene.number("--restitution", restitution, "", "epsilon, 0 to 1", io::share);
    scene.choice("--rule", "coulomb|least_energy", "momentum update: Coulomb's, or the thesis' own");
    scene.choice("--closeness", "mass|diameter", "what near to the target means");
    scene.choice("--freezing", freezing, "calm bodies freeze");
    scene.choice("--bounce", "contact|distance", "whether bodies bounce before they touch");
    scene.choice("--queue", "standard|none|advised", "bounces one by one before the momentum update");
    scene.choice("--support", "impulses|accelerations", "what holds bodies up: OBA 6.3.2, or 6.3.1");
    scene.count("--rounds", 10, "at most, in which a momentum update looks for the sliding", 1, 1000);
    scene.file("--poses", "write where the bodies are at every frame, a row each");
    scene.choice("--clock", "off|on", "time the frames; what it says differs from run to run");
}

inline void animation_knobs(io::Scene& scene, std::size_t frames, double friction = 0.3,
                            double restitution = 0.3, const std::string& freezing = "off|on") {
    motion_knobs(scene, frames, friction, restitution, freezing);
    scene.file("--svg", "write the motion as a strip of pictures");
    scene.choice("--side", "front|left|top|corner", "from where the strip looks");
    scene.file("--html", "write the motion as a page that plays it");
}

inline void set_from(const io::Knobs& knobs, Staging& staging) {
    oba::AnimationOptions& options = staging.options;
    staging.world.friction = knobs.number("--friction");
    staging.world.restitution = knobs.number("--restitution");
    if (knobs.text("--rule") == "least_energy") options.momentum.rule = oba::least_energy;
    if (knobs.text("--closeness") == "diameter") options.position.closeness = oba::Closeness::diameter;
    options.freezing = knobs.text("--freezing") == "on";
    if (knobs.text("--queue") == "none") options.queue_bounces = 0;
    if (knobs.text("--support") == "accelerations") options.support = oba::by_accelerations();
    options.momentum.round_limit = knobs.count("--rounds");
    options.bounce_at_distance = knobs.text("--bounce") == "distance";
}

/// The moment of an animation, with the forces that hold bodies up; energy is that of positions and
/// velocities at one time.
inline io::FilmFrame frame_of(const oba::Animation& animation) {
    io::FilmFrame frame = io::space_frame(animation.world, animation.supports, animation.forces);
    frame.potential = oba::total_energy(animation.world) - frame.kinetic;
    return frame;
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
    char text[200];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

/// What the frames of an animation did: their sums, as a row of the thesis, and what was worst.
struct Totals {
    TableRow row;
    std::size_t unsettled = 0, unfinished = 0, flight_bounces = 0;
    double overlap = 0.0, gained = 0.0;  // in sizes of the smallest body; energy over its bound
    double sliding_error = 0.0;          // m/s
    double lag = 0.0, tilt = 0.0;        // of scripted bodies, m and rad

    void add(const oba::FrameReport& r, double size) {
        ++row.frames;
        row.close_pairs += static_cast<double>(r.close_pairs);
        row.collisions += static_cast<double>(r.collisions);
        row.contacts += static_cast<double>(r.contacts);
        row.qps += static_cast<double>(r.qps - r.momentum_qps);
        row.rollbacks += static_cast<double>(r.rollbacks);
        unsettled += r.settled ? 0 : 1;
        unfinished += r.unfinished > 0 ? 1 : 0;
        flight_bounces += r.flight_bounces;
        overlap = std::max(overlap, r.overlap / size);
        if (r.gain_bound > 0) gained = std::max(gained, r.gained / r.gain_bound);
        sliding_error = std::max(sliding_error, r.sliding_error);
    }
};

/// The means over the frames, and below them those of the thesis.
inline void print_table(io::Rows& rows, TableRow here, const TableRow& there, const io::Knobs& knobs) {
    const bool timed = knobs.text("--clock") == "on", freezes = knobs.text("--freezing") == "on";
    here.rollbacks = here.qps > 0 ? 100.0 * here.rollbacks / here.qps : 0.0;
    const double frames = static_cast<double>(here.frames);
    for (double* sum : {&here.close_pairs, &here.collisions, &here.contacts, &here.qps, &here.seconds})
        *sum /= frames;
    const auto line = [](const char* who, const TableRow& r, const std::string& seconds) {
        return formatted("%-9s %6zu %6zu %8.1f %10.1f %8.1f %5.1f %9.2f %s", who, r.bodies, r.frames,
                         r.close_pairs, r.collisions, r.contacts, r.qps, r.rollbacks, seconds.c_str());
    };
    rows.note(std::string("table ") + there.table + ", " + there.name);
    rows.note("a frame   bodies frames    pairs collisions contacts   QPs rollbacks%     seconds");
    rows.note(line("here", here, timed ? formatted("%11.3g", here.seconds) : "   --clock on"));
    rows.note(line("published", there, formatted("%11.3g", there.seconds)));
    if (timed)
        rows.note(formatted("published seconds over the speed of the processors: %.3g",
                            there.seconds / there.processors));
    if (!(there.freezing > 0)) return;
    rows.note("table 7.3       seconds a frame without freezing     with freezing");
    const std::string ours = timed ? formatted("%.3g", here.seconds) : "--clock on";
    const std::string awake = there.awake > 0 ? formatted("%.3g", there.awake) : "-";
    rows.note(formatted("here      %38s %17s", freezes ? "--freezing off" : ours.c_str(),
                        freezes ? ours.c_str() : "--freezing on"));
    rows.note(formatted("published %38s %17.3g", awake.c_str(), there.freezing));
}

inline void print_end(io::Rows& rows, const Totals& all, const Staging& staging, const World& world) {
    rows.note("frames without a placement: " + std::to_string(all.unsettled) +
              ", with sliding not found to the last digit: " + std::to_string(all.unfinished) +
              formatted(", off by at most %.1e m/s", all.sliding_error));
    rows.note(formatted("deepest overlap of all frames: %.1e of the smallest body", all.overlap));
    if (world.scripts.empty())
        rows.note(formatted("energy gained in a frame: at most %.3f of m (g dt)^2/8 of what it struck",
                            all.gained));
    if (all.flight_bounces > 0) rows.note("bounces within frames: " + std::to_string(all.flight_bounces));
    if (staging.last_word) rows.note(staging.last_word(world));
    if (world.scripts.empty()) return;
    rows.note(formatted("largest lag %.3f m", all.lag));
    rows.note(formatted("largest tilt %.1e rad", all.tilt));
}

/// The rows of --poses with their heading; none if they are not asked for.
inline std::optional<io::Rows> pose_rows(const io::Knobs& knobs, const io::Rows& rows) {
    if (!knobs.has("--poses")) return std::nullopt;
    io::Rows poses = rows.in(knobs.files.at("--poses").stream(), knobs.text("--poses"));
    poses.columns(body_columns);
    return poses;
}

/// Runs the animation, one row a frame, and prints the means beside the row of the thesis.
inline void animate(const io::Knobs& knobs, io::Rows& rows, Staging staging) {
    set_from(knobs, staging);
    const bool films = knobs.has("--svg") || knobs.has("--html"), scripted = !staging.world.scripts.empty();
    const double size = world::smallest_size(staging.world);
    oba::Animation animation(std::move(staging.world), staging.options);
    const World& world = animation.world;
    io::Film film = io::space_film(staging.published.name, world);
    rows.columns({"t[s]", "pairs", "collisions", "contacts", "QPs", "momentum_QPs", "iterations", "rollbacks",
                  "frozen", "energy[J]", scripted ? "lag[m]" : "gained[J]",
                  scripted ? "tilt[rad]" : "gain_bound[J]", "fastest[m/s]", "overlap/size[1]",
                  "sliding_error[m/s]"});
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    std::optional<io::Rows> poses = pose_rows(knobs, rows);
    Totals all;
    double fastest = 0.0;
    for (std::size_t k = 0; k < knobs.count("--frames"); ++k) {
        rows.progress(k, knobs.count("--frames"), "frames");
        if (films) film.frames.push_back(frame_of(animation));
        if (poses) print_bodies(*poses, count(k) / 30.0, world.bodies);
        if (staging.before_frame) staging.before_frame(animation.world, k);
        if (knobs.text("--queue") == "advised")
            animation.options.queue_bounces = oba::advised_bounces(world, animation.contacts);
        const std::clock_t start = std::clock();
        const oba::FrameReport r = animation.advance();
        all.row.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        all.add(r, size);
        double lag = 0.0, tilt = 0.0;  // how far scripted bodies are from where their scripts have them
        for (const auto& [i, script] : world.scripts) {
            const oba::Scripted wanted = script(world.time);
            const rigid::RigidBody& body = world.bodies[i];
            lag = std::max(lag, norm(body.position - wanted.position));
            tilt = std::max(tilt, norm(rotation_vector(body.quaternion * conjugate(wanted.orientation))));
        }
        all.lag = std::max(all.lag, lag);
        all.tilt = std::max(all.tilt, tilt);
        fastest = r.fastest;
        rows.row({count(k + 1) / 30.0, count(r.close_pairs), count(r.collisions), count(r.contacts),
                  count(r.qps - r.momentum_qps), count(r.momentum_qps), count(r.pivots), count(r.rollbacks),
                  count(r.frozen), r.energy, scripted ? lag : r.gained, scripted ? tilt : r.gain_bound,
                  r.fastest, r.overlap / size, r.sliding_error});
    }
    for (const rigid::RigidBody& body : world.bodies) all.row.bodies += body.fixed() ? 0 : 1;
    print_table(rows, all.row, staging.published, knobs);
    print_end(rows, all, staging, world);
    rows.conclude("after " + io::rounded(world.time) + " s the fastest body moves at " +
                  io::rounded(fastest) + " m/s, no two ever overlapped by more than " +
                  io::rounded(all.overlap, 1) + " of the smallest one");
    if (films) film.frames.push_back(frame_of(animation));
    write_pictures(knobs, film);
}

}  // namespace restraint::scenes
