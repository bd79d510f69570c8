// Reads along with BARAFF89 section 8: chapter contact.
//
// Three equal balls in a row, the left one hits the other two, which touch [BARAFF89-fig11]. If the
// collisions are resolved one after the other, the last ball leaves with v. Resolved all at once, with
// Newton's law of restitution at each contact, the first ball comes back: -v/3, 2v/3, 2v/3 (the figure of the
// paper has lost the minus). Both keep momentum and, with restitution 1, energy; for rigid balls nothing
// decides which is right.
//
// Try: --balls 5: in turn only the last ball flies off, at once all but the first do; --restitution 0.8: both
// lose energy, but not equally much.

#include "restraint/rigid/system.h"
#include "space.h"

using namespace restraint;

namespace {

/// Half a second before the hit and half a second after it, both answers, the upper row in turn.
io::Film film_of(const contact::World& before, std::span<const rigid::RigidBody> in_turn,
                 std::span<const rigid::RigidBody> at_once) {
    const std::size_t n = before.bodies.size();
    contact::World both;
    both.gravity = {};
    for (std::size_t i = 0; i < 2 * n; ++i)
        scenes::add_ball(both, i < n ? "in turn" : "at once", 0.5, {}, before.bodies[0].mass);
    io::Film film = io::space_film("One hit, two answers", both);
    for (int k = -20; k <= 20; ++k) {
        both.time = 0.025 * k;
        for (std::size_t i = 0; i < 2 * n; ++i) {
            const rigid::RigidBody& start = before.bodies[i % n];
            const rigid::RigidBody& after = i < n ? in_turn[i] : at_once[i - n];
            const Vec3 v = k < 0 ? start.velocity : after.velocity, row{0, 0, i < n ? 0.8 : -0.8};
            both.bodies[i].position = start.position + row + both.time * v;
            rigid::set_velocity(both.bodies[i], v, {});
        }
        film.frames.push_back(io::space_frame(both));
    }
    return film;
}

}  // namespace

int main(int argc, char** argv) {
    io::Scene scene("billiards", "one collision after the other, or all at once: two answers, both lawful");
    scene.count("--balls", 3, "in the row", 2, 30);
    scene.number("--speed", 3.0, "m/s", "of the first ball");
    scene.number("--restitution", 1.0, "", "share of the approach speed that comes back, 0 to 1", io::share);
    scenes::picture_knobs(scene);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world;
        for (std::size_t i = 0; i < knobs.count("--balls"); ++i)
            scenes::add_ball(world, "ball" + std::to_string(i), 0.5, {static_cast<double>(i), 0, 0}, 0.2);
        rigid::set_velocity(world.bodies[0], {knobs.number("--speed"), 0, 0}, {});
        const std::vector<contact::Contact> contacts = scenes::contacts_of(world);
        const contact::Restitution restitution = [&](std::size_t) { return knobs.number("--restitution"); };
        std::vector<rigid::RigidBody> in_turn = world.bodies, at_once = world.bodies;
        const contact::Collisions sequence = contact::resolve_sequentially(contacts, in_turn, restitution);
        contact::resolve_simultaneously(contacts, at_once, restitution);
        rows.note("impulses in turn: " + std::to_string(sequence.impulses));
        rows.columns({"ball", "before[m/s]", "in_turn[m/s]", "at_once[m/s]"});
        for (std::size_t i = 0; i < world.bodies.size(); ++i)
            rows.row({static_cast<double>(i), world.bodies[i].velocity.x, in_turn[i].velocity.x,
                      at_once[i].velocity.x});
        rows.note("momentum [kg m/s]: " + io::to_text(rigid::linear_momentum(world.bodies).x) + ", " +
                  io::to_text(rigid::linear_momentum(in_turn).x) + ", " +
                  io::to_text(rigid::linear_momentum(at_once).x));
        rows.note("energy [J]: " + io::to_text(rigid::kinetic_energy(world.bodies)) + ", " +
                  io::to_text(rigid::kinetic_energy(in_turn)) + ", " +
                  io::to_text(rigid::kinetic_energy(at_once)));
        scenes::write_pictures(knobs, film_of(world, in_turn, at_once));
        rows.conclude("the last ball leaves with " + io::rounded(in_turn.back().velocity.x) +
                      " m/s in turn, and with " + io::rounded(at_once.back().velocity.x) + " m/s at once");
    });
}
