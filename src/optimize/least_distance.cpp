#include "restraint/optimize/least_distance.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A row counts as violated beyond this, relative to the moduli of its terms. It stands a factor 1000 above
/// rounding, so that rounding cannot start a step. Should a run take very long all the same, it is raised by
/// factors of ten.
constexpr double feasibility_tolerance = 1e-13;

/// Up to this, relative to the same, a violation is believed only after x has been refined.
constexpr double doubtful_violation = 1e-9;

/// Where pulls should cancel to nothing, this part of all pulls together may remain.
constexpr double rounding_of_pulls = 1e-15;

/// All rows are looked at anew once the farthest candidate is nearer than this part of what it was then.
constexpr double worth_taking = 0.5;

/// A candidate that is nearer than this part of the farthest will not soon be the farthest itself.
constexpr double worth_watching = 0.25;

/// A pull that decreases more slowly than this, relative to the entering one, does so by rounding only.
constexpr double pivot_tolerance = 1e-11;

/// A pull to the wrong side, relative to the largest pull, is rounding up to this.
constexpr double sign_tolerance = 1e-14;

/// Rows contradict each other if their combined sides do by more than this, relative to the moduli of the
/// terms.
constexpr double contradiction_tolerance = 1e-12;

/// What may remain of the violation of a row that depends on the active ones and does not contradict them.
constexpr double given_up_tolerance = 1e-10;

}  // namespace

NearestPoint::NearestPoint(const LiftedRows& rows, double side_rounding)
    : all_(rows), active_(rows), side_rounding_(side_rounding) {
    const auto norms_of = [](const SparseRows& a) {
        Vector norms(a.rows());
        for (std::size_t i = 0; i < a.rows(); ++i) {
            const std::span<const double> row = a.row(i).values;
            norms[i] = std::sqrt(inner(row.data(), row.data(), row.size()));
        }
        return norms;
    };
    norms_ = norms_of(rows.rows);
    lifted_norms_ = norms_of(rows.lifted);
}

LeastDistance NearestPoint::solve(const Vector& target, std::span<const Activity> warm_start,
                                  std::size_t iteration_limit) {
    const std::size_t m = all_.rows.rows();
    std::size_t patience = 100 + 4 * (m + target.size());
    target_ = target;
    iterations_ = 0;
    limit_ = iteration_limit > 0 ? iteration_limit : 5 * patience;
    tolerance_ = feasibility_tolerance;
    is_given_up_.assign(m, 0);
    if (sides_cross()) return answer(Status::infeasible);

    adopt(warm_start);
    bool exact = false;  // x and the multipliers were refined since the active set last changed
    while (true) {
        if (iterations_ > patience) {
            tolerance_ *= 10.0;
            patience += iterations_;
        }
        const Violated p = most_violated();
        // A violation this small may be the error of x alone where active rows are nearly dependent.
        const bool doubtful = p.row == none || is_small(p, doubtful_violation);
        if (doubtful && !exact) {
            move_to(active_.refined_point(target_));
            exact = !release_wrong_signs();
            continue;
        }
        if (p.row == none) break;
        exact = false;
        const Status status = make_hold(p);
        if (status != Status::optimal) return answer(status);
    }
    return answer(given_up_rows_hold() ? Status::optimal : Status::numerical);
}

/// A row with crossed sides contradicts itself.
bool NearestPoint::sides_cross() {
    for (std::size_t i = 0; i < all_.rows.rows(); ++i)
        if (all_.lower[i] > all_.upper[i]) {
            farkas_ = Vector(all_.rows.rows());
            farkas_[i] = 1.0;
            move_to(target_);
            return true;
        }
    return false;
}

/// Makes the given rows and all equalities active, as far as they are independent; then releases those that
/// pull to the wrong side.
void NearestPoint::adopt(std::span<const Activity> warm_start) {
    for (std::size_t i = 0; i < all_.rows.rows(); ++i) {
        const Activity hint = i < warm_start.size() ? warm_start[i] : Activity::inactive;
        if (active_.is_active(i) || (hint == Activity::inactive && !all_.is_equality(i))) continue;
        const double sign = hint == Activity::at_upper && !all_.is_equality(i) ? -1.0 : 1.0;
        if (std::isfinite(all_.side(i, sign))) active_.enter_if_independent(i, sign);
    }
    active_.solve_multipliers(target_);
    if (!release_wrong_signs()) move_to(active_.point(target_));
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
        active_.solve_multipliers(target_);
        released = true;
        ++iterations_;
    }
    if (released) move_to(active_.point(target_));
    return released;
}

/// The row that is farthest from x, in the metric of M, among those that were violated when all rows were
/// last looked at; if all of these hold now, among all rows. `none` if all hold.
NearestPoint::Violated NearestPoint::most_violated() {
    const Violated candidate = worst_of(candidates_);
    if (candidate.row != none && distance(candidate) > worth_taking * distance_then_) return candidate;
    candidates_.clear();
    for (std::size_t i = 0; i < all_.rows.rows(); ++i)
        if (violation(i).amount > 0.0) candidates_.push_back(i);
    const Violated worst = worst_of(candidates_);
    distance_then_ = worst.row == none ? 0.0 : distance(worst);
    std::erase_if(candidates_,
                  [&](std::size_t i) { return distance(violation(i)) < worth_watching * distance_then_; });
    return worst;
}

NearestPoint::Violated NearestPoint::worst_of(std::span<const std::size_t> rows) {
    double pulls = 0.0;  // squared
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const double pull = active_.multipliers[k] * active_.length(active_.row(k));
        pulls += pull * pull;
    }
    Violated worst{none, 0.0, 0.0};
    double worst_distance = 0.0;
    for (std::size_t i : rows) {
        if (active_.is_active(i) || is_given_up_[i]) continue;
        const Violated p = violation(i);
        if (!(p.amount > 0.0) || distance(p) <= worst_distance || is_rounding(p, std::sqrt(pulls))) continue;
        worst = p;
        worst_distance = distance(p);
    }
    return worst;
}

/// How far x has to move; infinite for a row of fixed variables, which can only contradict, so that it comes
/// first.
double NearestPoint::distance(const Violated& p) const {
    return active_.length(p.row) > 0.0 ? p.amount / active_.length(p.row) : infinity;
}

/// How far x is beyond the nearer side of row i (negative: inside).
NearestPoint::Violated NearestPoint::violation(std::size_t i) const {
    const double value = dot(all_.rows.row(i), x_);
    const double below = all_.lower[i] - value, above = value - all_.upper[i];
    return below > above ? Violated{i, 1.0, below} : Violated{i, -1.0, above};
}

/// True if rounding alone may have violated the row; `pulls` is the root of the sum of their squares.
bool NearestPoint::is_rounding(const Violated& p, double pulls) {
    return p.amount <= side_rounding_ || p.amount <= rounding_of_pulls * pulls * active_.length(p.row) ||
           is_small(p, tolerance_);
}

/// True if the violation is below this part of the row's terms. Mostly it is far above, as an upper bound of
/// the terms tells (Cauchy and Schwarz), and they need not be summed.
bool NearestPoint::is_small(const Violated& p, double part) {
    if (terms_bound_ < 0.0) {
        terms_bound_ = norm(target_);
        for (std::size_t k = 0; k < active_.size(); ++k)
            terms_bound_ += std::abs(active_.multipliers[k]) * lifted_norms_[active_.row(k)];
    }
    const double bound = norms_[p.row] * terms_bound_ + std::abs(all_.side(p.row, p.sign));
    return p.amount <= part * bound && p.amount <= part * terms_of(p);
}

/// |A_i| (|target| + sum of |pulls|) + |side|: rounding in the violation of row i is relative to this,
/// because x was summed from terms that may leave little of themselves.
double NearestPoint::terms_of(const Violated& p) {
    if (moduli_.empty()) {
        moduli_ = Vector(x_.size());
        for (std::size_t j = 0; j < x_.size(); ++j) moduli_[j] = std::abs(target_[j]);
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const SparseRows::Row lifted = all_.lifted.row(active_.row(k));
            for (std::size_t e = 0; e < lifted.size(); ++e)
                moduli_[lifted.columns[e]] += std::abs(active_.multipliers[k] * lifted.values[e]);
        }
    }
    const SparseRows::Row row = all_.rows.row(p.row);
    double terms = std::abs(all_.side(p.row, p.sign));
    for (std::size_t e = 0; e < row.size(); ++e) terms += std::abs(row.values[e]) * moduli_[row.columns[e]];
    return terms;
}

/// Pulls the violated row p to its side, releasing active rows on the way whose pull falls to zero.
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
            give_up(p, multiplier, direction);
            return Status::optimal;
        }
        multiplier += p.sign * step;
        add_scaled(active_.multipliers, -p.sign * step, direction.rates);
        if (blocking == none) {
            active_.enter(p.row, p.sign, direction, multiplier);
            move_to(active_.point(target_));
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
        const double speed = rate * active_.length(active_.row(k));
        if (!(speed > rounding) || all_.is_equality(active_.row(k))) continue;
        const double time = std::max(0.0, active_.sign(k) * active_.multipliers[k]) / rate;
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
    farkas_ = Vector(all_.rows.rows());
    farkas_[p.row] = p.sign;
    for (std::size_t k = 0; k < active_.size(); ++k)
        if (std::abs(direction.rates[k]) * active_.length(active_.row(k)) > rounding)
            farkas_[active_.row(k)] = -p.sign * direction.rates[k];
    double gap = 0.0, moduli = 0.0, weights = 0.0;
    for (std::size_t i = 0; i < farkas_.size(); ++i) {
        if (farkas_[i] == 0.0) continue;
        const double term = farkas_[i] * all_.side(i, farkas_[i]);
        gap += term;
        moduli += std::abs(term);
        weights += std::abs(farkas_[i]);
    }
    return gap > contradiction_tolerance * moduli + weights * side_rounding_;
}

/// Row p holds but for rounding: the active rows take over what it pulled so far, and it is left alone.
void NearestPoint::give_up(const Violated& p, double multiplier, const ActiveRows::Direction& direction) {
    is_given_up_[p.row] = 1;
    add_scaled(active_.multipliers, multiplier, direction.rates);
    move_to(active_.refined_point(target_));
    release_wrong_signs();
}

bool NearestPoint::given_up_rows_hold() {
    for (std::size_t i = 0; i < is_given_up_.size(); ++i)
        if (is_given_up_[i]) {
            const Violated p = violation(i);
            if (p.amount > given_up_tolerance * (terms_of(p) + 1.0) + side_rounding_) return false;
        }
    return true;
}

void NearestPoint::move_to(Vector x) {
    x_ = std::move(x);
    moduli_ = Vector();
    terms_bound_ = -1.0;
}

LeastDistance NearestPoint::answer(Status status) const {
    LeastDistance result;
    result.status = status;
    result.iterations = iterations_;
    result.x = x_;
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
    if (status == Status::infeasible) result.farkas = farkas_;
    return result;
}

}  // namespace restraint::optimize
