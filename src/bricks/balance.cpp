#include "restraint/bricks/balance.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/nearest_motion.h"
#include "restraint/bricks/scale.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/optimize/active_set.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

/// Where the simplex starts: no forces, and the r that make up for all of gravity in the basis.
optimize::ActiveSet without_forces(const optimize::Problem& program) {
    using optimize::Activity;
    const std::size_t rows = program.rows.rows(), forces = program.variables() - 2 * rows;
    optimize::ActiveSet start;
    start.rows.assign(rows, Activity::fixed);
    start.variables.assign(program.variables(), Activity::at_lower);
    for (std::size_t r = 0; r < rows; ++r)
        start.variables[forces + 2 * r + (program.row_lower[r] < 0.0 ? 1 : 0)] = Activity::inactive;
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
    for (std::size_t r = 0; r < e.matrix.rows(); ++r) {
        const SparseRows::Row row = e.matrix.row(r);
        AccurateSum sum;
        sum.add(-e.sides[r]);
        for (std::size_t k = 0; k < row.size(); ++k) sum.add(row.values[k], forces[row.columns[k]]);
        result.worst = std::max(result.worst, std::abs(sum.rounded()));
        result.sum += std::abs(sum.rounded());
        result.terms = std::max(result.terms, sum.moduli());
    }
    return result;
}

/// The motion of each body that the program's multipliers stand for.
std::vector<Motion> motion_of(const Equilibrium& e, const Vector& rows, std::size_t bodies) {
    std::vector<Motion> motion(bodies);
    for (std::size_t k = 0; k < e.moving.size(); ++k)
        motion[e.moving[k]] = {-Vec2{rows[3 * k], rows[3 * k + 1]}, -rows[3 * k + 2] / e.half_diagonal[k]};
    return motion;
}

/// The least correction, in the measure of size_of_motion, after which a motion of those rates opens every
/// contact by `open` and moves no pin apart; none where there is none. The tower is at rest.
std::vector<Motion> correction(Tower tower, const Equilibrium& e, const std::vector<Contact>& contacts,
                               const Vector& rates, double open) {
    tower.gravity = {};
    for (Body& body : tower.bodies) {
        body.mass = 1.0;
        body.inertia = radius(body) * radius(body);
    }
    Formulation f = rigid_formulation(tower, contacts, Unknown::accelerations);
    const double unit = std::max(max_norm(rates), opening);  // makes numbers near 1 of the sides
    for (std::size_t c = 0; c < f.rows.size(); ++c) {
        const bool is_pin = c >= e.contacts;
        f.rows[c].lower = ((is_pin ? 0.0 : open) - rates[c]) / unit;
        if (is_pin) f.rows[c].upper = f.rows[c].lower;
    }
    const gauss::Projection nearest = gauss::project(f.inverse_masses, f.target, f.rows);
    if (nearest.status != optimize::Status::optimal) return std::vector<Motion>(tower.bodies.size());
    return body_motions(tower, unit * nearest.x);
}

/// A motion of size 1, and what it proves.
struct Proved {
    std::vector<Motion> motion;
    Proof proof;
};
Proved proved(const Tower& tower, const Equilibrium& e, std::vector<Motion> motion) {
    const double size = size_of_motion(tower, motion);
    for (Motion& m : motion) m = {(1.0 / size) * m.linear, m.angular / size};
    return {motion, proof(e, motion)};
}

/// A proof from the program's motion. Where it closes gaps by its own rounding, which the power may not be
/// large against, it is corrected so that it opens all of them; where not all can open, the correction stays
/// beside the motion as the digits that it lacks.
Proved corrected(const Tower& tower, const Equilibrium& e, const std::vector<Contact>& contacts,
                 const std::vector<Motion>& motion) {
    Proved plain = proved(tower, e, motion);
    if (plain.proof.holds()) return plain;
    std::vector<Motion> opened = correction(tower, e, contacts, plain.proof.rates, opening);
    for (std::size_t b = 0; b < opened.size(); ++b)
        opened[b] = {plain.motion[b].linear + opened[b].linear, plain.motion[b].angular + opened[b].angular};
    const Proved open = proved(tower, e, opened);
    if (open.proof.holds()) return open;
    const std::vector<Motion> digits = correction(tower, e, contacts, plain.proof.rates, 0.0);
    plain.proof = proof(e, plain.motion, digits);
    return plain;
}

/// The forces in a heap among those of all, in the order of its columns: contacts, and pins along x and y.
std::vector<std::size_t> places(const Heap& heap, const Balance& all) {
    std::vector<std::size_t> result = heap.contact;
    for (const std::size_t pin : heap.pin)
        for (const std::size_t i : {0u, 1u}) result.push_back(all.contacts.size() + 2 * pin + i);
    return result;
}

Vector forces_in(const Heap& heap, const Balance& all) {
    Vector forces;
    for (const std::size_t place : places(heap, all)) forces.push_back(all.forces[place]);
    return forces;
}

void set_forces(const Heap& heap, const Vector& forces, Balance& all) {
    const std::vector<std::size_t> place = places(heap, all);
    for (std::size_t k = 0; k < place.size(); ++k) all.forces[place[k]] = forces[k];
}

/// The least sum of the r is below this one's: the program could not find the heap unstable.
bool stands(const Imbalance& left) { return left.sum < left.bound; }

}  // namespace

Balance start_of(const Tower& tower, const std::vector<Contact>& contacts,
                 const std::vector<CornerContact>& corners, double weight) {
    const double gravity = acceleration_scale(tower), unit = weight > 0.0 ? 1.0 / weight : 0.0;
    const Answer answer = nearest_motion(tower, {Unknown::accelerations, gravity}, contacts, corners);
    Balance result;
    if (answer.status != optimize::Status::optimal) {  // for the program
        result.contacts = contacts;
        result.corners_asked = corners.empty();
        result.forces.resize(contacts.size() + 2 * tower.pins.size());
        return result;
    }
    for (const ContactAnswer& contact : answer.contacts) {
        result.contacts.push_back(contact.contact);
        result.forces.push_back(unit * std::max(0.0, contact.force));
    }
    for (const Vec2 force : answer.pin_forces)
        for (const double entry : {force.x, force.y}) result.forces.push_back(unit * entry);
    result.motion = answer.bodies;
    for (Motion& m : result.motion) m = {(1.0 / gravity) * m.linear, m.angular / gravity};
    result.verdict = Verdict::stable;
    for (const Heap& heap : heaps(tower, result.contacts, {})) {
        const Imbalance left =
            imbalance(equilibrium(heap.tower, heap.contacts, weight), forces_in(heap, result));
        result.imbalance = std::max(result.imbalance, left.worst);
        if (stands(left))
            for (const std::size_t body : heap.body) result.motion[body] = {};
        else result.verdict = Verdict::numerical;
    }
    if (result.verdict == Verdict::stable || !(size_of_motion(tower, result.motion) > 0.0)) return result;
    const Proved start = proved(tower, equilibrium(tower, result.contacts, weight), result.motion);
    result.motion = start.motion;
    result.proof = start.proof;
    if (start.proof.holds()) result.verdict = Verdict::unstable;
    return result;
}

Balance by_program(const Tower& tower, const Balance& start, double weight) {
    Balance result = start;
    result.verdict = Verdict::stable;
    result.imbalance = result.terms = 0.0;
    result.proof = {};
    for (const Heap& heap : heaps(tower, start.contacts, {})) {
        const Equilibrium e = equilibrium(heap.tower, heap.contacts, weight);
        Imbalance left = imbalance(e, forces_in(heap, start));
        if (stands(left)) {
            result.imbalance = std::max(result.imbalance, left.worst);
            continue;
        }
        const optimize::Problem problem = program(e);
        optimize::Solution solution = optimize::solve_linear(problem, {0, without_forces(problem)});
        if (solution.status != optimize::Status::optimal) {
            result.verdict = Verdict::numerical;
            continue;
        }
        solution.x.resize(e.matrix.cols());
        set_forces(heap, solution.x, result);
        left = imbalance(e, solution.x);
        result.imbalance = std::max(result.imbalance, left.worst);
        result.terms = std::max(result.terms, left.terms);
        if (left.worst < left.bound) continue;
        result.verdict = Verdict::numerical;
        const std::vector<Motion> motion = motion_of(e, solution.row_multipliers, heap.tower.bodies.size());
        if (!start.corners_asked || !(proof(e, motion).power > balance_tolerance)) continue;
        const Proved fall = corrected(heap.tower, e, heap.contacts, motion);
        if (!fall.proof.holds() || fall.proof.power <= result.proof.power) continue;
        result.proof = fall.proof;
        result.motion.assign(tower.bodies.size(), Motion{});
        for (std::size_t k = 0; k < fall.motion.size(); ++k) result.motion[heap.body[k]] = fall.motion[k];
    }
    if (result.proof.holds()) result.verdict = Verdict::unstable;
    return result;
}

Balance with_least_forces(const Tower& tower, Balance balance, double weight) {
    balance.imbalance = 0.0;
    for (const Heap& heap : heaps(tower, balance.contacts, {})) {
        const Equilibrium e = equilibrium(heap.tower, heap.contacts, weight);
        SparseRows rows = e.matrix;
        Vector lower = e.sides, upper = e.sides;
        for (std::size_t c = 0; c < e.contacts; ++c) {
            rows.begin_row();
            rows.append(c, 1.0);
            lower.push_back(0.0);
            upper.push_back(optimize::infinity);
        }
        // The inverse masses are 1: A W is A.
        optimize::NearestPoint least({rows, rows, lower, upper}, projection_rounding);
        optimize::LeastDistance found = least.solve(Vector(rows.cols(), 0.0));
        if (found.status == optimize::Status::optimal) {
            for (std::size_t c = 0; c < e.contacts; ++c) found.x[c] = std::max(0.0, found.x[c]);
            const Imbalance left = imbalance(e, found.x);
            if (left.worst < left.bound) set_forces(heap, found.x, balance);
        }
        balance.imbalance = std::max(balance.imbalance, imbalance(e, forces_in(heap, balance)).worst);
    }
    return balance;
}

}  // namespace restraint::bricks
