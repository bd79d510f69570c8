// Week 4, write this: a behaviour function, C = area of a triangle - 1, whose force keeps the area. Three
// particles of a triangle of area 1/2 swell; with damping they come to rest at area 1, and their centre has
// not moved.

#include <cstdio>

#include "restraint/ode/explicit.h"
#include "restraint/particles/behaviour.h"

using namespace restraint;
using particles::BehaviourValue;

/// C = |n| / 2 - 1 with n = (b - a) x (c - a); dC/da = (c - b) x u / -2 and round, with u = n / |n|.
BehaviourValue area_less_one(const std::vector<Vec3>& x) {
    const Vec3 n = cross(x[1] - x[0], x[2] - x[0]), u = normalized(n);
    return {{norm(n) / 2 - 1.0},
            {{0.5 * cross(u, x[2] - x[1]), 0.5 * cross(u, x[0] - x[2]), 0.5 * cross(u, x[1] - x[0])}}};
}

int main() {
    particles::ParticleSystem triangle;
    triangle.add_particle(1.0, {0, 0, 0});
    triangle.add_particle(2.0, {1, 0, 0});
    triangle.add_particle(3.0, {0, 1, 0});
    triangle.add_force(particles::BehaviourForce({0, 1, 2}, area_less_one, 50.0, 5.0));
    const ode::Integration end =
        ode::integrate(ode::rk4, ode::derivative_of(triangle), triangle.state(), 0.0, 20.0, 4000);
    triangle.set_state(end.x, end.t);
    std::vector<Vec3> x;
    Vec3 centre;
    for (const particles::Particle& p : triangle.particles) {
        x.push_back(p.x);
        centre += p.mass / 6 * p.x;
    }
    std::printf("area %.4f m^2, centre (%.4f, %.4f)\n", area_less_one(x).c[0] + 1.0, centre.x, centre.y);
}
