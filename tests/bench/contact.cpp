// A stack of ten cubes at rest for a minute: seconds of one core, and the largest displacement and velocity
// of any cube. The cubes flush, and each one shifted against its neighbours so that rounding could show.

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "restraint/collide/shapes.h"
#include "restraint/contact/simulation.h"
#include "restraint/rigid/mass.h"

using namespace restraint;

namespace {

contact::World stack_of_cubes(std::size_t cubes, double shift) {
    contact::World world;
    world.add(rigid::make_fixed("floor", {0, 0, -0.5}), collide::make_convex(rigid::make_box({10, 10, 1})));
    for (std::size_t i = 0; i < cubes; ++i) {
        const Vec3 position{shift * static_cast<double>(i % 2), 0.5 * shift * static_cast<double>(i % 3),
                            0.5 + static_cast<double>(i)};
        world.add(rigid::make_body("cube", rigid::box_mass({1, 1, 1}, 1), position),
                  collide::make_convex(rigid::make_box({1, 1, 1})));
    }
    return world;
}

}  // namespace

int main() {
    std::printf("# ten cubes of 1 m at rest for 60 s, steps of 10 ms (Runge-Kutta); seconds of one core\n");
    std::printf("# stack  shift[m]  seconds  largest_displacement[m]  largest_speed[m/s]\n");
    for (const double shift : {0.0, 0.1}) {
        const contact::World start = stack_of_cubes(10, shift);
        contact::Simulation simulation(start, {});
        double displacement = 0.0, speed = 0.0;
        const std::clock_t before = std::clock();
        for (int k = 0; k < 6000; ++k) {
            if (simulation.advance() != contact::Outcome::finished) return 1;
            for (std::size_t i = 1; i < start.bodies.size(); ++i) {
                const rigid::RigidBody& body = simulation.world().bodies[i];
                displacement = std::max(displacement, norm(body.position - start.bodies[i].position));
                speed = std::max(speed, norm(body.velocity));
            }
        }
        const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        std::printf("stack 10 %g %.2f %.1e %.1e\n", shift, seconds, displacement, speed);
    }
    return 0;
}
