#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "body_rows.h"
#include "pictures.h"
#include "restraint/collide/shapes.h"
#include "restraint/contact/methods.h"
#include "restraint/io/pictures/space_film.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/scene_options.h"
#include "restraint/rigid/mass.h"
#include "restraint/world/close_pairs.h"
#include "restraint/world/world.h"

/// What the scenes of rigid bodies share: boxes with their shapes, the knobs, the loop over frames, the
/// pictures.
namespace restraint::scenes {

/// A world without bodies, with the restitution that `--restitution` says.
inline contact::World world_of(const io::Knobs& knobs) {
    contact::World world;
    world.restitution = knobs.number("--restitution");
    return world;
}
/// Adds a box of the given edges to the world; density in kg/m^3. Returns its number.
inline std::size_t add_box(contact::World& world, const std::string& name, Vec3 size, Vec3 position,
                           Quaternion turn = {}, double density = 1000.0) {
    return world.add(rigid::make_body(name, rigid::box_mass(size, density), position, turn),
                     collide::make_convex(rigid::make_box(size)));
}
/// Adds a box that nothing moves.
inline std::size_t add_fixed_box(contact::World& world, const std::string& name, Vec3 size, Vec3 position,
                                 Quaternion turn = {}) {
    return world.add(rigid::make_fixed(name, position, turn), collide::make_convex(rigid::make_box(size)));
}
/// Adds a floor with its top at z = 0.
inline std::size_t add_floor(contact::World& world, double width = 20.0) {
    return add_fixed_box(world, "floor", {width, width, 0.2}, {0, 0, -0.1});
}
inline std::size_t add_ball(contact::World& world, const std::string& name, double radius, Vec3 position,
                            double mass) {
    return world.add(rigid::make_body(name, rigid::with_mass(rigid::ball_mass(radius, 1.0), mass), position),
                     collide::make_ball(radius));
}
/// The turn by an angle in radians about an axis through the origin.
inline Quaternion turn(double angle, Vec3 axis) { return from_rotation_vector(angle * normalized(axis)); }

/// The contact points of all pairs of bodies that are nearer than 1e-9 m.
inline std::vector<contact::Contact> contacts_of(const contact::World& world) {
    const auto pairs = world::CloseFinder().find(world, world::poses_of(world), 1e-9);
    return world::contact_points(world, pairs, 1e-9);
}

/// Declares `--svg FILE` with `--side`, and `--html FILE`.
inline void picture_knobs(io::Scene& scene) {
    scene.file("--svg", "write the motion as a strip of pictures");
    scene.choice("--side", "front|left|top|corner", "from where the strip looks");
    scene.file("--html", "write the motion as a page that plays it");
}

/// Declares `--step`, `--time`, `--every` and the pictures: of a motion that a scene steps itself.
inline void filmed_time_knobs(io::Scene& scene, double step, double time, std::size_t every) {
    scene.time_knobs(step, time, every);
    picture_knobs(scene);
}

/// Declares what a simulation with contacts can be told, `--step`, `--time`, `--every`, and the pictures.
inline void simulation_knobs(io::Scene& scene, double step, double time, std::size_t every,
                             double restitution) {
    scene.number("--restitution", restitution, "", "share of the approach speed that comes back, 0 to 1",
                 io::share);
    scene.choice("--impulses", "simultaneous|sequential|heuristic",
                 "collisions all at once, one after the other, or by linear programs");
    scene.choice("--forces", "projection|notes|program|heuristic", "how resting contact forces are found");
    filmed_time_knobs(scene, step, time, every);
}

/// The settings that the knobs say. Scenes take a contact tolerance of 1e-4 of a body's size: 1e-6 makes them
/// slow, as corners then patter through many tiny impacts.
inline contact::Settings settings_of(const io::Knobs& knobs) {
    contact::Settings settings;
    settings.step = knobs.number("--step");
    settings.contact_tolerance = 1e-4;
    if (knobs.text("--impulses") == "sequential") settings.impulses = contact::sequential_impulses;
    if (knobs.text("--impulses") == "heuristic") settings.impulses = contact::heuristic_impulses;
    if (knobs.text("--forces") == "notes") settings.forces = contact::notes_forces;
    if (knobs.text("--forces") == "program") settings.forces = contact::program_forces;
    if (knobs.text("--forces") == "heuristic") settings.forces = contact::heuristic_forces;
    return settings;
}

/// What a run should say when it ends.
inline void print_record(io::Rows& rows, const contact::Simulation& simulation) {
    const contact::Record& record = simulation.record();
    rows.note("returns to a contact time: " + std::to_string(record.events) +
              ", moments of collision: " + std::to_string(record.collisions));
    rows.note("frames with more than the limit (Zeno): " + std::to_string(record.zeno_frames) +
              ", not finished: " + std::to_string(record.stalled_frames) +
              ", evaluations without a solution: " + std::to_string(record.unsolved));
    rows.note("deepest overlap: " + io::to_text(record.deepest_overlap) + " m of the tolerance " +
              io::to_text(simulation.tolerance()) +
              " m, largest opening of a joint: " + io::to_text(record.largest_joint_error) + " m");
    rows.note("largest gain of energy in a frame: " + io::to_text(record.largest_gain) + " J");
    rows.note("questions about pairs of bodies: " + std::to_string(simulation.finder().questions()) +
              ", answered by the last separating plane: " + std::to_string(simulation.finder().hits()));
    const auto& steps = record.heuristic_steps;
    if (steps[0] + steps[1] + steps[2] + steps[3] > 0)
        rows.note("heuristic: no contact vanishes " + std::to_string(steps[0]) + ", predicted " +
                  std::to_string(steps[1]) + ", prediction wrong " + std::to_string(steps[2]) +
                  ", no forces " + std::to_string(steps[3]));
}

/// One frame; a frame that could not be made ends the scene with its outcome.
inline void advance(contact::Simulation& simulation) {
    const contact::Outcome outcome = simulation.advance();
    if (outcome != contact::Outcome::finished)
        io::blew_up(simulation.world().time, contact::to_string(outcome));
}

/// The whole motion of a world: rows at the start, at every --every-th frame and at the end, the record, the
/// pictures. Returns the world at the end.
inline contact::World play(const io::Knobs& knobs, io::Rows& rows, const std::string& title,
                           const contact::World& world) {
    contact::Simulation simulation(world, settings_of(knobs));
    io::Film film = io::space_film(title, world);
    rows.columns(body_columns);
    const std::size_t steps = knobs.steps(), every = knobs.count("--every");
    contact::Outcome outcome = contact::Outcome::finished;
    for (std::size_t k = 0; k <= steps && outcome == contact::Outcome::finished; ++k) {
        if (k > 0) outcome = simulation.advance();
        rows.progress(k, steps);
        if (k % every != 0 && k != steps) continue;
        print_bodies(rows, simulation.world().time, simulation.world().bodies);
        film.frames.push_back(
            io::space_frame(simulation.world(), simulation.contacts(), simulation.forces()));
    }
    print_record(rows, simulation);
    write_pictures(knobs, film);
    if (outcome != contact::Outcome::finished)
        io::blew_up(simulation.world().time, contact::to_string(outcome));
    return simulation.world();
}

}  // namespace restraint::scenes
