#include "systems.h"

using namespace restraint;
using namespace restraint::particles;

namespace {

/// A piece of cloth and its force object at hand.
struct Sheet {
    ParticleSystem system;
    std::vector<std::size_t> particle;
    const Cloth* cloth = nullptr;
};

Sheet make_sheet(std::size_t columns, std::size_t rows, double width, double height,
                 const ClothMaterial& material, const std::function<Vec3(Vec2)>& place) {
    Sheet sheet;
    sheet.particle =
        add_cloth(sheet.system, rectangular_pattern(columns, rows, width, height), material, place);
    sheet.cloth = static_cast<const Cloth*>(sheet.system.forces().back().get());
    return sheet;
}

Vec3 flat(Vec2 p) { return {p.x, p.y, 0}; }

/// One triangle with its pattern a, b, c.
ClothTriangle triangle(Vec2 a, Vec2 b, Vec2 c) {
    const Cloth cloth({{a, b, c}, {{0, 1, 2}}}, {0, 1, 2}, {});
    return cloth.triangles()[0];
}

}  // namespace

TEST_CASE("T takes the pattern's triangle to its place in space [PBM-SE-T]") {
    // [erratum SE02]
    // (1,1), (3,1), (1,4) is moved by x -> (2x + y, 3y - x, x): T(u) = (2, -1, 1), T(v) = (1, 3, 0).
    const auto map = [](Vec2 p) { return Vec3{2 * p.x + p.y + 7, 3 * p.y - p.x, p.x - 2}; };
    const ClothTriangle t = triangle({1, 1}, {3, 1}, {1, 4});
    const std::array<Vec3, 3> x{map({1, 1}), map({3, 1}), map({1, 4})};
    CHECK(t.area == 3.0);
    CHECK(norm(t.warp(x) - Vec3{2, -1, 1}) <= 1e-15);
    CHECK(norm(t.weft(x) - Vec3{1, 3, 0}) <= 1e-15);
    const double s_u = norm(t.warp(x)) - 1, s_v = norm(t.weft(x)) - 1;  // [PBM-SE-triSu]
    CHECK(s_u == tests::near(std::sqrt(6.0) - 1, 1e-14));
    CHECK(s_v == tests::near(std::sqrt(10.0) - 1, 1e-14));
}

TEST_CASE("the shear angle is pi/2 - theta with unit threads [PBM-SE-trith, PBM-SE-theta]") {
    // [erratum SE03]
    // T(u) = (2, 0), T(v) = (1, 1): theta = 45 degrees. Without dividing by the lengths: acos(2), which is
    // nan.
    const auto shear = [](Vec3 b, Vec3 c) {  // the energy is 1/2 k (pi/2 - theta)^2 A, k = 6 and A = 1/2
        ParticleSystem system;
        add_cloth(system, {{{0, 0}, {1, 0}, {0, 1}}, {{0, 1, 2}}},
                  {.stretch_warp = 0, .stretch_weft = 0, .shear = 6.0, .bend = 0},
                  [](Vec2) { return Vec3{}; });
        system.particles[1].x = b;
        system.particles[2].x = c;
        return std::sqrt(2 * system.potential_energy() / (6.0 * 0.5));
    };
    CHECK(shear({2, 0, 0}, {1, 1, 0}) == tests::near(pi / 4, 1e-15));
    CHECK(shear({1, 0, 0}, {0, 1, 0}) == 0.0);
    CHECK(shear({1, 0, 0}, {-1, 1, 0}) == tests::near(pi / 4, 1e-15));
}

TEST_CASE("cloth at rest has no shear energy, and shearing raises it; with theta itself it would fall") {
    // [PBM-SE-Eshear, PBM-SE-triEsh, erratum SE01]
    const ClothMaterial only_shear{.stretch_warp = 0, .stretch_weft = 0, .shear = 6.0, .bend = 0};
    const auto sheared = [](double amount) {
        return [amount](Vec2 p) { return Vec3{p.x + amount * p.y, p.y, 0}; };
    };
    CHECK(make_sheet(3, 2, 1.5, 1.0, only_shear, flat).system.potential_energy() == 0.0);
    const double angle = std::atan(0.5);
    CHECK(make_sheet(3, 2, 1.5, 1.0, only_shear, sheared(0.5)).system.potential_energy() ==
          tests::near(6.0 / 2 * angle * angle * 1.5, 1e-13));
    const double at_rest = pi / 2, when_sheared = pi / 2 - angle;  // theta as printed
    CHECK(when_sheared * when_sheared < at_rest * at_rest);
}

TEST_CASE("stretch energy, by hand, the same for every sampling; warp and weft apart") {
    // [PBM-SE-Estr, PBM-SE-triEs]
    // 1.5 m x 1 m, drawn to 1.2 along u and 0.9 along v: E = 1/2 (50 0.2^2 + 20 0.1^2) 1.5 = 1.65 J.
    const ClothMaterial material{.stretch_warp = 50, .stretch_weft = 20, .shear = 5, .bend = 1};
    for (const std::size_t n : {1u, 3u, 8u}) {
        const Sheet sheet = make_sheet(n, 2 * n, 1.5, 1.0, material, [](Vec2 p) {
            return Vec3{1.2 * p.x, 0.9 * p.y, 3};
        });
        CHECK(sheet.system.potential_energy() == tests::near(1.65, 1e-13));
    }
}

TEST_CASE("rolled up along the warp or the weft, the bend energy is that of a cylinder") {
    // [PBM-SE-Ebend, PBM-SE-kappa, PBM-SE-triEb]
    // A cylinder of radius R has kappa = 1/R in one direction: E = 1/2 k A / R^2.
    const double radius = 0.6, k = 2.0;
    const ClothMaterial only_bend{.stretch_warp = 0, .stretch_weft = 0, .shear = 0, .bend = k};
    const auto rolled = [radius](double s) {
        return std::pair{radius * std::sin(s / radius), radius * (1 - std::cos(s / radius))};
    };
    const auto along_u = [&](Vec2 p) {
        const auto [x, z] = rolled(p.x);
        return Vec3{x, p.y, z};
    };
    const auto along_v = [&](Vec2 p) {
        const auto [y, z] = rolled(p.y);
        return Vec3{p.x, y, z};
    };
    const double exact = k / 2 * 1.0 / (radius * radius);
    for (const std::size_t n : {16u, 64u}) {
        CAPTURE(n);
        // The folds at the two borders are missing: 1/n of all.
        const double expected = exact * (1 - 1.0 / static_cast<double>(n));
        CHECK(make_sheet(n, 4, 1.0, 1.0, only_bend, along_u).system.potential_energy() ==
              tests::near(expected, 2e-3));
        CHECK(make_sheet(4, n, 1.0, 1.0, only_bend, along_v).system.potential_energy() ==
              tests::near(expected, 2e-3));
    }
}

TEST_CASE("the forces of cloth are minus the gradient of its energies") {
    // [PBM-SE-triEs, PBM-SE-triEsh, PBM-SE-triEb]
    Random random(17);  // seed 17
    const auto crumpled = [&](Vec2 p) {
        const double dx = random.uniform(-0.1, 0.1), dy = random.uniform(-0.1, 0.1),
                     dz = random.uniform(-0.2, 0.2);
        return Vec3{p.x + dx, p.y + dy, dz};
    };
    const ClothMaterial each[] = {
        {.stretch_warp = 8, .stretch_weft = 0, .shear = 0, .bend = 0},
        {.stretch_warp = 0, .stretch_weft = 5, .shear = 0, .bend = 0},
        {.stretch_warp = 0, .stretch_weft = 0, .shear = 7, .bend = 0},
        {.stretch_warp = 0, .stretch_weft = 0, .shear = 0, .bend = 0.3},
    };
    for (const ClothMaterial& material : each) {
        CAPTURE(material.shear);
        Sheet sheet = make_sheet(3, 2, 1.2, 0.8, material, crumpled);
        const Vector f = sheet.system.applied_forces();
        CHECK(max_norm(f) > 0.1);
        check_gradient(sheet.system, 1e-7 * std::max(1.0, max_norm(f)));
        // No energy changes under rotation or translation: no force and no torque as a whole.
        Vec3 force, torque;
        for (const Particle& p : sheet.system.particles) force += p.f, torque += cross(p.x, p.f);
        CHECK(norm(force) <= 1e-12);
        CHECK(norm(torque) <= 1e-12);
    }
}

TEST_CASE("the matrices of a flat, stretched cloth are exact in the plane; damping is -A k_d dC dC'") {
    const ClothMaterial material{
        .stretch_warp = 8, .stretch_weft = 5, .shear = 3, .bend = 0.2, .damping = 0.1};
    Sheet sheet = make_sheet(2, 1, 1.0, 0.6, material, [](Vec2 p) { return Vec3{1.3 * p.x, 1.1 * p.y, 0}; });
    check_jacobians(sheet.system, 1e-6);
}

TEST_CASE("warp and weft are special: the same pull stretches cloth more along the bias [PBM-SE-Su]") {
    // [claim CL-SE-05]
    // A square patch hung between two clamped sides, pulled apart with the same force, threads along the pull
    // or at 45 degrees to it. Shear is much softer than stretch.
    const auto elongation = [](bool bias) {
        const double s = std::sqrt(0.5);
        ClothPattern pattern = rectangular_pattern(6, 6, 1.0, 1.0);
        const std::vector<Vec2> places = pattern.points;
        if (bias)  // the same square, cut at 45 degrees from the bolt
            for (Vec2& p : pattern.points) p = rotated(p, s, s);
        ParticleSystem system;
        std::size_t next = 0;
        const auto particle = add_cloth(
            system, pattern,
            {.stretch_warp = 100, .stretch_weft = 100, .shear = 2, .bend = 0, .damping = 0.05}, [&](Vec2) {
                return Vec3{places[next].x, places[next++].y, 0};
            });
        struct Pull : Force {  // 7 N in all, along the side evenly: its ends bear half as much
            std::vector<std::size_t> particles;
            void apply(ParticleSystem& target) const override {
                for (std::size_t i : particles) target.particles[i].f += Vec3{7.0 / 6, 0, 0};
                for (std::size_t i : {particles.front(), particles.back()})
                    target.particles[i].f -= Vec3{7.0 / 12, 0, 0};
            }
        };
        Pull pull;
        for (std::size_t j = 0; j <= 6; ++j) {
            system.nail(particle[7 * j]);
            pull.particles.push_back(particle[7 * j + 6]);
        }
        system.add_force(pull);
        system.add_force(Drag(0.02));
        run_implicit(system, 400, 0.05);
        return system.particles[particle[7 * 3 + 6]].x.x - 1.0;
    };
    const double along = elongation(false), on_the_bias = elongation(true);
    CHECK(along == tests::near(0.07, 1e-6));  // 7 N over 100 N/m and 1 m
    CHECK(on_the_bias > 2 * along);
    measured("CL-SE-05",
             "elongation on the bias over along the thread " + std::to_string(on_the_bias / along));
}

TEST_CASE("a hanging cloth by implicit Euler, at a step where explicit Euler blows up") {
    // [PBM-D-4.5, PBM-SD-cg]
    const auto hang = [](bool implicit) {
        Sheet sheet = make_sheet(10, 10, 1.0, 1.0,
                                 {.density = 0.2,
                                  .stretch_warp = 200,
                                  .stretch_weft = 200,
                                  .shear = 20,
                                  .bend = 1e-4,
                                  .damping = 0.01},
                                 [](Vec2 p) {
                                     return Vec3{p.x, 0, p.y};
                                 });
        ParticleSystem& system = sheet.system;
        system.nail(sheet.particle[0]);
        system.nail(sheet.particle[10]);
        system.add_force(Gravity());
        system.add_force(Drag(1e-3));
        const double energy = system.energy();
        const ode::Stepper explicit_euler = ode::stepper("euler");
        ForceJacobians jacobians;
        for (int k = 0; k < 150; ++k) {
            const ode::Outcome outcome =
                implicit ? implicit_step(system, 0.02, jacobians).outcome : explicit_euler(system, 0.02);
            if (outcome != ode::Outcome::finished) return 1e300;
        }
        CHECK(system.energy() < energy);
        // It hangs below its nails: the middle of the free side is near the bottom.
        CHECK(system.particles[sheet.particle[115]].x.y < -0.5);
        return system.energy();
    };
    CHECK(hang(true) < 0.0);
    CHECK(hang(false) == 1e300);
}

TEST_CASE("even four triangles are overconstrained: 24 rest quantities on 15 coordinates [PBM-SE-overc]") {
    // [claim CL-SE-04]
    // A pyramid without its base: 4 triangles around a tip. Rest angles: 3 in each triangle and one at each
    // of the 4 inner edges; rest lengths: 4 inner and 4 outer edges.
    const ClothPattern pattern{{{0, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}},
                               {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}}};
    const Cloth cloth(pattern, {0, 1, 2, 3, 4}, {});
    const std::size_t inner = cloth.edges().size(), sides = 3 * cloth.triangles().size();
    const std::size_t angles = sides + inner, lengths = sides - inner;
    CHECK(angles == 16);
    CHECK(lengths == 8);
    CHECK(angles + lengths == 24);
    CHECK(3 * pattern.points.size() == 15);
    measured("CL-SE-04", std::to_string(angles) + " angles and " + std::to_string(lengths) + " lengths on " +
                             std::to_string(3 * pattern.points.size()) + " coordinates");
}

TEST_CASE("bending is the slide's integral: half along 45 degrees, none in a twist, each thread its own") {
    // [PBM-SE-Ebend, PBM-SE-kappa] z = (a u^2 + 2 b u v + c v^2) / 2 with small a, b, c: E = 1/2 k (a^2 + w
    // c^2) for 1 m^2, less the folds at the borders, a share 1/n of each.
    const double k = 3.0, w = 0.5, small = 1e-4;
    const std::size_t n = 20;
    const auto energy = [&](double a, double b, double c) {
        const ClothMaterial only_bend{
            .stretch_warp = 0, .stretch_weft = 0, .shear = 0, .bend = k, .bend_of_weft = w};
        return make_sheet(
                   n, n, 1.0, 1.0, only_bend,
                   [=](Vec2 p) {
                       return Vec3{p.x, p.y, small / 2 * (a * p.x * p.x + 2 * b * p.x * p.y + c * p.y * p.y)};
                   })
                   .system.potential_energy() /
               (small * small * (1 - 1.0 / static_cast<double>(n)));
    };
    CHECK(energy(1, 0, 0) == tests::near(k / 2, 1e-6));
    CHECK(energy(0, 0, 1) == tests::near(k * w / 2, 1e-6));
    CHECK(energy(0.5, 0.5, 0.5) == tests::near(k / 2 * (1 + w) / 4, 1e-6));  // rolled at 45 degrees
    CHECK(energy(0, 1, 0) <= 1e-6 * k);                                      // twisted
}

TEST_CASE("a cloth of 2 x 1 m at .3 kg/m^2 weighs .6 kg, each inner point its share of the area") {
    ParticleSystem system;
    const auto cloth = add_cloth(system, rectangular_pattern(4, 2, 2.0, 1.0), {.density = 0.3}, flat);
    double mass = 0.0;
    for (const Particle& p : system.particles) mass += p.mass;
    CHECK(mass == tests::near(0.6, 1e-14));
    // Inner points of the middle row: 4 or 8 triangles of 1/8 m^2.
    CHECK(system.particles[cloth[6]].mass + system.particles[cloth[7]].mass ==
          tests::near(0.3 * 12 / 8.0 / 3, 1e-14));
}
