// One implicit step of a hanging cloth [PBM-D-4.5, PBM-SD-cg]: time and memory against the number of
// particles.

#include <sys/resource.h>

#include <cstdio>
#include <ctime>

#include "measure.h"
#include "restraint/particles/cloth.h"
#include "restraint/particles/forces.h"
#include "restraint/particles/implicit_step.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

/// A square metre of n x n particles, held at two corners.
ParticleSystem hanging_cloth(std::size_t n) {
    ParticleSystem system;
    const auto cloth =
        add_cloth(system, rectangular_pattern(n - 1, n - 1, 1.0, 1.0),
                  {.density = 0.2, .stretch_warp = 300, .stretch_weft = 300, .shear = 10, .damping = 0.005},
                  [](Vec2 p) {
                      return Vec3{p.x, p.y, 0.0};
                  });
    system.nail(cloth[0]);
    system.nail(cloth[n - 1]);
    system.add_force(Gravity({0.1, 0, -9.81}));
    return system;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The largest memory that the process has had, in megabytes.
double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

int main() {
    const double before = peak_megabytes();
    std::printf("# implicit steps of 10 ms of a cloth of 1 m^2, mean of 5; seconds of one core\n");
    std::printf("# particles  seconds_per_step  iterations_per_step  peak_memory[MB]  kB_per_particle\n");
    std::vector<std::pair<double, double>> memory, time;  // against particles
    for (const std::size_t n : {25u, 50u, 100u}) {
        ParticleSystem system = hanging_cloth(n);
        ForceJacobians jacobians;
        std::size_t iterations = 0;
        const int steps = 5;
        const double start = cpu_seconds();
        for (int k = 0; k < steps; ++k) {
            const ImplicitResult result = implicit_step(system, 0.01, jacobians);
            iterations += result.iterations;
            if (result.outcome != ode::Outcome::finished) return 1;
        }
        const double megabytes = peak_megabytes() - before, particles = static_cast<double>(n * n);
        const double seconds = (cpu_seconds() - start) / steps;
        memory.emplace_back(particles, megabytes);
        time.emplace_back(particles, seconds / static_cast<double>(iterations));
        std::printf("cloth %zu %.3f %zu %.1f %.2f\n", n * n, seconds, iterations / steps, megabytes,
                    1024 * megabytes / particles);
    }
    std::printf("# memory grows as particles^%.2f, the time of an iteration as particles^%.2f\n",
                bench::growth_exponent(memory), bench::growth_exponent(time));
    return 0;
}
