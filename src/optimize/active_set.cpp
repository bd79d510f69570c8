#include "restraint/optimize/active_set.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

NearestPoint::NearestPoint(const LiftedRows& rows, double side_rounding, double row_rounding)
    : all_(rows),
      active_(rows, row_rounding),
      violated_(rows, active_, side_rounding, row_rounding),
      side_rounding_(side_rounding),
      row_rounding_(row_rounding) {}

LeastDistance NearestPoint::solve(const Vector& target, std::span<const Activity> warm_start,
                                  std::size_t iteration_limit) {
    violated_.start(target);
    farkas_.clear();
    iterations_ = 0;
    limit_ = iteration_limit > 0 ? iteration_limit : 500 + 20 * (all_.rows.rows() + target.size());
    if (sides_cross()) return answer(Status::infeasible);

    adopt(warm_start);
    while (true) {
        const Violated p = violated_.farthest();
        if (p.row == Violated::none) {
            if (violated_.is_refined()) break;
            refine();
            continue;
        }
        const Status status = make_hold(p);
        if (status != Status::optimal) return answer(status);
    }
    return answer(violated_.given_up_rows_hold() ? Status::optimal : Status::numerical);
}

/// Computes x in twice the digits, then releases the rows whose pull to the wrong side becomes visible by it.
void NearestPoint::refine() {
    violated_.move_to(active_.refined_point(violated_.target()));
    release_wrong_signs();
}

/// A row with crossed sides contradicts itself.
bool NearestPoint::sides_cross() {
    for (std::size_t i = 0; i < all_.rows.rows(); ++i)
        if (all_.lower[i] > all_.upper[i]) {
            farkas_.assign(all_.rows.rows(), 0.0);
            farkas_[i] = 1.0;
            violated_.move_to(violated_.target());
            return true;
        }
    return false;
}

/// Makes the given rows and all equalities active, as far as they are clearly independent; then releases
/// those that pull to the wrong side.
void NearestPoint::adopt(std::span<const Activity> warm_start) {
    Vector signs(all_.rows.rows());
    for (std::size_t i = 0; i < signs.size(); ++i) {
        const Activity hint = i < warm_start.size() ? warm_start[i] : Activity::inactive;
        if (all_.is_equality(i)) signs[i] = 1.0;
        else if (hint != Activity::inactive) signs[i] = hint == Activity::at_upper ? -1.0 : 1.0;
        if (!std::isfinite(all_.side(i, signs[i]))) signs[i] = 0.0;
    }
    active_.adopt(signs);
    active_.solve_multipliers(violated_.target());
    if (!release_wrong_signs()) violated_.move_to(active_.point(violated_.target()));
}

/// Releases rows that pull to the wrong side, one after the other, worst first, until none does,
/// and moves x to the nearest point of those that are left. False if there was none.
bool NearestPoint::release_wrong_signs() {
    bool released = false;
    while (true) {
        double scale = 0.0, worst = 0.0;
        std::size_t k_worst = Violated::none;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const double pull = active_.sign(k) * active_.multipliers[k] * active_.length(active_.row(k));
            scale = std::max(scale, std::abs(pull));
            if (pull < worst && !all_.is_equality(active_.row(k))) {
                worst = pull;
                k_worst = k;
            }
        }
        if (k_worst == Violated::none || worst >= -sign_tolerance * scale) break;
        active_.release(k_worst);
        active_.solve_multipliers(violated_.target());
        released = true;
        ++iterations_;
    }
    if (released) violated_.move_to(active_.point(violated_.target()));
    return released;
}

/// Pulls the violated row p to its side by the pull `multiplier`, releasing active rows on the way whose pull
/// falls to zero.
Status NearestPoint::make_hold(Violated p) {
    Vector inner = active_.inner_products(p.row);
    double multiplier = 0.0;
    while (true) {
        if (++iterations_ > limit_) return Status::iteration_limit;
        const ActiveRows::Direction direction = active_.direction(p.row, inner);
        double step = direction.curvature > 0.0 ? p.amount / direction.curvature : infinity;
        const std::size_t blocking = first_to_release(p.row, direction, p.sign, step);
        if (step == infinity) {
            if (prove_infeasible(p, direction)) return Status::infeasible;
            // Row p holds but for rounding: the active rows take over what it pulled so far, and it is left
            // alone.
            violated_.give_up(p);
            add_scaled(active_.multipliers, multiplier, direction.rates);
            refine();
            return Status::optimal;
        }
        multiplier += p.sign * step;
        add_scaled(active_.multipliers, -p.sign * step, direction.rates);
        if (blocking == Violated::none) {
            active_.enter(p.row, p.sign, direction, multiplier);
            violated_.move_to(active_.point(violated_.target()));
            return Status::optimal;
        }
        p.amount = std::max(0.0, p.amount - step * direction.curvature);
        active_.release(blocking);
        inner.erase(blocking);
    }
}

/// The active row whose pull falls to zero first, at a step shorter than the given one, which is shortened to
/// that; `none` if there is none. Among rows that fall to zero together the one that changes fastest is
/// taken, because dividing by its rate is safest.
std::size_t NearestPoint::first_to_release(std::size_t p, const ActiveRows::Direction& direction, double sign,
                                           double& step) const {
    const double rounding = pivot_tolerance * active_.length(p);
    std::size_t first = Violated::none;
    double first_speed = 0.0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const double rate = sign * active_.sign(k) * direction.rates[k];
        const double pull = std::max(0.0, active_.sign(k) * active_.multipliers[k]);
        if (!(pull <= 1.001 * step * rate)) continue;  // of most rows the pull falls to zero later
        const double speed = rate * active_.length(active_.row(k));
        if (!(speed > rounding) || all_.is_equality(active_.row(k))) continue;
        const double time = pull / rate;
        const bool tie = first != Violated::none && std::abs(time - step) <= tie_tolerance * step;
        if (tie ? speed > first_speed : time < step) {
            step = std::min(step, time);
            first = k;
            first_speed = speed;
        }
    }
    return first;
}

/// The target's farthest row, or its largest variable, whichever is farther, in the metric of M.
double NearestPoint::natural_distance() const {
    double farthest = all_.size(violated_.target());
    for (std::size_t i = 0; i < all_.rows.rows(); ++i) {
        const double value = dot(all_.rows.row(i), violated_.target());
        const double amount = std::max(all_.lower[i] - value, value - all_.upper[i]);
        if (active_.length(i) > 0.0) farthest = std::max(farthest, amount / active_.length(i));
    }
    return farthest;
}

/// Row p is the combination of the active rows with the rates as coefficients, and no pull falls to zero. The
/// multipliers f, 1 for row p and minus its rate for each active row, prove that no x satisfies the rows:
/// with r = A'f, which is 0 but for rounding, each x that satisfies them has
///
///     f'side - r'target <= r'(x - target) <= |r'W r|^1/2 |x - target|.
///
/// The left side must be above the rounding of the sides, of the rows and of the sum, and it must be at least
/// 1e9 natural distances times |r'W r|^1/2: then no x up to that distance from the target satisfies the rows.
bool NearestPoint::prove_infeasible(const Violated& p, const ActiveRows::Direction& direction) {
    const std::size_t n = all_.rows.cols();
    Vector lifted_p(n);
    add_scaled(lifted_p, p.sign, all_.lifted.row(p.row));
    PreciseVector pulls(active_.size()), f(all_.rows.rows());
    for (std::size_t k = 0; k < pulls.size(); ++k) pulls[k] = -p.sign * direction.rates[k];
    active_.refine(lifted_p, Vector(pulls.size()), pulls);
    f[p.row] = p.sign;
    for (std::size_t k = 0; k < pulls.size(); ++k)
        if (std::abs(direction.rates[k]) * active_.length(active_.row(k)) >
            pivot_tolerance * active_.length(p.row))
            f[active_.row(k)] = pulls[k];

    AccurateSum gap, square;
    std::vector<AccurateSum> r(n), lifted(n);
    double weights = 0.0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        if (f[i].value == 0.0) continue;
        gap.add(f[i], all_.side(i, f[i].value));
        weights += std::abs(f[i].value);
        add_scaled(r, f[i], all_.rows.row(i));
        add_scaled(lifted, f[i], all_.lifted.row(i));
    }
    for (std::size_t j = 0; j < n; ++j) {
        gap.add(-r[j].total(), violated_.target()[j]);
        square.add(r[j].total(), lifted[j].rounded());
    }
    const double rounding = contradiction_tolerance * gap.moduli() + weights * side_rounding_ +
                            violated_.allowance(p, direction, row_rounding_);
    const double length = std::sqrt(std::abs(square.rounded()));
    if (!(gap.rounded() > rounding)) return false;
    if (length > 0.0 && gap.rounded() < certified_reach * natural_distance() * length) return false;
    farkas_ = f;
    return true;
}

/// Whether an inactive row is violated by more than the rounding of its terms. A row that was given up may
/// contradict the active ones, and the rounding of an x that is far away may hide by how much.
bool NearestPoint::is_doubtful() const {
    for (std::size_t i = 0; i < all_.rows.rows(); ++i) {
        const Violated p = violated_.violation(i);
        if (!active_.is_active(i) && p.amount > contradiction_tolerance * violated_.terms_at_x(p))
            return true;
    }
    return false;
}

LeastDistance NearestPoint::answer(Status status) const {
    LeastDistance result;
    result.status = status;
    result.iterations = iterations_;
    result.x = violated_.x();
    result.multipliers = Vector(all_.rows.rows());
    result.active.assign(all_.rows.rows(), Activity::inactive);
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const std::size_t i = active_.row(k);
        const double lambda = active_.multipliers[k];
        if (all_.is_equality(i)) {
            result.active[i] = Activity::fixed;
            result.multipliers[i] = lambda;
        } else {
            result.active[i] = active_.sign(k) > 0.0 ? Activity::at_lower : Activity::at_upper;
            result.multipliers[i] = active_.sign(k) * lambda > 0.0 ? lambda : 0.0;
        }
    }
    result.farkas = farkas_;
    return result;
}

}  // namespace restraint::optimize
