#include "restraint/bricks/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "restraint/bricks/nearest_motion.h"
#include "restraint/bricks/rows.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/optimize/least_distance.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

/// Rows and columns of the program from the columns of A, with r+ and r- of each row as its last columns.
optimize::Problem program(const std::vector<std::vector<std::pair<std::size_t, double>>>& rows,
                          std::size_t contacts, std::size_t forces, Vector sides) {
    optimize::Problem p = optimize::unconstrained(forces + 2 * rows.size());
    for (std::size_t c = 0; c < contacts; ++c) p.lower[c] = 0.0;
    p.row_lower = p.row_upper = std::move(sides);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        p.rows.begin_row();
        for (const auto& [column, value] : rows[r]) p.rows.append(column, value);
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
    optimize::ActiveSet start;
    start.rows.assign(e.problem.row_lower.size(), Activity::fixed);
    start.variables.assign(e.problem.variables(), Activity::at_lower);
    for (std::size_t r = 0; r < start.rows.size(); ++r)
        start.variables[e.forces + 2 * r + (e.problem.row_lower[r] < 0.0 ? 1 : 0)] =
            optimize::Activity::inactive;
    return start;
}

/// How well forces balance gravity: A f + gravity/W, row by row.
struct Imbalance {
    double worst = 0.0, sum = 0.0, terms = 0.0;
    double bound = balance_tolerance;  // of the weight, or of the largest force where that is larger
};
Imbalance imbalance(const Equilibrium& e, const Vector& forces) {
    Imbalance result;
    result.bound *= std::max(1.0, max_norm(forces));
    for (std::size_t r = 0; r < e.problem.rows.rows(); ++r) {
        const SparseRows::Row row = e.problem.rows.row(r);
        AccurateSum sum;
        sum.add(-e.problem.row_lower[r]);
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row.columns[k] < e.forces) sum.add(row.values[k], forces[row.columns[k]]);
        result.worst = std::max(result.worst, std::abs(sum.rounded()));
        result.sum += std::abs(sum.rounded());
        result.terms = std::max(result.terms, sum.moduli());
    }
    return result;
}

/// The motion of each body that a combination of rows stands for, times a factor.
std::vector<Motion> motion_of(const Equilibrium& e, const Vector& rows, std::size_t bodies, double factor) {
    std::vector<Motion> motion(bodies);
    for (std::size_t k = 0; k < e.moving.size(); ++k)
        motion[e.moving[k]] = {factor * Vec2{rows[3 * k], rows[3 * k + 1]},
                               factor * rows[3 * k + 2] / e.half_diagonal[k]};
    return motion;
}

/// A'v and -b'v: the rate of each gap, and of each pin along x and y, and gravity's power over the weight.
struct Effect {
    Vector rates;
    double power = 0.0;
};

/// The effect of a sum of motions, in twice the digits of a double.
Effect effect(const Equilibrium& e, std::initializer_list<std::span<const Motion>> motions) {
    std::vector<AccurateSum> rates(e.forces);
    AccurateSum power;
    const auto add = [&](std::size_t r, double entry) {
        const SparseRows::Row row = e.problem.rows.row(r);
        for (std::size_t j = 0; j < row.size(); ++j)
            if (row.columns[j] < e.forces) rates[row.columns[j]].add(row.values[j], entry);
        power.add(-e.problem.row_lower[r], entry);
    };
    for (const std::span<const Motion> motion : motions)
        for (std::size_t k = 0; k < e.moving.size(); ++k) {
            const Motion& m = motion[e.moving[k]];
            const TwoDoubles turn = exact_product(m.angular, e.half_diagonal[k]);
            add(3 * k, m.linear.x);
            add(3 * k + 1, m.linear.y);
            add(3 * k + 2, turn.value);
            add(3 * k + 2, turn.rest);
        }
    Effect result{{}, power.rounded()};
    for (const AccurateSum& rate : rates) result.rates.push_back(rate.rounded());
    return result;
}

Proof proof_of(const Equilibrium& e, const Effect& all) {
    Proof result{all.power, 0.0, 0.0};
    for (std::size_t c = 0; c < e.forces; ++c) {
        const double closing = c < e.contacts ? std::max(0.0, -all.rates[c]) : std::abs(all.rates[c]);
        result.closing = std::max(result.closing, closing);
        result.closings += closing;
    }
    return result;
}

/// The least correction, in the measure of size_of_motion, after which the motion opens every contact by
/// `open` and moves no pin apart; empty where there is none.
std::vector<Motion> correction(const Tower& tower, const Equilibrium& e, const std::vector<Contact>& contacts,
                               const std::vector<Motion>& motion, double open) {
    const Vector rates = effect(e, {motion}).rates;
    const double unit = std::max(max_norm(rates), opening);  // makes numbers near 1 of the sides
    std::vector<gauss::InverseMass> weights;
    for (const Body& body : tower.bodies) {
        const double w = body.fixed ? 0.0 : 1.0, r = radius(body);
        weights.push_back(gauss::InverseMass::diagonal({w, w, w / (r * r)}));
    }
    std::vector<gauss::Row> rows;
    for (std::size_t c = 0; c < contacts.size(); ++c)
        rows.push_back(contact_row(tower, contacts[c], (open - rates[c]) / unit));
    for (std::size_t p = 0; p < tower.pins.size(); ++p) {
        const std::size_t x = e.contacts + 2 * p;
        for (const gauss::Row& row : pin_rows(tower, tower.pins[p], {-rates[x] / unit, -rates[x + 1] / unit}))
            rows.push_back(row);
    }
    const gauss::Projection nearest = gauss::project(weights, Vector(3 * tower.bodies.size(), 0.0), rows);
    if (nearest.status != optimize::Status::optimal) return {};
    return body_motions(tower, unit * nearest.x);
}

/// The largest entry 1.
std::vector<Motion> scaled(const Tower& tower, std::vector<Motion> motion) {
    const double size = size_of_motion(tower, motion);
    for (Motion& m : motion) m = {(1.0 / size) * m.linear, m.angular / size};
    return motion;
}

/// Makes a proof of the program's motion. Where it closes gaps by its own rounding, which the power may not
/// be large against, it is corrected so that it opens all of them; where not all can open, the correction
/// stays beside the motion as the digits that it lacks.
void judge_motion(const Tower& tower, const Equilibrium& e, Balance& result) {
    result.motion = scaled(tower, result.motion);
    result.proof = proof(e, result.motion);
    if (!result.proof.holds()) {
        std::vector<Motion> opened = result.motion;
        const std::vector<Motion> more = correction(tower, e, result.contacts, result.motion, opening);
        for (std::size_t b = 0; b < more.size(); ++b)
            opened[b] = {opened[b].linear + more[b].linear, opened[b].angular + more[b].angular};
        opened = scaled(tower, opened);
        result.proof = proof(e, opened);
        if (result.proof.holds()) result.motion = opened;
    }
    if (!result.proof.holds()) {
        const std::vector<Motion> rest = correction(tower, e, result.contacts, result.motion, 0.0);
        if (!rest.empty()) result.proof = proof_of(e, effect(e, {result.motion, rest}));
    }
    if (result.proof.holds()) result.verdict = Verdict::unstable;
}

}  // namespace

double weight_of(const Tower& tower) {
    double mass = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) mass += body.mass;
    return mass * norm(tower.gravity);
}

double size_of_motion(const Tower& tower, const std::vector<Motion>& motion) {
    double largest = 0.0;
    for (std::size_t b = 0; b < motion.size(); ++b)
        largest = std::max({largest, std::abs(motion[b].linear.x), std::abs(motion[b].linear.y),
                            std::abs(motion[b].angular) * radius(tower.bodies[b])});
    return largest;
}

Equilibrium equilibrium(const Tower& tower, std::span<const Contact> contacts, double weight) {
    Equilibrium e;
    std::vector<std::size_t> block(tower.bodies.size());
    Vector sides;
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (tower.bodies[b].fixed) continue;
        block[b] = e.moving.size();
        e.moving.push_back(b);
        e.half_diagonal.push_back(radius(tower.bodies[b]));
        const double share = weight > 0.0 ? tower.bodies[b].mass / weight : 0.0;
        for (const double side : {-share * tower.gravity.x, -share * tower.gravity.y, 0.0})
            sides.push_back(side);
    }
    // Row by row, from the rates of gaps and pins in the motions of the bodies.
    std::vector<std::vector<std::pair<std::size_t, double>>> rows(sides.size());
    const auto add_column = [&](const gauss::Row& rate) {
        for (const gauss::Block& of_body : rate.blocks()) {
            const std::size_t k = block[of_body.body];
            const double entries[] = {of_body.coefficients[0], of_body.coefficients[1],
                                      of_body.coefficients[2] / e.half_diagonal[k]};
            for (std::size_t i = 0; i < 3; ++i)
                if (entries[i] != 0.0) rows[3 * k + i].emplace_back(e.forces, entries[i]);
        }
        ++e.forces;
    };
    for (const Contact& contact : contacts) add_column(contact_row(tower, contact, 0.0));
    e.contacts = e.forces;
    for (const Pin& pin : tower.pins)
        for (const gauss::Row& row : pin_rows(tower, pin, {})) add_column(row);
    e.problem = program(rows, e.contacts, e.forces, std::move(sides));
    return e;
}

Proof proof(const Equilibrium& e, const std::vector<Motion>& motion) {
    return proof_of(e, effect(e, {motion}));
}

Balance start_of(const Tower& tower, const std::vector<Contact>& contacts,
                 const std::vector<CornerContact>& corners, double weight) {
    const double gravity = acceleration_scale(tower), unit = weight > 0.0 ? 1.0 / weight : 0.0;
    const Answer answer =
        nearest_motion(rigid_question(tower, Unknown::accelerations, gravity), contacts, corners);
    Balance result;
    if (answer.status != optimize::Status::optimal) {
        result.contacts = contacts;  // for the program
        result.corners_asked = corners.empty();
        return result;
    }
    result.corners = answer.corners;
    for (const ContactAnswer& contact : answer.contacts) {
        result.contacts.push_back(contact.contact);
        result.forces.push_back(unit * std::max(0.0, contact.force));
    }
    for (const Vec2 force : answer.pin_forces)
        for (const double entry : {force.x, force.y}) result.forces.push_back(unit * entry);
    const Equilibrium e = equilibrium(tower, result.contacts, weight);
    const Imbalance left = imbalance(e, result.forces);
    result.imbalance = left.worst;
    result.motion = answer.bodies;
    for (Motion& m : result.motion) m = {(1.0 / gravity) * m.linear, m.angular / gravity};
    // The least sum of the r is below this one's: the program could not find the tower unstable.
    if (left.sum < left.bound) result.verdict = Verdict::stable;
    return result;
}

Balance by_program(const Tower& tower, const Balance& start, double weight,
                   const optimize::ActiveSet& warm_start) {
    const Equilibrium e = equilibrium(tower, start.contacts, weight);
    optimize::SimplexOptions options;
    const bool fits = warm_start.variables.size() == e.problem.variables();
    options.warm_start = fits ? warm_start : without_forces(e);
    const optimize::Solution solution = optimize::solve_linear(e.problem, options);
    Balance result = start;
    result.verdict = Verdict::numerical;
    if (solution.status != optimize::Status::optimal) return result;
    result.active = solution.active;
    result.forces = solution.x;
    result.forces.resize(e.forces);
    const Imbalance left = imbalance(e, result.forces);
    result.imbalance = left.worst;
    result.terms = left.terms;
    result.motion = motion_of(e, solution.row_multipliers, tower.bodies.size(), -1.0);
    result.proof = proof(e, result.motion);
    if (left.worst < left.bound) {
        result.verdict = Verdict::stable;
    } else if (result.proof.power > balance_tolerance && start.corners_asked) {
        judge_motion(tower, e, result);
    }
    return result;
}

Balance with_least_forces(const Tower& tower, Balance balance, double weight) {
    const Equilibrium e = equilibrium(tower, balance.contacts, weight);
    SparseRows rows(e.forces);
    Vector lower, upper;
    for (std::size_t r = 0; r < e.problem.rows.rows(); ++r) {
        const SparseRows::Row row = e.problem.rows.row(r);
        rows.begin_row();
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row.columns[k] < e.forces) rows.append(row.columns[k], row.values[k]);
        lower.push_back(e.problem.row_lower[r]);
        upper.push_back(e.problem.row_lower[r]);
    }
    for (std::size_t c = 0; c < e.contacts; ++c) {
        rows.begin_row();
        rows.append(c, 1.0);
        lower.push_back(0.0);
        upper.push_back(optimize::infinity);
    }
    // The inverse masses are 1: A W is A.
    optimize::NearestPoint least({rows, rows, lower, upper}, projection_rounding);
    optimize::LeastDistance found = least.solve(Vector(e.forces, 0.0));
    if (found.status != optimize::Status::optimal) return balance;
    for (std::size_t c = 0; c < e.contacts; ++c) found.x[c] = std::max(0.0, found.x[c]);
    const Imbalance left = imbalance(e, found.x);
    if (!(left.worst < left.bound)) return balance;
    balance.forces = found.x;
    balance.imbalance = left.worst;
    return balance;
}

}  // namespace restraint::bricks
