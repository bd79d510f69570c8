#include "restraint/bricks/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/rows.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

/// The matrix A, collected row by row from its columns.
struct Columns {
    std::vector<std::vector<std::pair<std::size_t, double>>> rows;
    std::size_t count = 0;

    /// The next column, from the rate of a gap in the motions of the bodies.
    void add(const gauss::Row& rate, const std::vector<std::size_t>& block_of_body, const Equilibrium& e) {
        for (const gauss::Block& block : rate.blocks()) {
            const std::size_t k = block_of_body[block.body];
            const double entries[] = {block.coefficients[0], block.coefficients[1],
                                      block.coefficients[2] / e.half_diagonal[k]};
            for (std::size_t i = 0; i < 3; ++i)
                if (entries[i] != 0.0) rows[3 * k + i].emplace_back(count, entries[i]);
        }
        ++count;
    }
};

/// Rows and columns of the program, with r+ and r- of each row as its last columns.
optimize::Problem program(const Columns& columns, std::size_t contacts, const Vector& sides) {
    const std::size_t forces = columns.count, m = columns.rows.size();
    optimize::Problem p = optimize::unconstrained(forces + 2 * m);
    for (std::size_t c = 0; c < contacts; ++c) p.lower[c] = 0.0;
    p.row_lower = p.row_upper = sides;
    for (std::size_t r = 0; r < m; ++r) {
        p.rows.begin_row();
        for (const auto& [column, value] : columns.rows[r]) p.rows.append(column, value);
        const double signs[] = {1.0, -1.0};
        for (std::size_t i = 0; i < 2; ++i) {
            const std::size_t column = forces + 2 * r + i;
            p.rows.append(column, signs[i]);
            p.cost[column] = 1.0;
            p.lower[column] = 0.0;
        }
    }
    return p;
}

/// Where the simplex starts: no forces, and the r that make up for all of gravity in the basis.
optimize::ActiveSet without_forces(const Equilibrium& e) {
    using optimize::Activity;
    const std::size_t forces = e.contacts + 2 * e.pins;
    optimize::ActiveSet start;
    start.rows.assign(e.problem.row_lower.size(), Activity::fixed);
    start.variables.assign(e.problem.variables(), Activity::at_lower);
    for (std::size_t r = 0; r < start.rows.size(); ++r)
        start.variables[forces + 2 * r + (e.problem.row_lower[r] < 0.0 ? 1 : 0)] = Activity::inactive;
    return start;
}

/// The largest |A f + gravity/W|, and the largest sum of the moduli of its terms, each sum in long double.
void judge_forces(const Equilibrium& e, Balance& result) {
    long double worst = 0.0L, most = 0.0L;
    for (std::size_t r = 0; r < e.problem.rows.rows(); ++r) {
        const SparseRows::Row row = e.problem.rows.row(r);
        long double sum = -e.problem.row_lower[r], moduli = std::abs(sum);
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (row.columns[k] >= result.forces.size()) continue;
            const long double term = static_cast<long double>(row.values[k]) * result.forces[row.columns[k]];
            sum += term;
            moduli += std::abs(term);
        }
        worst = std::max(worst, std::abs(sum));
        most = std::max(most, moduli);
    }
    result.imbalance = static_cast<double>(worst);
    result.terms = static_cast<double>(most);
}

/// The motion of each body that a combination of rows stands for, and back.
std::vector<Motion> motion_of(const Equilibrium& e, const Vector& rows, std::size_t bodies) {
    std::vector<Motion> motion(bodies);
    for (std::size_t k = 0; k < e.moving.size(); ++k)
        motion[e.moving[k]] = {{rows[3 * k], rows[3 * k + 1]}, rows[3 * k + 2] / e.half_diagonal[k]};
    return motion;
}
Vector rows_of(const Equilibrium& e, const std::vector<Motion>& motion) {
    Vector rows;
    for (std::size_t k = 0; k < e.moving.size(); ++k) {
        const Motion& m = motion[e.moving[k]];
        for (const double entry : {m.linear.x, m.linear.y, m.angular * e.half_diagonal[k]})
            rows.push_back(entry);
    }
    return rows;
}

/// What a motion, given as a combination v of rows, proves: its power -b'v, and how far it closes gaps, A'v.
void judge_motion(const Tower& tower, const Equilibrium& e, const std::vector<bool>& enabled, const Vector& v,
                  Balance& result) {
    std::vector<long double> gap_velocity(e.contacts + 2 * e.pins, 0.0L);
    long double power = 0.0L;
    for (std::size_t r = 0; r < v.size(); ++r) {
        const SparseRows::Row row = e.problem.rows.row(r);
        power -= static_cast<long double>(e.problem.row_lower[r]) * v[r];
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row.columns[k] < gap_velocity.size())
                gap_velocity[row.columns[k]] += static_cast<long double>(row.values[k]) * v[r];
    }
    long double closing = 0.0L;
    for (std::size_t c = 0; c < gap_velocity.size(); ++c) {
        if (c >= e.contacts) closing = std::max(closing, std::abs(gap_velocity[c]));
        else if (enabled[c]) closing = std::max(closing, -gap_velocity[c]);
    }
    result.power = static_cast<double>(power);
    result.closing = static_cast<double>(closing);
    result.motion = motion_of(e, v, tower.bodies.size());
    const bool proved = result.power > balance_tolerance && result.closing <= 1e-2 * result.power;
    result.verdict = proved ? Verdict::unstable : Verdict::numerical;
}

}  // namespace

double size_of_motion(const Tower& tower, const std::vector<Motion>& motion) {
    double largest = 0.0;
    for (std::size_t b = 0; b < motion.size(); ++b)
        largest = std::max({largest, std::abs(motion[b].linear.x), std::abs(motion[b].linear.y),
                            std::abs(motion[b].angular) * radius(tower.bodies[b])});
    return largest;
}

Equilibrium equilibrium(const Tower& tower, std::span<const Contact> contacts) {
    Equilibrium e;
    e.contacts = contacts.size();
    e.pins = tower.pins.size();
    std::vector<std::size_t> block_of_body(tower.bodies.size());
    double mass = 0.0;
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (tower.bodies[b].fixed) continue;
        block_of_body[b] = e.moving.size();
        e.moving.push_back(b);
        e.half_diagonal.push_back(radius(tower.bodies[b]));
        mass += tower.bodies[b].mass;
    }
    e.weight = mass * norm(tower.gravity);
    Columns columns;
    columns.rows.resize(3 * e.moving.size());
    for (const Contact& contact : contacts) columns.add(contact_row(tower, contact, 0.0), block_of_body, e);
    for (const Pin& pin : tower.pins)
        for (const gauss::Row& row : pin_rows(tower, pin, {})) columns.add(row, block_of_body, e);
    Vector sides;
    for (const std::size_t b : e.moving) {
        const double share = e.weight > 0.0 ? tower.bodies[b].mass / e.weight : 0.0;
        sides.push_back(-share * tower.gravity.x);
        sides.push_back(-share * tower.gravity.y);
        sides.push_back(0.0);
    }
    e.problem = program(columns, contacts.size(), sides);
    return e;
}

Balance balance(const Tower& tower, const Equilibrium& e, const std::vector<bool>& enabled,
                const optimize::ActiveSet& warm_start) {
    optimize::Problem problem = e.problem;
    for (std::size_t c = 0; c < e.contacts; ++c)
        if (!enabled[c]) problem.upper[c] = 0.0;
    optimize::SimplexOptions options;
    options.warm_start = warm_start.empty() ? without_forces(e) : warm_start;
    const optimize::Solution solution = optimize::solve_linear(problem, options);
    Balance result;
    if (solution.status != optimize::Status::optimal) return result;
    result.active = solution.active;
    result.forces = solution.x;
    result.forces.resize(e.contacts + 2 * e.pins);
    judge_forces(e, result);
    judge_motion(tower, e, enabled, -solution.row_multipliers, result);
    if (result.imbalance < balance_tolerance) result.verdict = Verdict::stable;
    return result;
}

Support support(const Touching& touching) {
    Support s{touching.contacts, touching.corners};
    for (CornerContact& corner : s.corners) {
        corner.contact.partner = s.contacts.size();
        s.contacts.push_back(corner.contact);
    }
    return s;
}

Balance balance_with_corners(const Tower& tower, const Support& support, std::vector<bool>& enabled,
                             const optimize::ActiveSet& warm_start) {
    const Equilibrium e = equilibrium(tower, support.contacts);
    enabled.resize(support.certain());
    enabled.resize(support.contacts.size(), false);
    Balance result = balance(tower, e, enabled, warm_start);
    if (result.verdict != Verdict::unstable || support.corners.empty()) return result;

    // The program's motion is one of many; Gauss' principle singles one out and tells which corners are in
    // its way.
    std::vector<Contact> certain;
    for (std::size_t c = 0; c < support.certain(); ++c)
        if (enabled[c]) certain.push_back(support.contacts[c]);
    const Answer start = accelerate_from_rest(tower, certain, support.corners);
    if (start.status != optimize::Status::optimal) return {};
    for (const std::size_t corner : start.corners) enabled[support.certain() + corner] = true;
    if (!start.corners.empty()) result = balance(tower, e, enabled, result.active);
    if (result.verdict != Verdict::unstable) return result;
    result.start = start.bodies;
    return result;
}

Balance proved_by_start(const Tower& tower, const Equilibrium& e, const std::vector<bool>& enabled,
                        const Balance& balance) {
    if (balance.start.empty()) return balance;
    const Vector motion = rows_of(e, balance.start);
    const double size = max_norm(motion);
    if (!(size > 0.0)) return balance;
    Balance result = balance;
    judge_motion(tower, e, enabled, (1.0 / size) * motion, result);
    return result.verdict == Verdict::unstable ? result : balance;
}

}  // namespace restraint::bricks
