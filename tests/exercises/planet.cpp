// Week 2, write this: a force object, the sun's attraction of every particle, f = -k m x / |x|^3, and
// Kepler's third law: a circle of radius r takes 2 pi sqrt(r^3 / k), so that one four times as wide takes
// eight times as long.

#include <cmath>
#include <cstdio>

#include "restraint/ode/explicit.h"
#include "restraint/particles/particle_system.h"

using namespace restraint;

struct Sun : particles::Force {
    double k = 1.0;  // m^3/s^2
    void apply(particles::ParticleSystem& system) const override {
        for (particles::Particle& p : system.particles) p.f -= k * p.mass / std::pow(norm(p.x), 3) * p.x;
    }
};

int main() {
    const double pi = std::acos(-1.0);
    for (const double r : {1.0, 4.0}) {
        particles::ParticleSystem planets;
        planets.add_particle(2.0, {r, 0, 0}, {0, std::sqrt(1.0 / r), 0});
        planets.add_force(Sun());
        const double year = 2 * pi * std::sqrt(r * r * r);
        const ode::Integration end =
            ode::integrate(ode::rk4, ode::derivative_of(planets), planets.state(), 0.0, year, 2000);
        std::printf("radius %g m: after %.4f s %.0e m from the start\n", r, year,
                    std::hypot(end.x[0] - r, end.x[1]));
    }
}
