// Reads along with BARAFF89 section 8: chapter contact.
//
// A row of dominoes; the first one is pushed at its top, and each knocks the next one down (BARAFF89, figure
// 14b). Without friction their feet slide back as they fall.
//
// Contacts push and never pull; the impulses of all contacts of a moment are found together [BARAFF89-28].
//
// Try: --gap 0.3: the last one lies a quarter of a second sooner; --push 0.5: too little, it falls back and
// the others stand;
// --impulses sequential: one contact after the other, and the row falls a little differently.

#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("dominoes", "each domino knocks the next one down");
    scene.count("--dominoes", 6, "in the row", 1, 40);
    scene.number("--gap", 0.5, "m", "between them; they are 1 m high and 0.1 m thick", io::positive);
    scene.number("--push", 1.2, "rad/s", "angular velocity of the first one");
    scenes::simulation_knobs(scene, 0.01, 2.5, 5, 0.1);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        contact::World world = scenes::world_of(knobs);
        const double pitch = knobs.number("--gap") + 0.1;
        scenes::add_floor(world, 8.0 + 4.0 * pitch * static_cast<double>(knobs.count("--dominoes")));
        for (std::size_t i = 0; i < knobs.count("--dominoes"); ++i)
            scenes::add_box(world, "domino" + std::to_string(i), {0.1, 0.5, 1},
                            {pitch * static_cast<double>(i), 0, 0.5});
        const double push = knobs.number("--push");
        rigid::set_velocity(world.bodies[1], {0.5 * push, 0, 0}, {0, push, 0});  // about its lower edges
        const contact::World after = scenes::play(knobs, rows, "Dominoes", world);
        std::size_t fallen = 0;
        for (std::size_t i = 1; i < after.bodies.size(); ++i) fallen += after.bodies[i].position.z < 0.45;
        rows.conclude(std::to_string(fallen) + " of " + std::to_string(knobs.count("--dominoes")) +
                      " dominoes have fallen after " + io::rounded(after.time) + " s");
    });
}
