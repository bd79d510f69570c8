#include "restraint/gauss/project.h"

#include <doctest/doctest.h>

#include <cmath>

#include "../near.h"
#include "../random.h"

using namespace restraint;
using gauss::InverseMass, gauss::Projection, gauss::Row;
using optimize::Activity, optimize::Status;

namespace {

/// The largest violation of the conditions of Karush, Kuhn and Tucker, written out from their definition:
/// x = target + W J' lambda, sides, signs, and no pull without contact. Absolute: the test data are of
/// size 1.
double kkt_violation(const std::vector<InverseMass>& w, const Vector& target, const std::vector<Row>& rows,
                     const Projection& p) {
    std::vector<std::size_t> offset{0};
    for (const InverseMass& block : w) offset.push_back(offset.back() + block.size());
    Vector rest = p.x - target;
    double worst = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        double value = 0.0;
        const double lambda = p.multipliers[i];
        for (const gauss::Block& b : rows[i].blocks())
            for (std::size_t k = 0; k < b.size; ++k) {
                value += b.coefficients[k] * p.x[offset[b.body] + k];
                for (std::size_t j = 0; j < b.size; ++j)
                    rest[offset[b.body] + k] -= w[b.body](k, j) * b.coefficients[j] * lambda;
            }
        worst = std::max({worst, rows[i].lower - value, value - rows[i].upper});
        if (lambda > 0.0) worst = std::max(worst, value - rows[i].lower);
        if (lambda < 0.0) worst = std::max(worst, rows[i].upper - value);
    }
    return std::max(worst, max_norm(rest));
}

}  // namespace

TEST_CASE("a brick on a table: the multiplier of the contact is its weight [ROTE-Q]") {
    // Mass 2, free acceleration (0, -g, 0). Contacts under both lower corners, unit normals up: each row is
    // a_y + (corner_x) alpha >= 0. The corners stand at -0.2 and 0.6: the forces share 2 g as 3 to 1.
    const double mass = 2.0, inertia = 0.3, gravity = 9.81;
    const std::vector<InverseMass> w{InverseMass::diagonal({1 / mass, 1 / mass, 1 / inertia})};
    const std::vector<Row> rows{Row().add(0, {0.0, 1.0, -0.2}), Row().add(0, {0.0, 1.0, 0.6})};
    const Projection p = gauss::project(w, Vector{0.0, -gravity, 0.0}, rows);
    REQUIRE(p.status == Status::optimal);
    CHECK(max_norm(p.x) <= 1e-15 * gravity);
    CHECK(std::abs(p.multipliers[0] - 1.5 * gravity) <= 1e-14 * gravity);
    CHECK(std::abs(p.multipliers[1] - 0.5 * gravity) <= 1e-14 * gravity);
    CHECK(p.active == std::vector<Activity>{Activity::at_lower, Activity::at_lower});
}

TEST_CASE("a brick beyond the edge turns about the corner that holds it [ROTE-Q]") {
    // One contact at c = -0.1 from the centre: a_y = 0.1 alpha and I alpha = -0.1 f, m a_y = f - m g, so
    // f = m g I / (I + m c^2) and alpha = -m g c' ... by hand with m = 2, I = 0.3, c = -0.1, g = 10:
    // f = 20 * 0.3 / 0.32 = 18.75, a_y = f/2 - 10 = -0.625, alpha = -0.1 f / 0.3 = -6.25.
    const std::vector<InverseMass> w{InverseMass::diagonal({0.5, 0.5, 1 / 0.3})};
    const std::vector<Row> rows{Row().add(0, {0.0, 1.0, -0.1})};
    const Projection p = gauss::project(w, Vector{0.0, -10.0, 0.0}, rows);
    REQUIRE(p.status == Status::optimal);
    CHECK(std::abs(p.multipliers[0] - 18.75) <= 1e-13);
    CHECK(std::abs(p.x[1] + 0.625) <= 1e-14);
    CHECK(std::abs(p.x[2] + 6.25) <= 1e-14);
}

TEST_CASE("masses 1 and 3 collide and move on together at 1/4 [ROTE-Q*, SLIDES-coll, erratum R17]") {
    // Momentum 1 = (1 + 3)/4. Without the masses, as the slides print the objective, the mean speed 1/2 is
    // nearest, and the momentum doubles. The multiplier is the impulse 3/4; that of the sum without 1/2,
    // whose gradient is 2 m (v - v_old), is twice the impulse.   [erratum R12]
    const Vector before{1.0, 0.0};
    const std::vector<Row> apart{Row().add(0, {-1.0}).add(1, {1.0})};
    const std::vector<InverseMass> w{InverseMass::diagonal({1.0}), InverseMass::diagonal({1.0 / 3.0})};
    const Projection p = gauss::project(w, before, apart);
    REQUIRE(p.status == Status::optimal);
    CHECK(max_norm(p.x - Vector{0.25, 0.25}) < 1e-15);
    CHECK(std::abs(p.multipliers[0] - 0.75) < 1e-15);
    CHECK(std::abs(2.0 * 3.0 * (p.x[1] - before[1]) - 2.0 * p.multipliers[0]) < 1e-15);
    const std::vector<InverseMass> without{InverseMass::diagonal({1.0}), InverseMass::diagonal({1.0})};
    const Projection printed = gauss::project(without, before, apart);
    CHECK(std::abs(1.0 * printed.x[0] + 3.0 * printed.x[1] - 2.0) < 1e-15);
}

TEST_CASE("what is fixed stays at its target, and rows on fixed bodies alone can only agree or contradict") {
    const std::vector<InverseMass> w{InverseMass::fixed(2), InverseMass::diagonal({1.0, 0.0})};
    Row pull;  // x_0 - y_0 = 3: only body 1 can move
    pull.add(1, {1.0, 0.0}).add(0, {-1.0, 0.0});
    pull.lower = pull.upper = 3.0;
    const Projection p = gauss::project(w, Vector{1.0, 2.0, 5.0, 6.0}, std::vector<Row>{pull});
    REQUIRE(p.status == Status::optimal);
    CHECK(p.x == Vector{1.0, 2.0, 4.0, 6.0});
    CHECK(p.active[0] == Activity::fixed);
    CHECK(std::abs(p.multipliers[0] + 1.0) <= 1e-15);

    Row impossible;  // 1 >= 2
    impossible.add(0, {1.0, 0.0}).lower = 2.0;
    CHECK(gauss::project(w, Vector{1.0, 2.0, 5.0, 6.0}, std::vector<Row>{impossible}).status ==
          Status::infeasible);
    impossible.lower = 1.0;
    CHECK(gauss::project(w, Vector{1.0, 2.0, 5.0, 6.0}, std::vector<Row>{impossible}).status ==
          Status::optimal);
}

TEST_CASE("a contradiction counts if the nearest way out is a thousand million distances away") {
    const std::vector<InverseMass> w{InverseMass::diagonal({0.5, 0.125})};
    const auto status = [&w](double share, double lower, double target = 3.0) {
        Row left, right;  // x <= 0, yet x + share y >= lower: the way out is y = lower / share
        left.add(0, {-1.0, 0.0}).lower = 0.0;
        right.add(0, {1.0, share}).lower = lower;
        return gauss::project(w, Vector{0.0, target}, std::vector<Row>{left, right}).status;
    };
    for (const double share : {1e-5, 1e-7, 1e-8, 1e-9}) {
        CHECK(status(share, 5.0 * share) != Status::infeasible);  // y = 5
        if (share > 1e-9) CHECK(status(share, 0.5) != Status::infeasible);
    }
    // What rounding leaves in the place of a 0 is no way out: 2^-51 y.
    CHECK(status(0x1p-51, 1.0) == Status::infeasible);
    CHECK(status(0.0, 1.0) == Status::infeasible);
    // y = 9 / 2^-40 is 1.1e9 times as far away as a target at y = 9000, and 0.99e9 times one at y = 10,000.
    CHECK(status(0x1p-40, 9.0, 9000.0) == Status::infeasible);
    CHECK(status(0x1p-40, 9.0, 10000.0) != Status::infeasible);
}

TEST_CASE("random projections meet the conditions that define them, cold and warm") {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t bodies = 1 + random.index(8);
        std::vector<InverseMass> w;
        Vector inside(3 * bodies), target(3 * bodies);
        for (std::size_t b = 0; b < bodies; ++b)
            w.push_back(InverseMass::diagonal(
                {random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(1, 9)}));
        for (double& v : inside) v = random.normal();
        for (double& v : target) v = 2.0 * random.normal();
        std::vector<Row> rows;
        for (std::size_t i = 0; i < 8 * bodies; ++i) {
            if (i > 0 && random.chance(0.2)) {  // a repeated row
                rows.push_back(rows[random.index(rows.size())]);
                continue;
            }
            Row row;
            double value = 0.0;
            for (std::size_t k = 0, count = 1 + random.index(2); k < count; ++k) {
                const std::size_t body = random.index(bodies);
                std::array<double, 3> c{};
                for (double& v : c) v = random.normal();
                for (std::size_t j = 0; j < 3; ++j) value += c[j] * inside[3 * body + j];
                row.add(body, c);
            }
            row.lower = value - (random.chance(0.5) ? 0.0 : random.uniform(0, 1));
            if (random.chance(0.2)) row.upper = value;
            rows.push_back(row);
        }
        const Projection cold = gauss::project(w, target, rows);
        REQUIRE(cold.status == Status::optimal);
        CHECK(kkt_violation(w, target, rows, cold) <= 1e-10);
        const Projection warm = gauss::project(w, target, rows, cold.active);
        REQUIRE(warm.status == Status::optimal);
        CHECK(kkt_violation(w, target, rows, warm) <= 1e-10);
        CHECK(max_norm(warm.x - cold.x) <= 1e-10);
        std::vector<Activity> wild(rows.size());
        for (Activity& a : wild) a = static_cast<Activity>(static_cast<int>(random.index(4)) - 1);
        const Projection any = gauss::project(w, target, rows, wild);
        REQUIRE(any.status == Status::optimal);
        CHECK(max_norm(any.x - cold.x) <= 1e-10);
    }
}

TEST_CASE(
    "the same rows with other sides and targets, again and again, are as if they were solved for anew") {
    // A heap of bodies in a row, each with rows to the next ones: enough rows for the sparse factor.
    Random random(11);
    const std::size_t bodies = 60;
    std::vector<InverseMass> w;
    for (std::size_t b = 0; b < bodies; ++b)
        w.push_back(
            InverseMass::diagonal({random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(1, 9)}));
    std::vector<Row> rows;
    for (std::size_t i = 0; i < 5 * bodies; ++i) {
        const std::size_t body = random.index(bodies - 3);
        Row row;
        for (const std::size_t other : {body, body + 1 + random.index(3)})
            row.add(other, {random.normal(), random.normal(), random.normal()});
        row.lower = -random.uniform(0, 1);  // 0 is inside
        rows.push_back(row);
    }
    gauss::Projector polyhedron(w, rows);
    for (int round = 0; round < 40; ++round) {
        CAPTURE(round);
        Vector target(3 * bodies);
        for (double& v : target) v = 2.0 * random.normal();
        const Projection again = polyhedron.project(target);
        REQUIRE(again.status == Status::optimal);
        CHECK(kkt_violation(w, target, rows, again) <= 1e-10);
        CHECK(max_norm(again.x - gauss::project(w, target, rows).x) <= 1e-10);
        for (int k = 0; k < 30; ++k) {
            const std::size_t i = random.index(rows.size());
            rows[i].lower = -random.uniform(0, 1);
            polyhedron.set_lower(i, rows[i].lower);
        }
    }
}

TEST_CASE("rows without a common body are made active together, whatever their side") {
    // Body k, of mass k + 1, stands at 0 and has to be at least (odd k: at most minus) k + 1 away from it: it
    // is pulled by (k + 1)^2. One row after the other takes 12 steps. Together: one sweep moves each body to
    // its place, and no step is left.
    std::vector<InverseMass> w;
    std::vector<Row> rows;
    for (std::size_t k = 0; k < 12; ++k) {
        const double distance = static_cast<double>(k + 1);
        w.push_back(InverseMass::diagonal({1.0 / distance}));
        rows.push_back(Row().add(k, {1.0}));
        const bool is_even = k % 2 == 0;
        rows[k].lower = is_even ? distance : -optimize::infinity;
        rows[k].upper = is_even ? optimize::infinity : -distance;
    }
    CHECK(gauss::project(w, Vector(12), rows).iterations == 12);
    gauss::Projector polyhedron(w, rows);
    CHECK_THROWS_WITH_AS(polyhedron.project_together(Vector(11)),
                         "the target has 11 entries, but the bodies together has 12", std::invalid_argument);
    const Projection together = polyhedron.project_together(Vector(12));
    REQUIRE(together.status == Status::optimal);
    CHECK(together.iterations == 0);
    for (std::size_t k = 0; k < 12; ++k) {
        const double distance = static_cast<double>(k + 1), sign = k % 2 == 0 ? 1.0 : -1.0;
        CHECK(std::abs(together.x[k] - sign * distance) <= 1e-14 * distance);
        CHECK(std::abs(together.multipliers[k] - sign * distance * distance) <= 1e-13 * distance * distance);
    }
}

TEST_CASE("rows made active together give the same point as one after the other, or the same contradiction") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t bodies = 40;
        std::vector<InverseMass> w;
        for (std::size_t b = 0; b < bodies; ++b)
            w.push_back(InverseMass::diagonal({random.uniform(0.5, 2), random.uniform(0.5, 2)}));
        std::vector<Row> rows;
        for (std::size_t i = 0; i < 3 * bodies; ++i) {
            const std::size_t body = random.index(bodies - 3);
            rows.emplace_back();
            for (const std::size_t other : {body, body + 1 + random.index(3)})
                rows.back().add(other, {random.normal(), random.normal()});
            rows.back().lower = -random.uniform(0, 1);  // 0 is inside
            if (random.chance(0.3)) rows.back().upper = random.uniform(0, 1);
        }
        Vector target(2 * bodies);
        for (double& v : target) v = 5.0 * random.normal();
        gauss::Projector polyhedron(w, rows);
        const Projection together = polyhedron.project_together(target);
        REQUIRE(together.status == Status::optimal);
        CHECK(kkt_violation(w, target, rows, together) <= 1e-10);
        CHECK(max_norm(together.x - gauss::project(w, target, rows).x) <= 1e-10);
        // A row that says that body 0 has to be above 3, and one that it has to be below 2.
        rows.push_back(Row().add(0, {1.0, 0.0}));
        rows.back().lower = 3.0;
        rows.push_back(Row().add(0, {1.0, 0.0}));
        rows.back().lower = -optimize::infinity;
        rows.back().upper = 2.0;
        gauss::Projector empty(w, rows);
        CHECK(empty.project_together(target).status == Status::infeasible);
    }
}

TEST_CASE(
    "a train of 400 cars, couplings listed in any order: each car stands by hand, each coupling pulls") {
    // All cars would be at 0, and coupling k keeps car k + 1 at least 1 ahead of car k. Their centre stays,
    // so car k comes to k - (n - 1) / 2, and coupling k pushes the first k + 1 cars back:
    //     sum of (n - 1) / 2 - j over j <= k  =  (k + 1) (n - 1 - k) / 2.
    const std::size_t n = 400;
    const std::vector<InverseMass> masses(n, InverseMass::diagonal({1.0}));
    for (const bool shuffled : {false, true}) {
        CAPTURE(shuffled);
        Random random(7);
        std::vector<std::size_t> couplings;
        for (std::size_t k = 0; k + 1 < n; ++k) couplings.push_back(k);
        for (std::size_t i = n - 1; i > 1 && shuffled; --i) {
            const std::size_t other = random.index(i);
            std::swap(couplings[i - 1], couplings[other]);
        }
        std::vector<Row> rows;
        for (const std::size_t k : couplings) {
            Row row;
            row.add(k, {-1.0}).add(k + 1, {1.0});
            row.lower = 1.0;
            rows.push_back(row);
        }
        const Projection cold = gauss::project(masses, Vector(n), rows);
        const Projection warm = gauss::project(masses, Vector(n), rows, cold.active);
        for (const Projection& p : {cold, warm}) {
            REQUIRE(p.status == Status::optimal);
            // The condition number of the couplings is n^2 / 10 = 16000.
            for (std::size_t k = 0; k < n; ++k)
                CHECK(std::abs(p.x[k] - (static_cast<double>(k) - 199.5)) <= 1e-11);
            for (std::size_t i = 0; i + 1 < n; ++i) {
                const auto k = static_cast<double>(couplings[i]);
                CHECK(std::abs(p.multipliers[i] - 0.5 * (k + 1.0) * (399.0 - k)) <= 1e-9);
            }
        }
        CHECK(warm.iterations == 0);
    }
}

TEST_CASE("a row that says again what another says, but for the rounding of its coefficients") {
    // A particle of 2 kg: x = 1 and x + 1e-6 y = 1 + 1e-5. With exact coefficients y = 10; with coefficients
    // that are wrong by 1e-4 the second row adds nothing to the first, and is violated by 1e-5.
    const std::vector<InverseMass> mass{InverseMass::diagonal({0.5, 0.5})};
    std::vector<Row> rows(2);
    rows[0].lower = rows[0].upper = 1.0;
    rows[0].add(0, {1.0, 0.0});
    rows[1].lower = rows[1].upper = 1.0 + 1e-5;
    rows[1].add(0, {1.0, 1e-6});
    const Projection exact = project(mass, Vector(2), rows);
    REQUIRE(exact.status == optimize::Status::optimal);
    CHECK(exact.x[0] == tests::near(1.0, 1e-15));
    CHECK(exact.x[1] == tests::near(10.0, 1e-9));
    const Projection rounded = project(mass, Vector(2), rows, {}, 0.0, 1e-4);
    REQUIRE(rounded.status == optimize::Status::optimal);
    CHECK(rounded.x == Vector{1.0, 0.0});
    CHECK(rounded.multipliers == Vector{2.0, 0.0});

    // What contradicts the first row by more than that share stays a contradiction.
    rows[1].lower = rows[1].upper = 1.001;
    CHECK(project(mass, Vector(2), rows, {}, 0.0, 1e-4).status != optimize::Status::optimal);
}
