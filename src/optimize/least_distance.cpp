#include "restraint/optimize/least_distance.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace restraint::optimize {

namespace {

constexpr std::size_t none = Violated::none;

/// Up to this, relative to the same, a violation is believed only after x has been refined.
constexpr double doubtful_violation = 1e-9;

/// A pull that decreases more slowly than this, relative to the entering one, does so by rounding only.
constexpr double pivot_tolerance = 1e-11;

/// A pull to the wrong side, relative to the largest pull, is rounding up to this.
constexpr double sign_tolerance = 1e-14;

/// Rows contradict each other if their combined sides do by more than this, relative to the moduli of the
/// terms. No row that x violates by less can be part of a proof.
constexpr double contradiction_tolerance = 1e-12;

}  // namespace

NearestPoint::NearestPoint(const LiftedRows& rows, double side_rounding, double row_rounding)
    : all_(rows),
      active_(rows, row_rounding),
      violated_(rows, active_, side_rounding, row_rounding),
      side_rounding_(side_rounding) {}

LeastDistance NearestPoint::solve(const Vector& target, std::span<const Activity> warm_start,
                                  std::size_t iteration_limit) {
    const std::size_t m = all_.rows.rows();
    std::size_t patience = 100 + 4 * (m + target.size());
    violated_.start(target);
    farkas_ = Vector();
    iterations_ = 0;
    limit_ = iteration_limit > 0 ? iteration_limit : 5 * patience;
    if (sides_cross()) return answer(Status::infeasible);

    adopt(warm_start);
    bool exact = false;  // x and the multipliers were refined since the active set last changed
    while (true) {
        if (iterations_ > patience) {
            violated_.raise_tolerance();
            patience += iterations_;
        }
        Violated p = violated_.farthest();
        // A violation this small may be the error of x alone where active rows are nearly dependent.
        const bool doubtful = p.row == none || violated_.is_small(p, doubtful_violation);
        if (doubtful && !exact) {
            violated_.move_to(active_.refined_point(violated_.target()));
            exact = !release_wrong_signs();
            continue;
        }
        if (p.row == none) p = violated_.farthest_at_x();
        if (p.row == none) break;
        exact = false;
        const Status status = make_hold(p);
        if (status != Status::optimal) return answer(status);
    }
    look_for_contradiction();
    return answer(violated_.given_up_rows_hold() ? Status::optimal : Status::numerical);
}

/// A row with crossed sides contradicts itself.
bool NearestPoint::sides_cross() {
    for (std::size_t i = 0; i < all_.rows.rows(); ++i)
        if (all_.lower[i] > all_.upper[i]) {
            farkas_ = Vector(all_.rows.rows());
            farkas_[i] = 1.0;
            violated_.move_to(violated_.target());
            return true;
        }
    return false;
}

/// Makes the given rows and all equalities active, as far as they are independent; then releases those that
/// pull to the wrong side.
void NearestPoint::adopt(std::span<const Activity> warm_start) {
    const bool in_order = active_.size() == 0;
    for (const std::size_t i : active_.order()) {
        const Activity hint = i < warm_start.size() ? warm_start[i] : Activity::inactive;
        if (active_.is_active(i) || (hint == Activity::inactive && !all_.is_equality(i))) continue;
        const double sign = hint == Activity::at_upper && !all_.is_equality(i) ? -1.0 : 1.0;
        if (std::isfinite(all_.side(i, sign))) active_.enter_if_independent(i, sign);
    }
    if (in_order) active_.take_order_as_it_is();
    else active_.put_in_order_if_long();
    active_.solve_multipliers(violated_.target());
    if (!release_wrong_signs()) violated_.move_to(active_.point(violated_.target()));
}

/// Releases rows that pull to the wrong side, one after the other, worst first, until none does, and moves x
/// to the nearest point of those that are left. False if there was none.
bool NearestPoint::release_wrong_signs() {
    bool released = false;
    while (true) {
        double scale = 0.0, worst = 0.0;
        std::size_t k_worst = none;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const double pull = active_.sign(k) * active_.multipliers[k] * active_.length(active_.row(k));
            scale = std::max(scale, std::abs(pull));
            if (pull < worst && !all_.is_equality(active_.row(k))) {
                worst = pull;
                k_worst = k;
            }
        }
        if (k_worst == none || worst >= -sign_tolerance * scale) break;
        active_.release(k_worst);
        active_.solve_multipliers(violated_.target());
        released = true;
        ++iterations_;
    }
    if (released) violated_.move_to(active_.point(violated_.target()));
    return released;
}

/// Pulls the violated row p to its side, releasing active rows on the way whose pull falls to zero.
Status NearestPoint::make_hold(Violated p) {
    Vector inner = active_.inner_products(p.row);
    double multiplier = 0.0;
    violated_.measure_way();
    while (true) {
        if (++iterations_ > limit_) return Status::iteration_limit;
        const ActiveRows::Direction direction = active_.direction(p.row, inner);
        double step = direction.curvature > 0.0 ? p.amount / direction.curvature : infinity;
        const std::size_t blocking = first_to_release(p.row, direction, p.sign, step);
        if (step == infinity) {
            if (prove_infeasible(p, direction)) return Status::infeasible;
            give_up(p, multiplier, direction);
            return Status::optimal;
        }
        multiplier += p.sign * step;
        add_scaled(active_.multipliers, -p.sign * step, direction.rates);
        if (blocking == none) {
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
    std::size_t first = none;
    double first_speed = 0.0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const double rate = sign * active_.sign(k) * direction.rates[k];
        const double pull = std::max(0.0, active_.sign(k) * active_.multipliers[k]);
        if (!(pull <= 1.001 * step * rate)) continue;  // most rows: its pull does not fall to zero so soon
        const double speed = rate * active_.length(active_.row(k));
        if (!(speed > rounding) || all_.is_equality(active_.row(k))) continue;
        const double time = pull / rate;
        const bool tie = first != none && std::abs(time - step) <= 1e-12 * step;
        if (tie ? speed > first_speed : time < step) {
            step = std::min(step, time);
            first = k;
            first_speed = speed;
        }
    }
    return first;
}

/// Row p is a combination of the active rows, and none of them can give way: p - sum_j r_j j is the proof, if
/// its sides contradict each other by more than rounding, their own included.
bool NearestPoint::prove_infeasible(const Violated& p, const ActiveRows::Direction& direction) {
    const double rounding = pivot_tolerance * active_.length(p.row);
    Vector farkas(all_.rows.rows());
    farkas[p.row] = p.sign;
    for (std::size_t k = 0; k < active_.size(); ++k)
        if (std::abs(direction.rates[k]) * active_.length(active_.row(k)) > rounding)
            farkas[active_.row(k)] = -p.sign * direction.rates[k];
    double gap = 0.0, moduli = 0.0, weights = 0.0;
    for (std::size_t i = 0; i < farkas.size(); ++i) {
        if (farkas[i] == 0.0) continue;
        const double term = farkas[i] * all_.side(i, farkas[i]);
        gap += term;
        moduli += std::abs(term);
        weights += std::abs(farkas[i]);
    }
    if (!(gap > contradiction_tolerance * moduli + weights * side_rounding_ +
                    violated_.allowance(p, direction, 0.0)))
        return false;
    farkas_ = std::move(farkas);
    return true;
}

/// Where the target is far away, x is rounded by more than rows may contradict each other by. The proof does
/// not depend on x: it is tried with each row that x violates at all.
void NearestPoint::look_for_contradiction() {
    violated_.measure_way();
    for (const std::size_t i : violated_.candidates()) {
        const Violated p = violated_.violation(i);
        if (active_.is_active(i) || violated_.is_small_at_x(p, contradiction_tolerance)) continue;
        const ActiveRows::Direction direction = active_.direction(i, active_.inner_products(i));
        double step = infinity;
        if (direction.curvature > 0.0 || first_to_release(i, direction, p.sign, step) != none) continue;
        if (prove_infeasible(p, direction)) return;
    }
}

/// Row p holds but for rounding: the active rows take over what it pulled so far, and it is left alone.
void NearestPoint::give_up(const Violated& p, double multiplier, const ActiveRows::Direction& direction) {
    violated_.give_up(p, direction);
    add_scaled(active_.multipliers, multiplier, direction.rates);
    violated_.move_to(active_.refined_point(violated_.target()));
    release_wrong_signs();
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
