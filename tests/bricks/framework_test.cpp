#include "restraint/bricks/framework.h"
#include "reference.h"
#include "restraint/linalg/ldlt.h"
#include "restraint/linalg/matrix.h"

using namespace restraint;
using namespace restraint::bricks;

namespace {

Tower one_brick(double mass) {
    return tower_of({make_brick("b", {{0.3, 0.7}, 0.4}, 1.0, 0.25, mass / 0.25)});
}

std::size_t rank_of(const Matrix& a) { return factor_ldlt(a * transpose(a)).rank; }

/// One row a bar, two columns a point: how the lengths change with the points.
Matrix rigidity_matrix(const Framework& f) {
    Matrix r(f.bars.size(), 2 * f.positions.size());
    for (std::size_t b = 0; b < f.bars.size(); ++b) {
        const auto [i, j, length] = f.bars[b];
        const Vec2 d = (1.0 / length) * (f.positions[i] - f.positions[j]);
        r(b, 2 * i) = d.x, r(b, 2 * i + 1) = d.y;
        r(b, 2 * j) = -d.x, r(b, 2 * j + 1) = -d.y;
    }
    return r;
}

}  // namespace

TEST_CASE(
    "nine masses weigh and turn like the brick; four at the corners turn three times as heavily "
    "[ROTE-fig10, ROTE-8.1, SLIDES-nine] [erratum R08] [erratum R07] [claim CL-R-03]") {
    const Tower tower = one_brick(3.0);
    const Body& brick = tower.bodies[0];
    for (const Model model : {Model::framework4, Model::framework9}) {
        const Framework f = make_framework(tower, model, Bars::minimal);
        double mass = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
        Vec2 centre;
        for (std::size_t p = 0; p < f.positions.size(); ++p) {
            const Vec2 r = rotated(f.positions[p] - brick.pose.position, std::cos(0.4), -std::sin(0.4));
            mass += f.masses[p];
            centre += f.masses[p] * r;
            xx += f.masses[p] * r.x * r.x;
            yy += f.masses[p] * r.y * r.y;
            xy += f.masses[p] * r.x * r.y;
        }
        CHECK(std::abs(mass - 3.0) <= 1e-14);
        CHECK(norm(centre) <= 1e-15);
        CHECK(std::abs(xy) <= 1e-15);
        const double times = model == Model::framework4 ? 3.0 : 1.0;
        CHECK(std::abs(xx - times * 3.0 / 12.0) <= 1e-15);           // m w^2/12
        CHECK(std::abs(yy - times * 3.0 * 0.0625 / 12.0) <= 1e-15);  // m h^2/12
        measured("CL-R-03", std::to_string(f.positions.size()) + " masses: x^2 moment " + figure(xx / 0.25) +
                                " times the brick's");
    }
}

TEST_CASE("minimal and braced frameworks are rigid: rank 2 n - 3 [ROTE-8.2] [claim CL-R-06]") {
    const Tower tower = one_brick(1.0);
    for (const Model model : {Model::framework4, Model::framework9})
        for (const Bars bars : {Bars::minimal, Bars::braced}) {
            const Framework f = make_framework(tower, model, bars);
            const std::size_t rank = model == Model::framework4 ? 5 : 15;
            CHECK(f.bars.size() == (bars == Bars::minimal ? rank : rank + 1));
            CHECK(rank_of(rigidity_matrix(f)) == rank);
            if (model == Model::framework9 && bars == Bars::braced)
                measured("CL-R-06", std::to_string(f.bars.size()) + " bars of rank " +
                                        std::to_string(rank_of(rigidity_matrix(f))));
        }
}

TEST_CASE(
    "a contact pushes the ends of its side back, with a minus: its forces and torques cancel "
    "[SLIDES-side, SLIDES-int, erratum R10]") {
    // F on the corner, -(1 - alpha) F and -alpha F on the ends; as the slides print them, all point one way.
    // A bar pulls or pushes its ends along itself.   [SLIDES-bar]
    const Tower tower = sliding_pair();
    const Framework f = make_framework(tower, Model::framework4, Bars::minimal);
    const Formulation q = formulation({tower, f}, find_contacts(tower).contacts, Unknown::accelerations);
    REQUIRE(q.rows.size() == 1 + f.bars.size());
    for (std::size_t i = 0; i < q.rows.size(); ++i) {
        Vec2 sum, printed;
        double torque = 0.0;
        for (const gauss::Block& block : q.rows[i].blocks()) {
            const Vec2 force{block.coefficients[0], block.coefficients[1]};
            sum += force;
            printed += force.y < 0.0 ? -force : force;  // the side's normal points upwards
            torque += cross(f.positions[block.body], force);
            if (i > 0) {
                const Bar& bar = f.bars[i - 1];
                CHECK(std::abs(cross(force, f.positions[bar.i] - f.positions[bar.j])) < 1e-15);
            }
        }
        CHECK(norm(sum) < 1e-15);
        CHECK(std::abs(torque) < 1e-15);
        if (i == 0) {
            CHECK(q.rows[0].blocks().size() == 3);
            CHECK(std::abs(norm(printed) - 2.0) < 1e-15);
        }
    }
}

TEST_CASE("redundant bars change no acceleration [ROTE-L2d]") {
    // A tilted brick in free flight, turning: the bars carry the centripetal forces, and the centre falls.
    Tower tower = one_brick(2.0);
    tower.bodies[0].velocity = {{0.4, -0.3}, 1.7};
    for (const Model model : {Model::framework4, Model::framework9})
        for (const Bars bars : {Bars::minimal, Bars::braced}) {
            const Answer answer = accelerate(tower, model, bars);
            REQUIRE(answer.status == optimize::Status::optimal);
            CHECK(norm(answer.bodies[0].linear - tower.gravity) <= 1e-12);
            CHECK(std::abs(answer.bodies[0].angular) <= 1e-12);
        }
}
