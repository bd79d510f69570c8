#include "restraint/bricks/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/equilibrium.h"
#include "restraint/bricks/framework_loop.h"
#include "restraint/bricks/heaps.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/optimize/quadratic_program.h"

namespace restraint::bricks {
namespace {

/// Rows that the program in the forces is given at most: its matrix is dense, 32 MB of them.
constexpr std::size_t most_dense_rows = 2000;

double largest_difference(const Tower& tower, std::vector<Motion> a, const std::vector<Motion>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i].linear -= b[i].linear;
        a[i].angular -= b[i].angular;
    }
    return size_of_motion(tower, a);
}

/// Work of gravity under the motion over the weight.
double power(const Tower& tower, const std::vector<Motion>& motion) {
    return proof(equilibrium(tower, {}, weight_of(tower)), motion).power;
}

bool is_at_rest(const Tower& tower) {
    return std::all_of(tower.bodies.begin(), tower.bodies.end(), [](const Body& b) {
        return b.fixed || (b.velocity.linear == Vec2{} && b.velocity.angular == 0.0);
    });
}

bool all_rectangles(const Tower& tower) {
    return std::all_of(tower.bodies.begin(), tower.bodies.end(), [](const Body& b) { return b.rectangle; });
}

/// 2^k > x >= 2^(k-1), so that dividing by it rounds nothing; 1 for 0.
double power_of_two_above(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, exponent);
}

/// What is being compared, and the table that grows.
struct Comparing {
    const Tower& tower;
    Unknown unknown;
    Answer rigid;
    double scale;  // m/s^2 or m/s
    double time;   // s; in which that moves a brick by about its size
    ComparisonTable table;

    /// Whether the method has an answer. One that gave up does not stop the others.
    bool has_answer(const std::string& method, optimize::Status status) {
        const bool has = status == optimize::Status::optimal;
        if (!has && table.gave_up.empty()) {
            table.gave_up = method;
            table.status = status;
        }
        return has;
    }
    /// A row of the table: how far the motions of method b are from those of method a.
    void add(const std::string& a, const std::vector<Motion>& of_a, const std::string& b,
             optimize::Status status, const std::vector<Motion>& of_b, double bound) {
        const char* what = unknown == Unknown::accelerations ? "accelerations" : "velocities";
        if (has_answer(b, status))
            table.rows.push_back({a, b, what, largest_difference(tower, of_a, of_b), bound * scale});
    }
};

Answer ask(const Tower& tower, Unknown unknown, Model model = Model::rigid, Bars bars = Bars::minimal) {
    return unknown == Unknown::accelerations ? accelerate(tower, model, bars) : impact(tower, model, bars);
}

void compare_verdict(Comparing& c) {
    const Stability s = stability(c.tower);
    const bool proved = s.verdict != Verdict::numerical;
    if (!c.has_answer("lp", proved ? optimize::Status::optimal : optimize::Status::numerical)) return;
    const double size = size_of_motion(c.tower, c.rigid.bodies);
    if (s.verdict == Verdict::stable) {
        c.table.rows.push_back({"lp", "rigid", "stable:accelerations", size, methods_agree * c.scale});
        return;
    }
    // The program's motion gains most of all of its size; the collapse is one of them, and gains something.
    const double gained = size > 0.0 ? power(c.tower, c.rigid.bodies) / size : 0.0;
    const double excess = gained > 0.0 ? std::max(0.0, gained - s.power) : 1.0;
    c.table.rows.push_back({"lp", "rigid", "unstable:power", excess, methods_agree});
}

/// The same rows, solved for the forces, heap by heap: the program is dense.
void compare_forces(Comparing& c) {
    std::vector<Contact> contacts;
    for (const ContactAnswer& answer : c.rigid.contacts) contacts.push_back(answer.contact);
    std::vector<Motion> motions(c.tower.bodies.size());
    for (const Heap& heap : heaps(c.tower, contacts, {})) {
        const Formulation of_heap = rigid_formulation(heap.tower, heap.contacts, c.unknown);
        if (of_heap.rows.size() > most_dense_rows) {
            c.table.warnings.push_back("forces: left out, for " + std::to_string(of_heap.rows.size()) +
                                       " contacts hang together, and " + std::to_string(most_dense_rows) +
                                       " are solved by this method at most");
            return;
        }
        const gauss::Projection solution = solve_in_forces(of_heap);
        if (!c.has_answer("forces", solution.status)) return;
        const std::vector<Motion> found = body_motions(heap.tower, solution.x);
        for (std::size_t k = 0; k < found.size(); ++k) motions[heap.body[k]] = found[k];
    }
    c.add("rigid", c.rigid.bodies, "forces", optimize::Status::optimal, motions, forces_agree);
}

void compare_framework(Comparing& c, const std::string& reference, const std::vector<Motion>& motions,
                       Model model, const std::string& name) {
    for (const Bars bars : {Bars::minimal, Bars::braced}) {
        const Answer answer = ask(c.tower, c.unknown, model, bars);
        c.add(reference, motions, bars == Bars::minimal ? name : name + "_braced", answer.status,
              answer.bodies, methods_agree);
    }
}

void compare_frameworks(Comparing& c) {
    compare_framework(c, "rigid", c.rigid.bodies, Model::framework9, "framework9");
    Tower sluggish = c.tower;
    for (Body& body : sluggish.bodies) body.inertia *= 3.0;
    const Answer reference = ask(sluggish, c.unknown);
    if (!c.has_answer("rigid_inertia_x3", reference.status)) return;
    compare_framework(c, "rigid_inertia_x3", reference.bodies, Model::framework4, "framework4");
}

/// The change of velocities over a step dt, or, after an impact, the velocities.
std::vector<Motion> outcome(const Comparing& c, const Tower& after, double dt) {
    std::vector<Motion> motions(c.tower.bodies.size());
    for (std::size_t b = 0; b < motions.size(); ++b) {
        if (c.tower.bodies[b].fixed) continue;
        const Motion &v = c.tower.bodies[b].velocity, &w = after.bodies[b].velocity;
        motions[b] = w;
        if (c.unknown == Unknown::accelerations)
            motions[b] = {(1.0 / dt) * (w.linear - v.linear), (w.angular - v.angular) / dt};
    }
    return motions;
}

/// The same of points, seen from where they were.
std::vector<Motion> outcome(const Comparing& c, const Framework& before, const Framework& after, double dt) {
    Vector motions;
    for (std::size_t p = 0; p < before.velocities.size(); ++p) {
        Vec2 m = after.velocities[p];
        if (c.unknown == Unknown::accelerations) m = (1.0 / dt) * (m - before.velocities[p]);
        motions.push_back(m.x);
        motions.push_back(m.y);
    }
    return rigid_motions(before, c.tower, motions);
}

/// What the positions of a framework are rounded by, seen in what a step of dt makes of them, and through
/// the bars of thin bricks.
double rounding_of_step(const Comparing& c, const Framework& framework, double dt) {
    const double size = mean_size(c.tower), thinnest = std::min(size, least_width(c.tower));
    double farthest = 0.0;
    for (const Vec2& p : framework.positions) farthest = std::max({farthest, std::abs(p.x), std::abs(p.y)});
    const double velocity = 4.0 * std::numeric_limits<double>::epsilon() * farthest * (size / thinnest) / dt;
    return c.unknown == Unknown::accelerations ? velocity / dt : velocity;
}

/// (L') and (S') in one step are (Q) exactly.   [ROTE-thm5.1]
void compare_framework_step(Comparing& c, double dt, double bound) {
    const Answer reference = ask(c.tower, c.unknown, Model::framework4);
    if (!c.has_answer("framework4", reference.status)) return;
    FrameworkLoop loop(c.tower, {.dt = dt, .lengths = Lengths::drifting, .halvings = 0});
    const Framework before = loop.framework();
    const optimize::Status status = loop.step().status;
    c.add("framework4", reference.bodies, "framework4_position_step", status,
          outcome(c, before, loop.framework(), dt),
          std::max(bound, rounding_of_step(c, before, dt) / c.scale));
}

void compare_steps(Comparing& c) {
    const bool collides = c.unknown == Unknown::velocities;
    // Accelerations are the change of velocities over the step, to its rounding; after an impact the gravity
    // of the step comes on top, and the turn of the bodies, of first order in dt.
    const double dt = (collides ? impact_step : 1e-3) * c.time;
    const double exact = collides ? steps_agree : methods_agree;
    AccelerationLoop accelerations(c.tower, {.dt = dt, .correct = false});
    const optimize::Status status = accelerations.step().status;
    c.add("rigid", c.rigid.bodies, "acceleration_step", status, outcome(c, accelerations.tower(), dt), exact);
    // The true gap of the position loop differs from (S') where bodies turn; from rest, in second order of
    // dt.
    if (collides || is_at_rest(c.tower)) {
        const double short_dt = collides ? dt : 1e-4 * c.time;
        PositionLoop positions(c.tower, {.dt = short_dt, .halvings = 0});
        const optimize::Status position_status = positions.step().status;
        c.add("rigid", c.rigid.bodies, "position_step", position_status,
              outcome(c, positions.tower(), short_dt), steps_agree);
    }
    if (all_rectangles(c.tower)) compare_framework_step(c, dt, exact);
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
    // In units in which the largest entries are 1, for the solver's residuals are relative to 1 too.
    double largest_entry = 0.0;
    for (std::size_t i = 0; i < m; ++i) largest_entry = std::max(largest_entry, problem.hessian(i, i));
    const double entry_unit = power_of_two_above(largest_entry);
    const double cost_unit = power_of_two_above(max_norm(problem.cost));
    problem.hessian = (1.0 / entry_unit) * problem.hessian;
    problem.cost *= 1.0 / cost_unit;
    const optimize::Solution solution = optimize::solve_quadratic(problem);
    gauss::Projection result;
    result.status = solution.status;
    if (result.status != optimize::Status::optimal) return result;
    result.multipliers = (cost_unit / entry_unit) * solution.x;
    result.x = f.target;
    for (std::size_t i = 0; i < m; ++i) result.x += result.multipliers[i] * lifted[i];
    return result;
}

ComparisonTable compare(const Tower& tower) {
    Comparing c{tower, Unknown::accelerations, {}, norm(tower.gravity), 1.0, {}};
    try {
        c.rigid = accelerate(tower);
    } catch (const ApproachError&) {
        c.unknown = Unknown::velocities;
        c.rigid = impact(tower);
        c.scale = size_of_motion(tower, [&] {
            std::vector<Motion> before;
            for (const Body& body : tower.bodies) before.push_back(body.fixed ? Motion{} : body.velocity);
            return before;
        }());
    }
    if (!(c.scale > 0.0)) c.scale = 1.0;
    const double size = mean_size(tower);
    c.time = c.unknown == Unknown::accelerations ? std::sqrt(size / c.scale) : size / c.scale;
    c.table.warnings = c.rigid.warnings;
    if (!c.has_answer("rigid", c.rigid.status)) return c.table;
    if (is_at_rest(tower)) compare_verdict(c);
    compare_forces(c);
    if (all_rectangles(tower)) compare_frameworks(c);
    compare_steps(c);
    return c.table;
}

}  // namespace restraint::bricks
