#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

/// Moves every particle of a system to place(x).
template <typename Place>
void deform(ParticleSystem& system, Place place) {
    for (Particle& p : system.particles) p.x = place(p.x);
}

}  // namespace

TEST_CASE("stretched to twice its length a hair has the same energy however it is cut") {
    // [PBM-SE-str, PBM-SE-str100, PBM-SE-kn]
    // Length 2 m, stretch constant S: E = 1/2 S L = S; the notes' numbers are k = 3 n, that is S = k_i l_i
    // = 6.
    for (const std::size_t n : {1u, 4u, 64u}) {
        CAPTURE(n);
        ParticleSystem system;
        add_hair(system, straight_line({0, 0, 0}, {2, 0, 0}, n), {.stretch = 6.0});
        CHECK(std::abs(system.potential_energy()) <= 1e-28);
        deform(system, [](Vec3 x) { return 2 * x; });
        CHECK(system.potential_energy() == tests::near(6.0, 1e-13));
        measured("CL-SE-01",
                 "n = " + std::to_string(n) + ": " + std::to_string(system.potential_energy()) + " J");
    }
    // Cut into unlike pieces too.
    ParticleSystem system;
    add_hair(system, {{0, 0, 0}, {0.1, 0, 0}, {1.3, 0, 0}, {1.5, 0, 0}, {2, 0, 0}}, {.stretch = 6.0});
    deform(system, [](Vec3 x) { return 2 * x; });
    CHECK(system.potential_energy() == tests::near(6.0, 1e-13));
}

TEST_CASE("bent to a circle a hair has the same energy however it is cut") {
    // [PBM-SE-circ, PBM-SE-kn2, PBM-SE-ang, claim CL-SE-01]
    // In the notes' units: n joints of stiffness k = 3 n around a closed circle, E = 1/2 3n n (2 pi / n)^2 =
    // 6 pi^2 = 59.2176. Here an open hair of length L = 2 pi R, and E = 1/2 B L / R^2 = B pi / R; the two end
    // joints are missing, 1/n of the energy.
    const double radius = 0.5, bend = 3.0, exact = bend * pi / radius;
    double last_error = 1.0;
    for (const std::size_t n : {8u, 64u, 512u}) {
        CAPTURE(n);
        ParticleSystem system;
        // The rest shape is straight whatever the points are, so put them on the circle at once.
        std::vector<Vec3> points;
        for (std::size_t i = 0; i <= n; ++i) {
            const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
            points.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
        }
        add_hair(system, points, {.stretch = 1.0, .bend = bend});
        const double chord = 2 * radius * std::sin(pi / static_cast<double>(n));
        // n - 1 joints of angle 2 pi / n and stiffness B / chord.
        const double by_hand =
            bend / chord / 2 * std::pow(2 * pi / static_cast<double>(n), 2) * static_cast<double>(n - 1);
        CHECK(system.potential_energy() == tests::near(by_hand, 1e-10));
        const double error = std::abs(system.potential_energy() / exact - 1);
        CHECK(error < last_error / 4);  // refined eight times
        last_error = error;
    }
    for (const double n : {8.0, 64.0, 512.0}) {
        const double theta = 2 * pi / n, k = 3 * n;
        CHECK(n * k * theta * theta / 2 == tests::near(6 * pi * pi, 1e-14));  // 59.2176
    }
}

TEST_CASE(
    "between unlike pieces the joint is that of their mean length: a right angle, by hand [PBM-SE-kn2]") {
    // Pieces of .1 and .3 m: k = 3 N m^2 / .2 m = 15 N m, E = 1/2 15 (pi/2)^2.
    ParticleSystem system;
    add_hair(system, {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.3, 0}}, {.bend = 3.0});
    CHECK(system.potential_energy() == tests::near(7.5 * pi * pi / 4, 1e-13));
}

TEST_CASE("a finer hair is a stiffer system: its fastest mode grows as the number of pieces [PBM-SE-kn]") {
    // [claim CL-SE-02]
    // Chain with k_i = S/l and m_i = rho l: w_max = 2 sqrt(k/m) = 2/l sqrt(S/rho), up to the ends. So the
    // longest stable step shrinks as 1/n: with n = 10 Runge-Kutta takes h = 2.8/w, with n = 40 not even half.
    const auto stable = [](std::size_t n, double h) {
        ParticleSystem system;
        add_hair(system, straight_line({0, 0, 0}, {1, 0, 0}, n), {.mass_per_length = 0.01, .stretch = 1.0});
        system.nail(0);
        for (std::size_t i = 1; i <= n; ++i) system.particles[i].x.x += i % 2 ? 1e-4 : -1e-4;
        const double energy = system.energy();
        const ode::Stepper advance = ode::stepper("rk4");
        for (int k = 0; k < 300; ++k)
            if (advance(system, h) != ode::Outcome::finished) return false;
        return system.energy() <= energy;
    };
    const double w_10 = 2 * 10 * std::sqrt(1.0 / 0.01);
    // The longest stable step of n pieces, times w_10, of 2.6, 2.6 * 1.02, ... divided by n / 10.
    const auto longest = [&](std::size_t n) {
        double h = 2.6 / w_10 * 10 / static_cast<double>(n);
        REQUIRE(stable(n, h));
        while (stable(n, 1.02 * h)) h *= 1.02;
        return h * w_10;
    };
    const double ten = longest(10), forty = longest(40);
    CHECK(ten < 4.2);  // the end particle is half as heavy: its mode is a little faster
    CHECK(std::abs(ten / forty - 4) <= 4 * 0.05);
    measured("CL-SE-02",
             "longest stable step " + figure(ten) + "/w of 10 pieces, " + figure(forty) + "/w of 40");
}

namespace {

/// The other way to stiffen a hair: springs of stiffness .5 N over their length between every second
/// particle.
void add_second_neighbour_springs(ParticleSystem& system, const std::vector<std::size_t>& hair) {
    for (std::size_t i = 0; i + 2 < hair.size(); ++i) {
        const double length = norm(system.at(hair[i]).x - system.at(hair[i + 2]).x);
        system.add_force(spring_at_rest(system, hair[i], hair[i + 2], 0.5 / length));  // [PBM-SE-lin]
    }
}

}  // namespace

TEST_CASE("springs to the second neighbour resist bending but stretching too; angular ones only bending") {
    // [PBM-SE-lin, claim CL-SE-03]
    const auto stretched_energy = [](int kind) {
        ParticleSystem system;
        const auto hair = add_hair(system, straight_line({0, 0, 0}, {1, 0, 0}, 10),
                                   {.stretch = 5.0, .bend = kind == 1 ? 0.02 : 0.0});
        if (kind == 2) add_second_neighbour_springs(system, hair);
        deform(system, [](Vec3 x) { return 1.1 * x; });
        return system.potential_energy();
    };
    const auto bent_energy = [](int kind) {
        ParticleSystem system;
        const auto hair = add_hair(system, straight_line({0, 0, 0}, {1, 0, 0}, 10),
                                   {.stretch = 5.0, .bend = kind == 1 ? 0.02 : 0.0});
        if (kind == 2) add_second_neighbour_springs(system, hair);
        // Round an arc, each piece as long as before.
        const double turn = 0.1;
        for (std::size_t i = 1; i <= 10; ++i) {
            const double angle = turn * static_cast<double>(i);
            system.particles[i].x =
                system.particles[i - 1].x + 0.1 * Vec3{std::cos(angle), std::sin(angle), 0};
        }
        return system.potential_energy();
    };
    const double limp = stretched_energy(0);
    CHECK(stretched_energy(1) == tests::near(limp, 1e-12));
    // Nine springs 0.2 m long of 0.5/0.2 N/m, each longer by 0.02 m.
    CHECK(stretched_energy(2) == tests::near(limp + 9 * 0.5 / 0.2 * 0.02 * 0.02 / 2, 1e-12));
    CHECK(stretched_energy(2) > 1.05 * limp);
    measured("CL-SE-03", "stretched by a tenth: energy " + figure(stretched_energy(1) / limp) +
                             " times that of limp hair with angular springs, " +
                             figure(stretched_energy(2) / limp) + " with springs to the second neighbour");
    CHECK(bent_energy(0) <= 1e-20);
    CHECK(bent_energy(1) == tests::near(9 * 0.02 / 0.1 * 0.1 * 0.1 / 2, 1e-10));
    CHECK(bent_energy(2) > 0.0);
}

TEST_CASE("a limp hair hangs down; one with body stands out from the wall [PBM-SE-limp, PBM-SE-ang]") {
    const auto sag = [](double bend) {
        ParticleSystem system;
        const auto hair = add_hair(system, straight_line({0, 0, 0}, {0.3, 0, 0}, 12),
                                   {.mass_per_length = 0.01, .stretch = 20.0, .bend = bend, .damping = 1e-3});
        system.nail(hair[0]);
        system.nail(hair[1]);  // clamped
        system.add_force(Gravity());
        system.add_force(Drag(2e-3));
        run_implicit(system, 600, 0.02);
        return -system.particles[hair.back()].x.y;
    };
    // Clamped at the second nail, with eleven pieces of h = .025 m beyond it. At the k-th joint from the tip
    // hang k - 1 points of rho h and half of one, whose moment is rho g (k h)^2 / 2: it bends by that times h
    // / B, and takes the tip, k h away, down by rho g h^4 k^3 / 2B. The sum of k^3 to 11 is 66^2. (A beam of
    // k h = L sags by rho g L^4 / 8B.)
    const double stiff = sag(1.0), h = 0.025;
    CHECK(sag(0.0) > 0.27);
    CHECK(stiff == tests::near(0.01 * 9.81 * std::pow(h, 4) * 66 * 66 / 2, 1e-4));
}

TEST_CASE("a damped bend resists bending, whichever way it goes: at a right angle, by hand [PBM-SE-ang]") {
    // c turns about b at 1 rad/s: damping 0.3 N m s makes 0.3 N against it at 1 m.
    for (const double way : {1.0, -1.0}) {
        ParticleSystem system =
            particles_at({{1.0, {-1, 0, 0}}, {1.0, {0, 0, 0}}, {1.0, {0, 1, 0}, {-way, 0, 0}}});
        system.add_force(AngularSpring(0, 1, 2, 0.0, 0.3));
        system.applied_forces();
        CHECK(max_norm(system.particles[2].f - Vec3{0.3 * way, 0, 0}) < 1e-15);
        CHECK(max_norm(system.particles[0].f - Vec3{0, -0.3 * way, 0}) < 1e-15);
        CHECK(max_norm(system.particles[1].f - Vec3{-0.3 * way, 0.3 * way, 0}) < 1e-15);
    }
}
