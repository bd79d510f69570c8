// Reads along with OBA section 6.3: chapter oba.
//
// A block on an incline sticks if mu >= tan(angle), and slides down with g (sin(angle) - mu cos(angle)) if
// not [OBA-6.39]: for mu = 0.3 the limit is 16.699 degrees.
//
// Impulses hold it against gravity [OBA-6.43], or accelerations do: they lie in the cone that is
// perpendicular to the friction cone [OBA-6.41]. The thesis prints a cosine too much there, with which blocks
// stick up to 17.98 degrees (erratum O19). Its momentum update, the least kinetic energy [OBA-6.28], takes a
// larger normal impulse than gravity asks for, since more friction brakes more (erratum O37): the block hops
// down in jumps.
//
// Columns: the way down, the speed, the speed by hand, and how high the block is above the incline.
//
// Try: --angle 16.69, where it stays; --support accelerations; --angle 30 --rule least_energy: it hops.

#include <cmath>

#include "oba_run.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("friction_incline", "a block sticks if mu >= tan(angle), and slides if not");
    scene.number("--angle", 16.71, "degrees", "of the incline, below 80", io::not_negative);
    scene.number("--friction", 0.3, "", "mu", io::not_negative);
    scene.choice("--support", "impulses|accelerations", "what holds it: OBA 6.3.2, or 6.3.1");
    scene.choice("--rule", "coulomb|least_energy", "of impulses: Coulomb's, or the thesis' own");
    scene.count("--frames", 60, "how many frames of 1/30 s", 1, 10'000);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        if (!(knobs.number("--angle") < 80)) throw io::UsageError("--angle must be below 80 degrees");
        const double angle = knobs.number("--angle") * std::acos(-1.0) / 180, mu = knobs.number("--friction");
        scenes::World world;
        world.friction = mu;
        const Vec3 turn{0, angle, 0}, up = rotated({0, 0, 1}, from_rotation_vector(turn)),
                                      down = rotated({1, 0, 0}, from_rotation_vector(turn));
        scenes::add_wall(world, {400, 4, 1}, -0.5 * up, turn);
        const std::size_t number = scenes::add_box(world, {1, 1, 0.4}, 0.2 * up, turn);
        oba::AnimationOptions options;
        if (knobs.text("--support") == "accelerations") options.support = oba::by_accelerations();
        if (knobs.text("--rule") == "least_energy") options.momentum.rule = oba::least_energy;
        oba::Animation animation(world, options);
        const rigid::RigidBody& block = animation.world.bodies[number];
        const double pull = std::max(0.0, 10 * (std::sin(angle) - mu * std::cos(angle)));
        rows.columns({"t[s]", "way[m]", "speed[m/s]", "speed_by_hand[m/s]", "height[m]"});
        for (std::size_t k = 0; k <= knobs.count("--frames"); ++k) {
            if (k > 0) animation.advance();
            const double t = static_cast<double>(k) / 30;
            rows.row({t, dot(down, block.position), dot(down, block.velocity), pull * t,
                      dot(up, block.position) - 0.2});
        }
        rows.conclude(std::string("the block ") + (norm(block.velocity) < 1e-9 ? "sticks" : "moves") +
                      ", tan(angle) = " + io::rounded(std::tan(angle), 5) + " and mu = " + io::rounded(mu));
    });
}
