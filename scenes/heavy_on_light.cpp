// Reads along with BARAFF89 section 8: chapter contact.
//
// A ball of mass 9 falls on one of mass 1 that lies on the floor; nothing bounces [BARAFF89-fig12]. Contact
// by contact, each pass leaves the heavy ball nine tenths of its speed: .9^n. All at once, both rest after
// one solve, whatever the masses.
//
// Columns: pass n, the heavy ball's speed, m/(m + 1) to the n-th.
//
// Pictures: the first twelve passes, as if each took a second: the forces in N are then the impulses in N s.
//
// Try: --mass 99: .99^n.

#include <cmath>

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("heavy_on_light", "contact by contact .9^n is left, all at once nothing");
    scene.number("--mass", 9.0, "kg", "of the upper ball; the lower one has 1 kg", io::positive);
    scene.count("--passes", 66, "over the two contacts", 1, 100000);
    scenes::picture_knobs(scene);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world;
        scenes::add_floor(world);
        scenes::add_ball(world, "light", 0.5, {0, 0, 0.5}, 1.0);
        scenes::add_ball(world, "heavy", 0.5, {0, 0, 1.5}, knobs.number("--mass"));
        rigid::set_velocity(world.bodies[2], {0, 0, -1}, {});
        std::vector<contact::Contact> contacts = scenes::contacts_of(world);
        if (contacts[0].b == 0 || contacts[0].a == 0)
            std::swap(contacts[0], contacts[1]);  // the upper one first
        std::vector<rigid::RigidBody> at_once = world.bodies;
        contact::resolve_simultaneously(contacts, at_once, [](std::size_t) { return 0.0; });
        rows.note("all at once: speeds " + io::to_text(std::abs(at_once[2].velocity.z)) + " and " +
                  io::to_text(std::abs(at_once[1].velocity.z)) + " m/s");
        rows.columns({"pass", "speed[m/s]", "(m/(m+1))^n[m/s]"});
        const double share = knobs.number("--mass") / (knobs.number("--mass") + 1);
        double expected = 1.0;
        io::Film film = io::space_film("Pass by pass", world);
        film.weight = 1.0;  // N, the measure of the arrows
        for (std::size_t n = 1; n <= knobs.count("--passes"); ++n) {
            Vector impulses;
            for (const contact::Contact& c : contacts) {
                const double j = contact::collision_impulse(c, world.bodies, 0.0);
                contact::add_impulse(c, j * c.normal, world.bodies);
                impulses.push_back(j);
            }
            expected *= share;
            rows.row({static_cast<double>(n), -world.bodies[2].velocity.z, expected});
            world.time = static_cast<double>(n);
            if (n <= 12) film.frames.push_back(io::space_frame(world, contacts, impulses));
        }
        scenes::write_pictures(knobs, film);
        rows.conclude("after " + std::to_string(knobs.count("--passes")) + " passes contact by contact " +
                      io::rounded(-world.bodies[2].velocity.z) + " m/s are left, all at once " +
                      io::rounded(std::abs(at_once[2].velocity.z)));
    });
}
