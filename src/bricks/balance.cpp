#include "restraint/bricks/balance.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/nearest_motion.h"
#include "restraint/linalg/fast/row_order.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/optimize/active_set.h"

namespace restraint::bricks {
namespace {

/// The passes in which a heap is looked at more closely.
constexpr int most_passes = 3;

/// How well forces balance gravity.
struct Imbalance {
    Vector rows{};  // A f + gravity/W
    double worst = 0.0, sum = 0.0, terms = 0.0;
    double bound = balance_tolerance;  // of the weight, or of the largest force where that is larger
};
/// forces: of the whole tower
Imbalance imbalance(const Equilibrium& e, const Vector& forces) {
    Imbalance result;
    double largest = 1.0;
    for (const std::size_t force : e.force) largest = std::max(largest, std::abs(forces[force]));
    result.bound *= largest;
    for (std::size_t r = 0; r < e.matrix.rows(); ++r) {
        const SparseRows::Row row = e.matrix.row(r);
        AccurateSum sum;
        sum.add(-e.sides[r]);
        for (std::size_t k = 0; k < row.size(); ++k) sum.add(row.values[k], forces[e.force[row.columns[k]]]);
        result.rows.push_back(sum.rounded());
        result.worst = std::max(result.worst, std::abs(sum.rounded()));
        result.sum += std::abs(sum.rounded());
        result.terms = std::max(result.terms, sum.moduli());
    }
    return result;
}

/// The motion of each body of the whole tower, given by the rows of the equations; the others stand.
std::vector<Motion> motion_of(const Equilibrium& e, const Vector& rows, std::size_t bodies) {
    std::vector<Motion> motion(bodies);
    for (std::size_t k = 0; k < e.body.size(); ++k)
        motion[e.body[k]] = {{rows[3 * k], rows[3 * k + 1]}, rows[3 * k + 2] / e.half_diagonal[k]};
    return motion;
}

/// A motion of size 1, and what it proves.
struct Proved {
    std::vector<Motion> motion;
    Proof proof;
};
Proved proved(const Tower& tower, std::span<const Equilibrium> e, std::vector<Motion> motion) {
    const double size = size_of_motion(tower, motion);
    for (Motion& m : motion) m = {(1.0 / size) * m.linear, m.angular / size};
    return {motion, proof(e, motion)};
}

/// A proof from a motion that is given by the rows of the equations. Where it closes gaps by its own
/// rounding, which the power may not be large against, it is corrected so that it opens all of them; where
/// not all can open, the least correction after which it closes none stays beside it, as the digits that it
/// lacks.
Proved corrected(const Tower& tower, const Equilibrium& e, const SparseRows& gaps, Vector motion) {
    const std::span<const Equilibrium> heap(&e, 1);
    const std::size_t bodies = tower.bodies.size();
    motion *= 1.0 / max_norm(motion);
    Proved plain = proved(tower, heap, motion_of(e, motion, bodies));
    if (plain.proof.holds() || !(plain.proof.power > balance_tolerance)) return plain;
    const double unit = max_norm(plain.proof.rates);  // makes numbers near 1 of the sides
    const Vector pins = (-1.0 / unit) * plain.proof.rates;
    for (const double open : {opening, 0.0}) {
        Vector lower = pins, upper = pins;
        for (std::size_t c = 0; c < e.contacts; ++c) {
            lower[c] += open / unit;
            upper[c] = optimize::infinity;
        }
        const optimize::LeastDistance nearest =
            optimize::NearestPoint({gaps, gaps, lower, upper}).solve(Vector(e.sides.size()));
        if (nearest.status != optimize::Status::optimal) continue;
        const Vector correction = unit * nearest.x;
        const Proved opened = proved(tower, heap, motion_of(e, motion + correction, bodies));
        if (opened.proof.holds()) return opened;
        if (open == 0.0) plain.proof = proof(heap, plain.motion, motion_of(e, correction, bodies));
    }
    return plain;
}

/// No motion of size 1 could have more power than this sum, and so none can prove that the heap falls.
bool stands(const Imbalance& left) { return left.sum < left.bound; }

/// Gauss' principle once more, of what the forces found so far leave of gravity, in units of that: each pass
/// finds as many digits as a projection has. The masses are 1, and the variables those of the equations, so
/// that all rows count alike.
///
/// finds_fall: whether a motion can prove that the heap falls
void look_closer(const Tower& tower, const Equilibrium& e, bool finds_fall, Balance& result) {
    const SparseRows gaps = fast::transposed(e.matrix);
    Imbalance left = imbalance(e, result.forces);
    bool falls = false;
    for (int pass = 0; pass < most_passes && !falls && !stands(left); ++pass) {
        const double unit = max_norm(left.rows);
        Vector lower(e.force.size()), upper(e.force.size());
        for (std::size_t c = 0; c < e.contacts; ++c)  // larger forces may become smaller
            if (result.forces[e.force[c]] <= unit) upper[c] = optimize::infinity;
        const optimize::LeastDistance nearest =
            optimize::NearestPoint({gaps, gaps, lower, upper}).solve((1.0 / unit) * left.rows);
        if (nearest.status != optimize::Status::optimal) break;
        for (std::size_t k = 0; k < e.force.size(); ++k) {
            double& force = result.forces[e.force[k]];
            force += unit * nearest.multipliers[k];
            if (k < e.contacts) force = std::max(0.0, force);
        }
        left = imbalance(e, result.forces);
        if (!finds_fall || stands(left) || max_norm(nearest.x) == 0.0) continue;
        const Proved fall = corrected(tower, e, gaps, nearest.x);
        falls = fall.proof.holds();
        if (!falls || fall.proof.power <= result.proof.power) continue;
        result.proof = fall.proof;
        result.motion = fall.motion;
    }
    result.imbalance = std::max(result.imbalance, left.worst);
    result.terms = std::max(result.terms, left.terms);
    if (!(left.worst < left.bound)) result.verdict = Verdict::numerical;
}

}  // namespace

Balance balance(const Tower& tower, const std::vector<Contact>& contacts,
                const std::vector<CornerContact>& corners, double weight) {
    const double unit = weight > 0.0 ? 1.0 / weight : 0.0;
    const Answer answer = nearest_motion(tower, {Unknown::accelerations}, contacts, corners);
    Balance result;
    for (const ContactAnswer& contact : answer.contacts) {
        result.contacts.push_back(contact.contact);
        result.forces.push_back(unit * std::max(0.0, contact.force));
    }
    for (const Vec2 force : answer.pin_forces)
        for (const double entry : {force.x, force.y}) result.forces.push_back(unit * entry);
    result.motion = answer.bodies;

    const std::vector<Equilibrium> heaps = equilibria(tower, result.contacts, weight);
    std::vector<const Equilibrium*> falling;
    for (const Equilibrium& heap : heaps) {
        const Imbalance left = imbalance(heap, result.forces);
        if (!stands(left)) {
            falling.push_back(&heap);
            continue;
        }
        result.imbalance = std::max(result.imbalance, left.worst);
        for (const std::size_t body : heap.body) result.motion[body] = {};
    }
    const bool all_solved = answer.status == optimize::Status::optimal;
    if (!falling.empty() && all_solved && size_of_motion(tower, result.motion) > 0.0) {
        const Proved start = proved(tower, heaps, result.motion);
        result.motion = start.motion;
        result.proof = start.proof;
    }
    if (!result.proof.holds()) {
        result.verdict = Verdict::stable;
        result.proof = {};
        for (const Equilibrium* heap : falling)
            look_closer(tower, *heap, all_solved || corners.empty(), result);
    }
    if (result.proof.holds()) result.verdict = Verdict::unstable;
    return result;
}

Balance with_least_forces(const Tower& tower, const Balance& given, double weight) {
    Balance result = given;
    result.imbalance = 0.0;
    for (const Equilibrium& e : equilibria(tower, given.contacts, weight)) {
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
        const optimize::LeastDistance found = least.solve(Vector(rows.cols(), 0.0));
        for (std::size_t k = 0; k < e.force.size() && found.status == optimize::Status::optimal; ++k)
            result.forces[e.force[k]] = k < e.contacts ? std::max(0.0, found.x[k]) : found.x[k];
        Imbalance left = imbalance(e, result.forces);
        if (!(left.worst < left.bound)) {
            for (const std::size_t force : e.force) result.forces[force] = given.forces[force];
            left = imbalance(e, result.forces);
        }
        result.imbalance = std::max(result.imbalance, left.worst);
    }
    return result;
}

}  // namespace restraint::bricks
