#include "restraint/bricks/compare.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/heaps.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/linalg/matrix.h"
#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

/// Rows that the program in the forces is given at most: its matrix is dense, 32 MB of them.
constexpr std::size_t most_dense_rows = 2000;

std::vector<Contact> contacts_of(const Answer& answer) {
    std::vector<Contact> contacts;
    for (const ContactAnswer& contact : answer.contacts) contacts.push_back(contact.contact);
    return contacts;
}

/// The velocities of the bodies, 0 for fixed ones.
std::vector<Motion> velocities(const Tower& tower) {
    std::vector<Motion> result;
    for (const Body& body : tower.bodies) result.push_back(body.fixed ? Motion{} : body.velocity);
    return result;
}

bool is_at_rest(const Tower& tower) { return size_of_motion(tower, velocities(tower)) == 0.0; }

bool all_rectangles(const Tower& tower) {
    return std::all_of(tower.bodies.begin(), tower.bodies.end(), [](const Body& b) { return b.rectangle; });
}

/// (after - before) / dt.
std::vector<Motion> rate_of_change(const std::vector<Motion>& before, std::vector<Motion> after, double dt) {
    for (std::size_t b = 0; b < after.size(); ++b)
        after[b] = {(1.0 / dt) * (after[b].linear - before[b].linear),
                    (after[b].angular - before[b].angular) / dt};
    return after;
}

/// What is being compared, and the table that grows.
struct Comparing {
    const Tower& tower;
    Unknown unknown;
    Answer rigid;
    double scale;       // m/s^2 or m/s
    double dt;          // s, of the steps
    double step_bound;  // by how much a step may differ
    ComparisonTable table;

    /// Whether the method has an answer. The first that gave up is noted, and the others go on.
    bool has_answer(const std::string& method, optimize::Status status) {
        const bool has = status == optimize::Status::optimal;
        if (!has && table.gave_up.empty()) {
            table.gave_up = method;
            table.status = status;
        }
        return has;
    }
    /// A row of the table: how far the motions of method b are from those of method a.
    void add(const std::string& a, const Answer& of_a, const std::string& b, const Answer& of_b,
             double bound) {
        if (!has_answer(a, of_a.status) || !has_answer(b, of_b.status)) return;
        const char* what = unknown == Unknown::accelerations ? "accelerations" : "velocities";
        table.rows.push_back({a, b, what,
                              size_of_motion(tower, rate_of_change(of_b.bodies, of_a.bodies, 1.0)),
                              bound * scale});
    }
};

Answer ask(const Tower& tower, Unknown unknown, Model model = Model::rigid, Bars bars = Bars::minimal) {
    return unknown == Unknown::accelerations ? accelerate(tower, model, bars) : impact(tower, model, bars);
}

/// The optimum of the linear program is 0 where the tower stands; by duality it is else the greatest power of
/// a motion of size 1.
void compare_program(Comparing& c) {
    double lack = 0.0;
    const std::vector<Equilibrium> heaps = equilibria(c.tower, contacts_of(c.rigid), weight_of(c.tower));
    for (const Equilibrium& e : heaps) {
        const optimize::Solution solution = optimize::solve_linear(program(e));
        if (!c.has_answer("lp", solution.status)) return;
        lack += solution.objective;
    }
    const double size = size_of_motion(c.tower, c.rigid.bodies);
    if (lack <= methods_agree) {
        c.table.rows.push_back({"lp", "rigid", "stable:accelerations", size, methods_agree * c.scale});
        return;
    }
    // The rigid motion, divided by its size, is one of them: its power is positive and not above the optimum.
    const double gained = size > 0.0 ? proof(heaps, c.rigid.bodies).power / size : 0.0;
    const double excess = gained > 0.0 ? std::max(0.0, gained - lack) : 1.0;
    c.table.rows.push_back({"lp", "rigid", "unstable:power", excess, methods_agree});
}

/// The same rows, solved for the forces, heap by heap: the program is dense.
void compare_forces(Comparing& c) {
    const Formulation whole = formulation({c.tower}, contacts_of(c.rigid), c.unknown);
    Vector motions = whole.target;
    for (const Heap& heap : heaps(whole)) {
        if (const std::size_t rows = heap.row.size(); rows > most_dense_rows) {
            c.table.warnings.push_back(
                "forces: left out, for a heap's contacts and pins have " + std::to_string(rows) +
                " rows, and " + std::to_string(most_dense_rows) + " are solved by this method at most");
            return;
        }
        const gauss::Projection solution = solve_in_forces(heap.formulation);
        if (!c.has_answer("forces", solution.status)) return;
        for (std::size_t k = 0; k < solution.x.size(); ++k)
            motions[3 * heap.body[k / 3] + k % 3] = solution.x[k];
    }
    c.add("rigid", c.rigid, "forces", {optimize::Status::optimal, body_motions({c.tower}, motions)},
          forces_agree);
}

/// The velocities after the first step of a loop, or, if accelerations are compared, their change over dt.
Answer after_step(const Comparing& c, StepLoop& loop, const std::function<std::vector<Motion>()>& motion) {
    const std::vector<Motion> before = motion();
    const optimize::Status status = loop.step().status;
    const std::vector<Motion> after = motion();
    return {status, c.unknown == Unknown::accelerations ? rate_of_change(before, after, loop.time()) : after};
}

/// The rounding of a framework's positions over dt, or over dt^2 if accelerations are compared. The bars of a
/// thin brick, which are nearly parallel, multiply it by size/width.
double rounding_of_step(const Comparing& c, const Framework& framework) {
    const double size = mean_size(c.tower), thinnest = std::min(size, least_width(c.tower));
    double farthest = 0.0;
    for (const Vec2& p : framework.positions) farthest = std::max({farthest, std::abs(p.x), std::abs(p.y)});
    const double velocity =
        4.0 * std::numeric_limits<double>::epsilon() * farthest * (size / thinnest) / c.dt;
    return c.unknown == Unknown::accelerations ? velocity / c.dt : velocity;
}

/// Nine masses against the rigid brick; four masses, whose moment of inertia is three times the brick's,
/// against a rigid brick with that moment.
void compare_frameworks(Comparing& c) {
    Tower sluggish = c.tower;
    for (Body& body : sluggish.bodies) body.inertia *= 3.0;
    for (const Model model : {Model::framework9, Model::framework4}) {
        const bool nine = model == Model::framework9;
        const std::string reference = nine ? "rigid" : "rigid_inertia_x3",
                          name = nine ? "framework9" : "framework4";
        const Answer rigid = nine ? c.rigid : ask(sluggish, c.unknown);
        for (const Bars bars : {Bars::minimal, Bars::braced})
            c.add(reference, rigid, bars == Bars::minimal ? name : name + "_braced",
                  ask(c.tower, c.unknown, model, bars), methods_agree);
    }
}

void compare_steps(Comparing& c) {
    AccelerationLoop accelerations(c.tower, {.dt = c.dt, .correct = false});
    const auto of_accelerations = [&] { return velocities(accelerations.tower()); };
    c.add("rigid", c.rigid, "acceleration_step", after_step(c, accelerations, of_accelerations),
          c.step_bound);
    // The true gap of the position loop differs from (S') where bodies turn; from rest, in second order of
    // dt.
    const bool collides = c.unknown == Unknown::velocities;
    if (!collides && !is_at_rest(c.tower)) return;
    PositionLoop positions(c.tower, {.dt = collides ? c.dt : 0.1 * c.dt, .halvings = 0});
    const auto of_positions = [&] { return velocities(positions.tower()); };
    c.add("rigid", c.rigid, "position_step", after_step(c, positions, of_positions), steps_agree);
}

/// One step by (L') and (S') gives the accelerations of (Q) exactly.   [ROTE-thm5.1]
void compare_framework_step(Comparing& c) {
    PositionLoop loop(c.tower,
                      {.dt = c.dt, .model = Model::framework4, .lengths = Lengths::drifting, .halvings = 0});
    Bricks bricks{c.tower, loop.framework()};
    const auto motion = [&] {  // the velocities, seen from where the points were
        bricks.framework.velocities = loop.framework().velocities;
        return fitted_motions(bricks);
    };
    c.add("framework4", ask(c.tower, c.unknown, Model::framework4), "framework4_position_step",
          after_step(c, loop, motion),
          std::max(c.step_bound, rounding_of_step(c, bricks.framework) / c.scale));
}

}  // namespace

gauss::Projection solve_in_forces(const Formulation& f) {
    const std::size_t m = f.rows.size();
    std::vector<Vector> lifted(m, Vector(f.target.size()));  // W J', column by column
    for (std::size_t i = 0; i < m; ++i)
        for (const gauss::Block& block : f.rows[i].blocks())
            for (std::size_t k = 0; k < 3; ++k)
                lifted[i][3 * block.body + k] = block.coefficients[k] * f.inverse_masses[block.body](k, k);
    optimize::Problem problem = optimize::unconstrained(m);
    problem.hessian = Matrix(m, m);  // A = J W J'
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j <= i; ++j)
            problem.hessian(i, j) = problem.hessian(j, i) =
                gauss::row_value(f.rows[j], lifted[i], 3).rounded();
        problem.cost[i] = gauss::row_value(f.rows[i], f.target, 3).rounded() - f.rows[i].lower;  // -b
        if (f.rows[i].lower != f.rows[i].upper) problem.lower[i] = 0.0;
    }
    // In units in which the largest entry of b is 1, for the solver's residuals are relative to 1 too.
    const double unit = std::max(std::numeric_limits<double>::min(), max_norm(problem.cost));
    problem.cost *= 1.0 / unit;
    const optimize::Solution solution = optimize::solve_quadratic(problem);
    gauss::Projection result;
    result.status = solution.status;
    result.x = f.target;
    if (result.status != optimize::Status::optimal) return result;
    result.multipliers = unit * solution.x;
    for (std::size_t i = 0; i < m; ++i) result.x += result.multipliers[i] * lifted[i];
    return result;
}

ComparisonTable compare(const Tower& tower) {
    Comparing c{tower, Unknown::accelerations, {}, norm(tower.gravity), 1.0, methods_agree, {}};
    try {
        c.rigid = accelerate(tower);
    } catch (const ApproachError&) {
        c.unknown = Unknown::velocities;
        c.rigid = impact(tower);
        c.scale = size_of_motion(tower, velocities(tower));
    }
    if (!(c.scale > 0.0)) c.scale = 1.0;
    // Accelerations are the change of velocities over a step, to its rounding; after an impact the gravity of
    // the step comes on top, and the turn of the bodies, of first order in dt.
    const double size = mean_size(tower);
    c.dt = acceleration_step * std::sqrt(size / c.scale);
    if (c.unknown == Unknown::velocities) {
        c.dt = impact_step * size / c.scale;
        c.step_bound = steps_agree;
    }
    c.table.warnings = c.rigid.warnings;
    if (!c.has_answer("rigid", c.rigid.status)) return c.table;
    if (is_at_rest(tower)) compare_program(c);
    compare_forces(c);
    if (all_rectangles(tower)) compare_frameworks(c);
    compare_steps(c);
    if (all_rectangles(tower)) compare_framework_step(c);
    return c.table;
}

}  // namespace restraint::bricks
