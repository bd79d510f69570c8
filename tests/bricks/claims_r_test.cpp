// What ROTE and its slides say of the method, each in the smallest situation that shows it.

#include <array>
#include <cstdio>

#include "restraint/gauss/project.h"
#include "restraint/linalg/lu.h"
#include "towers.h"

using namespace restraint;
using namespace restraint::bricks;
using gauss::InverseMass, gauss::Projection, gauss::Row;

namespace {

std::string shown_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

/// f >= 0, A f + b >= 0, f (A f + b) = 0 by trying every set of acting contacts: for a few of them, and no
/// relation of the solver's.
Vector forces_by_trial(const Matrix& a, const Vector& b) {
    const std::size_t n = b.size();
    for (std::size_t set = 0; set < (std::size_t{1} << n); ++set) {
        Matrix m(n, n);
        Vector right(n);
        for (std::size_t i = 0; i < n; ++i) {
            const bool acts = (set >> i & 1) != 0;
            for (std::size_t j = 0; j < n; ++j) m(i, j) = acts ? a(i, j) : (i == j ? 1.0 : 0.0);
            right[i] = acts ? -b[i] : 0.0;
        }
        const Vector f = solve(factor_lu(m), right), rest = a * f + b;
        bool good = true;
        for (std::size_t i = 0; i < n; ++i) good = good && f[i] > -1e-12 && rest[i] > -1e-9;
        if (good) return f;
    }
    return {};
}

Row row_of(const Vector& coefficients) {
    Row row;
    for (std::size_t k = 0; k < coefficients.size(); ++k) row.add(k, {coefficients[k]});
    return row;
}

}  // namespace

TEST_CASE("two equal discs: 1/2 and 1/2 inelastic, 0 and 1 elastic; momentum stays [claim CL-R-04]") {
    // [SLIDES-coll, ROTE-Q*] The energy before is v^2 m/2. In the first case v^2 m/4 is left, in the
    // second v^2 m/2.
    const std::vector<InverseMass> w(2, InverseMass::diagonal({1.0}));
    const Vector before{1.0, 0.0};
    Row apart = row_of({-1.0, 1.0});
    const Vector inelastic = gauss::project(w, before, std::vector<Row>{apart}).x;
    CHECK(max_norm(inelastic - Vector{0.5, 0.5}) < 1e-15);
    apart.lower = 1.0;  // they part as fast as they met
    const Vector elastic = gauss::project(w, before, std::vector<Row>{apart}).x;
    CHECK(max_norm(elastic - Vector{0.0, 1.0}) < 1e-15);
    measured("CL-R-04", "(" + shown_number(inelastic[0]) + ", " + shown_number(inelastic[1]) +
                            "), elastic (" + shown_number(elastic[0]) + ", " + shown_number(elastic[1]) +
                            ")");
}

TEST_CASE("two points of 1 kg at rest on a floor, g = 10: forces of 10 N each [ROTE-Q, claim CL-R-07]") {
    // The sum without the 1/2, as the paper has it, has multipliers 2 m (a - g) = 20, twice the forces.
    const std::vector<InverseMass> w(2, InverseMass::diagonal({1.0}));
    const std::vector<Row> floor{row_of({1.0, 0.0}), row_of({0.0, 1.0})};
    const Projection p = gauss::project(w, Vector{-10.0, -10.0}, floor);
    CHECK(max_norm(p.x) == 0.0);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(std::abs(p.multipliers[i] - 10.0) < 1e-14);
        const double of_the_paper = 2.0 * 1.0 * (p.x[i] + 10.0);
        CHECK(of_the_paper == 20.0);
    }
    measured("CL-R-07", shown_number(p.multipliers[0]) + ", " + shown_number(p.multipliers[1]));
}

TEST_CASE("(Q*) is the inelastic collision: impulses push, approach ends, not both [claim CL-R-08]") {
    // [ROTE-Q*, BARAFF89-29] Impulses found by trying all sets of contacts: v + W J' j, with J v+ >= 0.
    Random random(8);
    double worst = 0.0;
    for (int trial = 0; trial < 100; ++trial) {
        INFO("seed 8, trial ", trial);
        const std::size_t n = 2 + static_cast<std::size_t>(trial) % 3, d = 5;
        Matrix j(n, d), jw(n, d);
        Vector masses(d), v(d);
        std::array<double, 5> inverse{};
        for (std::size_t k = 0; k < d; ++k) {
            masses[k] = random.uniform(0.5, 2.0);
            v[k] = random.uniform(-1.0, 1.0);
            inverse[k] = 1.0 / masses[k];
        }
        const std::vector<InverseMass> w{InverseMass::diagonal(inverse)};
        std::vector<Row> rows;
        for (std::size_t i = 0; i < n; ++i) {
            std::array<double, 5> coefficients{};
            for (std::size_t k = 0; k < d; ++k) {
                coefficients[k] = j(i, k) = random.uniform(-1.0, 1.0);
                jw(i, k) = j(i, k) / masses[k];
            }
            rows.push_back(Row().add(0, coefficients));
        }
        const Vector impulses = forces_by_trial(jw * transpose(j), j * v);
        REQUIRE(impulses.size() == n);
        const Projection p = gauss::project(w, v, rows);
        worst = std::max(worst, max_norm(p.x - (v + transpose(jw) * impulses)));
    }
    CHECK(worst < 1e-12);  // blocks of A are conditioned up to 1e3 here
    measured("CL-R-08", "largest difference of a velocity in 100 systems " + shown_number(worst));
}

TEST_CASE(
    "an error of 1e-6 in the first step breaks the symmetry with one diagonal and two [claim CL-R-16]") {
    // The authors blamed their solver's tolerance, not the bricks' single diagonal: so it is. [ROTE-fig7]
    std::string values;
    for (const Bars bars : {Bars::minimal, Bars::braced}) {
        const auto end = [&](double error) {
            Tower tower = diamond(5);
            const Symmetry symmetry(tower);
            tower.bodies[7].velocity.linear.x = error / 0.002;  // m in the first step
            PositionLoop loop(tower, {.model = Model::framework4, .bars = bars});
            step_to(loop, 1.0);
            return symmetry.lost_by(loop.tower());
        };
        const double exact = end(0.0), inexact = end(1e-6);
        CHECK(exact < 1e-9);
        CHECK(inexact > 1e-5);
        values += (values.empty() ? "one diagonal " : "; both ") + shown_number(inexact) + " m against " +
                  shown_number(exact) + " m";
    }
    measured("CL-R-16", values + " after 1 s");
}

TEST_CASE("a penalty of M leaves 1/(1 + M) of a bar's deviation; M = 100: 1/101 [claim CL-R-17]") {
    // One free point of mass 1, its length's deviation d the unknown: (d - 1)^2 + M d^2 is least at
    // 1/(1 + M). A row d + slack = 0 whose slack has inverse mass 1/M says the same, as the loop has it.
    // [ROTE-8.4]
    const double penalty = 100.0;
    const std::vector<InverseMass> w{InverseMass::diagonal({1.0}), InverseMass::diagonal({1.0 / penalty})};
    Row bar = row_of({1.0, 1.0});
    bar.lower = bar.upper = 0.0;
    const Projection p = gauss::project(w, Vector{1.0, 0.0}, std::vector<Row>{bar});
    CHECK(std::abs(p.x[0] - 1.0 / 101.0) < 1e-15);
    measured("CL-R-17", "share " + shown_number(p.x[0]));
}

TEST_CASE("rows that are far do nothing in positions, and hold up what they should not in accelerations") {
    // [claim CL-R-19] A point 1 cm above the floor, whose row is taken in too early: in positions the row is
    // y >= 0, and the step of g dt^2 = 40 um does not reach it. In accelerations it is a >= 0, and the point
    // hangs in the air. [ROTE-S', ROTE-S2acc]
    const std::vector<InverseMass> w{InverseMass::diagonal({1.0})};
    const double dt = 0.002, fall = 9.81 * dt * dt;
    const std::vector<Row> floor{row_of({1.0})};
    CHECK(gauss::project(w, Vector{0.01 - fall}, floor).x[0] == 0.01 - fall);
    CHECK(gauss::project(w, Vector{-9.81}, floor).x[0] == 0.0);
    // A whole tower, with a fixed brick a millimetre beside it all the way down.
    const auto end = [](bool beside) {
        Tower tower = inverted_pyramid(3);
        const std::size_t own = tower.bodies.size();
        if (beside) {
            double right = 0.0;
            for (const Body& body : tower.bodies) right = std::max(right, body.pose.position.x + 0.5);
            tower.bodies.push_back(fixed(make_brick("post", {{right + 0.101, 0.0}, 0.0}, 0.2, 4.0)));
        }
        tower = after(PositionLoop(tower), 20 * 0.002);
        tower.bodies.resize(own);
        return tower;
    };
    const double apart = difference(end(false), end(true));
    CHECK(apart < 1e-9);
    measured("CL-R-19", "positions differ by " + shown_number(apart));
}

TEST_CASE("past the end of a side its line says nothing; the next side takes over [claim CL-R-24]") {
    // A square that stands on its corner, just beyond the table's right end and below its top, moves left at
    // 1 m/s: the corner's distance from the top's line is negative already, and gets no worse. Without
    // gravity. The table's right side stops it.
    const Body square = make_brick("b", {{0.45, -0.3}, std::acos(-1.0) / 4}, 0.5, 0.5);
    const Tower tower = tower_of({moving(square, {{-1.0, 0.0}, 0.0})}, {{"table", -5.0, 0.0, 0.0}}, {});
    PositionLoop loop(tower);
    double leftmost = 1.0;
    while (loop.time() < 0.3) {
        step(loop);
        for (std::size_t k = 0; k < 4; ++k)
            leftmost = std::min(leftmost, world_vertex(loop.tower().bodies[0], k).x);
    }
    const Motion last = loop.tower().bodies[0].velocity;
    CHECK(std::abs(leftmost) < 1e-9);       // it has arrived at the side, and is not in it
    CHECK(std::abs(last.linear.x) < 1e-9);  // inelastic, straight through the centre
    CHECK(std::abs(loop.tower().bodies[0].pose.position.y + 0.3) < 1e-9);  // nothing lifted it to the top
    measured("CL-R-24", "deepest " + shown_number(std::max(-leftmost, 0.0)) + " m");
}
