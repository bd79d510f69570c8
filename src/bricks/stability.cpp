#include "restraint/bricks/stability.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/heaps.h"
#include "restraint/linalg/fast/row_order.h"
#include "restraint/linalg/two_doubles.h"
#include "restraint/optimize/active_set.h"

namespace restraint::bricks {
namespace {

/// The passes in which a heap's least forces are found.
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
    for (const std::size_t force : e.row) largest = std::max(largest, std::abs(forces[force]));
    result.bound *= largest;
    for (std::size_t r = 0; r < e.matrix.rows(); ++r) {
        const SparseRows::Row row = e.matrix.row(r);
        AccurateSum sum;
        sum.add(-e.sides[r]);
        for (std::size_t k = 0; k < row.size(); ++k) sum.add(row.values[k], forces[e.row[row.columns[k]]]);
        result.rows.push_back(sum.rounded());
        result.worst = std::max(result.worst, std::abs(sum.rounded()));
        result.sum += std::abs(sum.rounded());
        result.terms = std::max(result.terms, sum.moduli());
    }
    return result;
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

/// The motion of one heap whose entries are minus the coefficients of a combination of its equations; the
/// other heaps do not move. In two doubles it closes no gap. Rounded to doubles it may close some by more
/// than a small power allows, and so the least change is added that opens all gaps by the share `opening` of
/// its size. Where not all gaps can open, the digits that a double lacks are added in the proof.
Proved fall_of(const Tower& tower, const Equilibrium& e, optimize::PreciseVector rows) {
    const std::span<const Equilibrium> heap(&e, 1);
    rows.resize(e.sides.size());  // the coefficients of f >= 0 come after those
    double size = 0.0;
    for (const TwoDoubles row : rows) size = std::max(size, std::abs(row.value));
    for (TwoDoubles& row : rows) row = -row / size;
    std::vector<Motion> motion(tower.bodies.size()), digits = motion;
    const auto set_motion = [&] {
        for (std::size_t k = 0; k < e.body.size(); ++k) {
            const TwoDoubles x = rows[3 * k], y = rows[3 * k + 1],
                             turn = rows[3 * k + 2] / e.half_diagonal[k];
            motion[e.body[k]] = {{x.value, y.value}, turn.value};
            digits[e.body[k]] = {{x.rest, y.rest}, turn.rest};
        }
    };
    set_motion();
    const Proved plain{motion, proof(heap, motion, digits)};
    const Vector rates = proof(heap, motion).rates;
    Vector lower = (-1.0 / opening) * rates, upper = lower;
    for (std::size_t c = 0; c < e.contacts; ++c) {
        lower[c] += 1.0;
        upper[c] = optimize::infinity;
    }
    const SparseRows gaps = fast::transposed(e.matrix);
    const optimize::LeastDistance nearest =
        optimize::NearestPoint({gaps, gaps, lower, upper}).solve(Vector(rows.size()));
    if (nearest.status != optimize::Status::optimal) return plain;
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = rows[r].value + opening * nearest.x[r];
    set_motion();
    const Proved opened = proved(tower, heap, motion);
    return opened.proof.holds() ? opened : plain;
}

/// No motion of size 1 could have more power than this sum, and so none can prove that the heap falls.
bool stands(const Imbalance& left) { return left.sum < left.bound; }

/// The least of all forces that hold a heap. Where there are none, the solver's proof is a combination of the
/// heap's equations, and its coefficients are a virtual motion: that closes no gap, so that no contact force
/// f >= 0 resists it, and gravity does work in it. Each pass solves for a correction of the forces, in units
/// of the imbalance that they leave, and so gains the digits of one projection.   [SLIDES-virt]
void find_least_forces(const Tower& tower, const Equilibrium& e, bool may_fall, Vector& known,
                       Proved& start) {
    SparseRows rows = e.matrix;
    for (std::size_t c = 0; c < e.contacts; ++c) {
        rows.begin_row();
        rows.append(c, 1.0);
    }
    Vector forces = known;
    for (const std::size_t force : e.row) forces[force] = 0.0;
    Imbalance left = imbalance(e, forces);
    for (int pass = 0; pass < most_passes && !(left.worst < left.bound); ++pass) {
        const double unit = max_norm(left.rows);
        Vector lower = (-1.0 / unit) * left.rows, upper = lower;
        for (std::size_t c = 0; c < e.contacts; ++c) {
            const double force = forces[e.row[c]];  // a larger one is taken to stay positive
            lower.push_back(force <= unit ? -force / unit : -optimize::infinity);
            upper.push_back(optimize::infinity);
        }
        // The inverse masses are 1: A W is A.
        optimize::NearestPoint least({rows, rows, lower, upper}, projection_rounding);
        const optimize::LeastDistance found = least.solve(Vector(rows.cols()));
        if (found.status == optimize::Status::infeasible) {
            if (!may_fall) return;
            const Proved fall = fall_of(tower, e, found.farkas);
            if (fall.proof.holds() && fall.proof.power > start.proof.power) start = fall;
            return;
        }
        for (std::size_t k = 0; k < e.row.size(); ++k) {
            double& force = forces[e.row[k]];
            force += unit * found.x[k];
            if (k < e.contacts) force = std::max(0.0, force);
        }
        left = imbalance(e, forces);
    }
    if (left.worst < std::max(left.bound, imbalance(e, known).worst)) known = forces;
}

}  // namespace

Stability balance(const Tower& tower, const std::vector<Contact>& contacts,
                  const std::vector<CornerContact>& corners, bool least) {
    const double weight = weight_of(tower), unit = weight > 0.0 ? 1.0 / weight : 0.0;
    const Answer answer = nearest_motion({tower}, Unknown::accelerations, {contacts, corners, {}});
    Stability result;
    Vector forces;  // over the weight
    for (const ContactAnswer& contact : answer.contacts) {
        result.contacts.push_back(contact.contact);
        forces.push_back(unit * std::max(0.0, contact.force));
    }
    for (const Vec2 force : answer.pin_forces)
        for (const double entry : {force.x, force.y}) forces.push_back(unit * entry);

    const std::vector<Equilibrium> heaps = equilibria(tower, result.contacts, weight);
    const bool all_solved = answer.status == optimize::Status::optimal;
    Proved fall{answer.bodies, {}};
    for (const Equilibrium& heap : heaps)
        if (stands(imbalance(heap, forces)))
            for (const std::size_t body : heap.body) fall.motion[body] = {};
    if (all_solved && size_of_motion(tower, fall.motion) > 0.0) fall = proved(tower, heaps, fall.motion);
    if (!fall.proof.holds()) {
        fall.proof = {};
        // If the projection failed, it may lack corners, and a motion that closes one of them proves nothing.
        const bool may_fall = all_solved || corners.empty();
        for (const Equilibrium& heap : heaps)
            if (least || !stands(imbalance(heap, forces)))
                find_least_forces(tower, heap, may_fall, forces, fall);
    }
    result.verdict = fall.proof.holds() ? Verdict::unstable : Verdict::stable;
    for (const Equilibrium& heap : heaps) {
        const Imbalance left = imbalance(heap, forces);
        result.residual = std::max(result.residual, left.worst);
        result.terms = std::max(result.terms, left.terms);
        if (!(left.worst < left.bound) && !fall.proof.holds()) result.verdict = Verdict::numerical;
    }
    const std::size_t count = result.contacts.size();
    for (std::size_t c = 0; c < count; ++c) result.forces.push_back(weight * forces[c]);
    for (std::size_t k = count; k < forces.size(); k += 2)
        result.pin_forces.push_back(weight * Vec2{forces[k], forces[k + 1]});
    if (result.verdict == Verdict::unstable) {
        result.motion = fall.motion;
        result.power = fall.proof.power;
        result.reach = fall.proof.reach();
        result.residual = fall.proof.closing;
    }
    return result;
}

Stability stability(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    Stability result = balance(with_velocities(tower, {}), touching.contacts, touching.corners, true);
    result.warnings = touching.warnings;
    if (result.verdict != Verdict::stable) {  // the forces balance nothing
        result.forces.clear();
        result.pin_forces.clear();
    }
    return result;
}

}  // namespace restraint::bricks
