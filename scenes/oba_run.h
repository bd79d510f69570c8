#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>

#include "body_rows.h"
#include "oba_table.h"
#include "oba_worlds.h"
#include "pictures.h"
#include "restraint/io/pictures/space_film.h"
#include "restraint/io/text/scene_options.h"
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
    World& world = staging.world;
    oba::AnimationOptions& options = staging.options;
    world.friction = knobs.number("--friction");
    world.restitution = knobs.number("--restitution");
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

/// Adds up what the frames of an animation took and did.
struct Sums {
    TableRow sum;
    double worst = 0.0, gained = 0.0;  // overlap in sizes, energy over its bound
    double lag = 0.0, tilt = 0.0;      // of scripted bodies, m and rad
    double sliding_error = 0.0;        // largest, m/s
    std::size_t position_qps = 0, rollbacks = 0, unsettled = 0, unfinished = 0, flight_bounces = 0;

    void add(const oba::FrameReport& r, double seconds) {
        const auto count = [](std::size_t n) { return static_cast<double>(n); };
        sum.close_pairs += count(r.close_pairs);
        sum.collisions += count(r.collisions);
        sum.contacts += count(r.contacts);
        sum.seconds += seconds;
        ++sum.frames;
        position_qps += r.qps - r.momentum_qps;
        rollbacks += r.rollbacks;
        unsettled += r.settled ? 0 : 1;
        unfinished += r.unfinished > 0 ? 1 : 0;
        sliding_error = std::max(sliding_error, r.sliding_error);
        flight_bounces += r.flight_bounces;
    }
    TableRow row() const {
        TableRow mean = sum;
        const double n = static_cast<double>(sum.frames), qps = static_cast<double>(position_qps);
        for (double* value : {&mean.close_pairs, &mean.collisions, &mean.contacts, &mean.seconds})
            *value /= n;
        mean.qps = qps / n;
        mean.rollbacks = qps > 0 ? 100.0 * static_cast<double>(rollbacks) / qps : 0.0;
        return mean;
    }
};

inline std::string formatted(const char* format, double value) {
    char text[200];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// The means over the frames, and below them those of the thesis.
inline void print_table(io::Rows& rows, TableRow here, const TableRow& there, const io::Knobs& knobs) {
    const bool timed = knobs.text("--clock") == "on", freezes = knobs.text("--freezing") == "on";
    const auto line = [](const char* who, const TableRow& r, bool with_time) {
        char text[200];
        std::snprintf(text, sizeof text, "%-9s %6zu %6zu %8.1f %10.1f %8.1f %5.1f %9.2f", who, r.bodies,
                      r.frames, r.close_pairs, r.collisions, r.contacts, r.qps, r.rollbacks);
        return std::string(text) + (with_time ? formatted(" %11.3g", r.seconds) : "    --clock on");
    };
    rows.note(std::string("table ") + there.table + ", " + there.published_name());
    rows.note("a frame   bodies frames    pairs collisions contacts   QPs rollbacks%     seconds");
    rows.note(line("here", here, timed));
    rows.note(line("published", there, true));
    if (timed)
        rows.note(
            formatted("published seconds over the speed of the processors: %.3g", there.scaled_ms() / 1000));
    for (const FreezingRow& row : thesis_freezing)
        if (std::string(row.scene) == there.scene) {
            rows.note("table 7.3       seconds a frame without freezing     with freezing");
            const std::string ours = timed ? formatted("%.3g", here.seconds) : "--clock on";
            char text[200];
            std::snprintf(text, sizeof text, "%-9s %38s %17s", "here",
                          freezes ? "--freezing off" : ours.c_str(),
                          freezes ? ours.c_str() : "--freezing on");
            rows.note(text);
            const std::string awake = row.awake > 0 ? formatted("%.3g", row.awake) : "-";
            std::snprintf(text, sizeof text, "%-9s %38s %17.3g", "published", awake.c_str(), row.freezing);
            rows.note(text);
        }
}

/// How far scripted bodies are from where their scripts have them: shifted, m, and turned, rad.
struct Behind {
    double lag = 0.0, tilt = 0.0;
};
inline Behind behind_script(const World& world) {
    Behind behind;
    for (const auto& [i, script] : world.scripts) {
        const oba::Scripted wanted = script(world.time);
        const rigid::RigidBody& body = world.bodies[i];
        behind.lag = std::max(behind.lag, norm(body.position - wanted.position));
        behind.tilt =
            std::max(behind.tilt, norm(rotation_vector(body.quaternion * conjugate(wanted.orientation))));
    }
    return behind;
}

inline void print_end(io::Rows& rows, const Sums& sums, const World& world) {
    rows.note("frames without a placement: " + std::to_string(sums.unsettled) +
              ", with sliding not found to the last digit: " + std::to_string(sums.unfinished) +
              formatted(", off by at most %.1e m/s", sums.sliding_error));
    rows.note(formatted("deepest overlap of all frames: %.1e of the smallest body", sums.worst));
    if (world.scripts.empty())
        rows.note(formatted("energy gained in a frame: at most %.3f of m (g dt)^2/8 of what it struck",
                            sums.gained));
    if (sums.flight_bounces > 0) rows.note("bounces within frames: " + std::to_string(sums.flight_bounces));
}

/// The rows of --poses with their heading; none if they are not asked for.
inline std::optional<io::Rows> pose_rows(const io::Knobs& knobs, const io::Rows& rows) {
    if (!knobs.has("--poses")) return std::nullopt;
    io::Rows poses = rows.in(knobs.files.at("--poses").stream(), knobs.text("--poses"));
    poses.columns(body_columns);
    return poses;
}

/// Runs the animation, one row a frame, and prints the means beside the row of the thesis.
inline void animate(const io::Knobs& knobs, io::Rows& rows, const std::string& scene, Staging staging) {
    set_from(knobs, staging);
    const bool films = knobs.has("--svg") || knobs.has("--html");
    const double size = world::smallest_size(staging.world);
    oba::Animation animation(std::move(staging.world), std::move(staging.options));
    const World& world = animation.world;
    const TableRow& there = published(scene);
    io::Film film = io::space_film(there.published_name(), world);
    const bool scripted = !world.scripts.empty();
    rows.columns({"t[s]", "pairs", "collisions", "contacts", "QPs", "momentum_QPs", "iterations", "rollbacks",
                  "frozen", "energy[J]", scripted ? "lag[m]" : "gained[J]",
                  scripted ? "tilt[rad]" : "gain_bound[J]", "fastest[m/s]", "overlap/size[1]",
                  "sliding_error[m/s]"});
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    std::optional<io::Rows> poses = pose_rows(knobs, rows);
    Sums sums;
    double fastest = 0.0;
    for (std::size_t k = 0; k < knobs.count("--frames"); ++k) {
        rows.progress(k, knobs.count("--frames"), "frames");
        if (films) film.frames.push_back(frame_of(animation));
        if (poses) print_bodies(*poses, static_cast<double>(k) / 30.0, world.bodies);
        if (staging.before_frame) staging.before_frame(animation.world, k);
        if (knobs.text("--queue") == "advised")
            animation.options.queue_bounces = oba::advised_bounces(world, animation.contacts);
        const std::clock_t start = std::clock();
        const oba::FrameReport r = animation.advance();
        fastest = r.fastest;
        sums.add(r, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        const Behind behind = behind_script(world);
        sums.worst = std::max(sums.worst, r.overlap / size);
        sums.lag = std::max(sums.lag, behind.lag);
        sums.tilt = std::max(sums.tilt, behind.tilt);
        if (r.gain_bound > 0) sums.gained = std::max(sums.gained, r.gained / r.gain_bound);
        rows.row({static_cast<double>(k + 1) / 30.0, count(r.close_pairs), count(r.collisions),
                  count(r.contacts), count(r.qps - r.momentum_qps), count(r.momentum_qps), count(r.pivots),
                  count(r.rollbacks), count(r.frozen), r.energy, scripted ? behind.lag : r.gained,
                  scripted ? behind.tilt : r.gain_bound, r.fastest, r.overlap / size, r.sliding_error});
    }
    TableRow here = sums.row();
    for (const rigid::RigidBody& body : world.bodies) here.bodies += body.fixed() ? 0 : 1;
    print_table(rows, here, there, knobs);
    print_end(rows, sums, world);
    if (staging.last_word) rows.note(staging.last_word(world));
    if (scripted) {
        rows.note(formatted("largest lag %.3f m", sums.lag));
        rows.note(formatted("largest tilt %.1e rad", sums.tilt));
    }
    rows.conclude("after " + io::rounded(world.time) + " s the fastest body moves at " +
                  io::rounded(fastest) + " m/s, no two ever overlapped by more than " +
                  io::rounded(sums.worst, 1) + " of the smallest one");
    if (films) film.frames.push_back(frame_of(animation));
    write_pictures(knobs, film);
}

}  // namespace restraint::scenes
