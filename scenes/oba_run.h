#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

#include "oba_table.h"
#include "oba_worlds.h"
#include "restraint/io/output_file.h"
#include "restraint/io/player.h"
#include "restraint/io/scene_options.h"
#include "restraint/io/space_film.h"

/// What the animation scenes share: knobs, the loop over frames, pictures, and the row of the thesis' table.
namespace restraint::scenes {

/// The knobs of an animation; the standard values are those of section 7.2 of the thesis.
inline void animation_knobs(io::Scene& scene, std::size_t frames, double friction = 0.3,
                            double restitution = 0.3, const std::string& freezing = "off|on") {
    scene.count("--frames", frames, "how many frames of 1/30 s", 1, 100'000);
    scene.not_negative("--friction", friction, "", "mu of all contacts");
    scene.not_negative("--restitution", restitution, "", "epsilon, at most 1");
    scene.choice("--rule", "coulomb|least_energy", "momentum update: Coulomb's, or the thesis' own");
    scene.choice("--closeness", "mass|diameter", "what near to the target means");
    scene.choice("--freezing", freezing, "calm bodies freeze");
    scene.choice("--bounce", "contact|distance", "whether bodies bounce before they touch");
    scene.choice("--queue", "standard|none|bodies", "bounces one by one before the momentum update");
    scene.count("--rounds", 10, "at most, in which a momentum update looks for the sliding", 1, 1000);
    scene.file("--svg", "write the motion as a strip of pictures");
    scene.choice("--side", "front|left|top|corner", "from where the strip looks");
    scene.file("--html", "write the motion as a page that plays it");
}

inline void set_from(const io::Knobs& knobs, Staging& staging) {
    World& world = staging.world;
    oba::AnimationOptions& options = staging.options;
    world.friction = knobs.number("--friction");
    world.restitution = knobs.number("--restitution");
    if (knobs.word("--rule") == "least_energy") options.momentum.rule = oba::MomentumRule::least_energy;
    if (knobs.word("--closeness") == "diameter") options.position.closeness = oba::Closeness::diameter;
    options.freezing = knobs.word("--freezing") == "on";
    if (knobs.word("--queue") == "none") options.queue_bounces = 0;
    if (knobs.word("--queue") == "bodies") options.queue_bounces = world.bodies.size();
    options.momentum.round_limit = knobs.count("--rounds");
    options.bounce_at_distance = knobs.word("--bounce") == "distance";
}

/// A film of the world, a picture's body for every part, and no frame yet.
inline io::SpaceFilm film_of(const std::string& title, const World& world) {
    io::SpaceFilm film{title, world.gravity, 0.0, {}, {}};
    for (const oba::Part& part : world.parts) {
        const collide::ConvexShape& s = part.shape;
        const rigid::RigidBody& body = world.bodies[part.body];
        film.bodies.push_back(
            {body.name, body.fixed(), s.is_ball() ? std::vector<Vec3>{} : s.vertices, s.faces, s.radius});
    }
    return film;
}

inline io::SpaceFrame frame_of(const World& world) {
    io::SpaceFrame frame;
    frame.time = world.time;
    for (const oba::Part& part : world.parts) {
        const rigid::RigidBody& body = world.bodies[part.body];
        frame.poses.push_back({body.position, body.quaternion});
        frame.velocities.push_back(body.velocity);
    }
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const rigid::RigidBody& body = world.bodies[i];
        if (!world.responds(i)) continue;
        frame.kinetic += rigid::kinetic_energy(body);
        frame.linear += body.linear_momentum;
        frame.angular += cross(body.position, body.linear_momentum) + body.angular_momentum;
    }
    frame.potential = oba::total_energy(world) - frame.kinetic;
    return frame;
}

inline void write_pictures(const io::Knobs& knobs, const io::SpaceFilm& film) {
    if (!knobs.file("--svg").empty())
        io::write_file(knobs.file("--svg"), io::film_strip(film, io::camera_by_name(knobs.word("--side"))));
    if (!knobs.file("--html").empty()) io::write_file(knobs.file("--html"), io::player_page(film));
}

/// Adds up the rows of the table while an animation runs.
class Means {
  public:
    void add(const oba::FrameReport& r) {
        const auto count = [](std::size_t n) { return static_cast<double>(n); };
        sum_.close_pairs += count(r.close_pairs);
        sum_.collisions += count(r.collisions);
        sum_.contacts += count(r.contacts);
        sum_.qps += count(r.qps);
        sum_.rollbacks += 100.0 * count(r.rollbacks);
        ++sum_.frames;
    }
    TableRow row() const {
        TableRow mean = sum_;
        const double n = static_cast<double>(sum_.frames);
        for (double* value :
             {&mean.close_pairs, &mean.collisions, &mean.contacts, &mean.qps, &mean.rollbacks})
            *value /= n;
        return mean;
    }

  private:
    TableRow sum_;
};

/// The means over the frames, and below them those of the thesis.
inline void print_table(io::Rows& rows, const TableRow& here, const TableRow& published) {
    const auto line = [](const char* who, const TableRow& r) {
        char text[200];
        std::snprintf(text, sizeof text, "%-9s %6zu %6zu %8.1f %10.1f %8.1f %5.1f %9.2f", who, r.bodies,
                      r.frames, r.close_pairs, r.collisions, r.contacts, r.qps, r.rollbacks);
        return std::string(text);
    };
    rows.note("a frame   bodies frames    pairs collisions contacts   QPs rollbacks%");
    rows.note(line("here", here));
    rows.note(line("published", published));
    char text[200];
    std::snprintf(
        text, sizeof text,
        "published: OBA, tables 7.1 and 7.2, %g s a frame in its time; what it takes now: make bench",
        published.seconds);
    rows.note(text);
}

/// Runs the animation, one row a frame, and prints the means beside the row of the thesis.
inline void animate(const io::Knobs& knobs, io::Rows& rows, const std::string& scene, Staging staging) {
    set_from(knobs, staging);
    const bool films = !knobs.file("--svg").empty() || !knobs.file("--html").empty();
    const double size = oba::smallest_size(staging.world);
    oba::Animation animation(std::move(staging.world), std::move(staging.options));
    io::SpaceFilm film = film_of(scene, animation.world);
    rows.columns({"t[s]", "pairs", "collisions", "contacts", "QPs", "iterations", "rollbacks", "frozen",
                  "energy[J]", "lifted[J]", "fastest[m/s]", "overlap[size]"});
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    Means means;
    double worst = 0.0;
    std::size_t unsettled = 0, unfinished = 0;
    const std::size_t frames = knobs.count("--frames");
    for (std::size_t k = 0; k < frames; ++k) {
        if (films) film.frames.push_back(frame_of(animation.world));
        if (staging.before_frame) staging.before_frame(animation.world, k);
        const oba::FrameReport r = animation.advance();
        means.add(r);
        worst = std::max(worst, r.overlap / size);
        unsettled += r.settled ? 0 : 1;
        unfinished += r.unfinished > 0 ? 1 : 0;
        rows.row({animation.world.time, count(r.close_pairs), count(r.collisions), count(r.contacts),
                  count(r.qps), count(r.pivots), count(r.rollbacks), count(r.frozen), r.energy,
                  r.energy_of_positions, r.fastest, r.overlap / size});
    }
    TableRow here = means.row();
    for (const rigid::RigidBody& body : animation.world.bodies) here.bodies += body.fixed() ? 0 : 1;
    print_table(rows, here, published(scene));
    rows.note("frames without a placement: " + std::to_string(unsettled) +
              ", with sliding not found to the last digit: " + std::to_string(unfinished));
    char text[100];
    std::snprintf(text, sizeof text, "deepest overlap of all frames: %.1e of the smallest body", worst);
    rows.note(text);
    if (films) film.frames.push_back(frame_of(animation.world));
    write_pictures(knobs, film);
}

}  // namespace restraint::scenes
