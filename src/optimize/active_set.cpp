#include "restraint/optimize/active_set.h"

#include <algorithm>
#include <cmath>

#include "restraint/optimize/tolerances.h"

namespace restraint::optimize {

NearestPoint::NearestPoint(const LiftedRows& rows, double side_rounding, double row_rounding)
    : all_(rows), active_(rows, row_rounding), side_rounding_(side_rounding), row_rounding_(row_rounding) {}

LeastDistance NearestPoint::solve(const Vector& target, std::span<const Activity> warm_start,
                                  std::size_t iteration_limit) {
    x_ = target_ = target;
    given_up_.assign(all_.rows.rows(), 0);
    candidates_.clear();
    iterations_ = 0;
    limit_ = iteration_limit > 0 ? iteration_limit : 500 + 20 * (all_.rows.rows() + target.size());
    farkas_ = crossed_sides(all_.lower, all_.upper);
    if (!farkas_.empty()) return answer(Status::infeasible);

    adopt(warm_start);
    while (true) {
        const Violated p = farthest();
        if (p.row == Violated::none) {
            if (is_refined_) break;
            refine();
            continue;
        }
        if (const Status status = make_hold(p); status != Status::optimal) return answer(status);
    }
    return answer(given_up_rows_hold() ? Status::optimal : Status::numerical);
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
    active_.adopt(signs, clearly_independent);
    active_.solve_multipliers(target_);
    release_wrong_signs();
    move_to_point();
}

/// x = target + W A_W' lambda, summed in doubles: its error is a share of the target and of the pulls, which
/// may cancel.
void NearestPoint::move_to_point() {
    x_ = active_.point(target_);
    is_refined_ = false;
    double terms = all_.size(target_);
    for (std::size_t k = 0; k < active_.size(); ++k)
        terms += std::abs(active_.multipliers[k]) * active_.length(active_.row(k));
    x_rounding_ = summed_tolerance * terms;
}

/// Releases rows that pull to the wrong side, one after the other, worst first, until none does.
void NearestPoint::release_wrong_signs() {
    while (true) {
        double scale = 0.0, worst = 0.0;
        std::size_t k_worst = Violated::none;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const double pull = active_.sign(k) * active_.multipliers[k] * active_.length(active_.row(k));
            scale = std::max(scale, std::abs(pull));
            if (pull < worst && !all_.is_equality(active_.row(k))) worst = pull, k_worst = k;
        }
        if (k_worst == Violated::none || worst >= -sign_tolerance * scale) return;
        active_.release(k_worst);
        active_.solve_multipliers(target_);
        ++iterations_;
    }
}

/// The row that is farthest from x in the metric of M, of those that are violated by more than rounding;
/// `none` if all hold. Most steps look at the candidates alone, the rows that were nearly as far as the
/// farthest when all rows were last looked at, which is done again once x is near them.
Violated NearestPoint::farthest() {
    const Violated candidate = farthest_of(candidates_);
    if (candidate.row != Violated::none && distance(candidate) > worth_taking * distance_then_)
        return candidate;
    candidates_.clear();
    for (std::size_t i = 0; i < given_up_.size(); ++i) candidates_.push_back({i});
    const Violated worst = farthest_of(candidates_);
    distance_then_ = worst.row == Violated::none ? infinity : distance(worst);
    std::erase_if(candidates_, [this](const Violated& p) {
        return !(p.amount > 0.0 && distance(p) >= worth_watching * distance_then_);
    });
    return worst;
}

/// The farthest of these rows. Sides and amounts of those that may be chosen are found at the present x.
Violated NearestPoint::farthest_of(std::vector<Violated>& rows) const {
    Violated worst;
    double worst_distance = 0.0;
    for (Violated& p : rows) {
        if (active_.is_active(p.row) || given_up_[p.row]) continue;
        p = violation(p.row);
        if (!(p.amount > std::max(0.0, worst_distance * active_.length(p.row))) || is_rounding(p)) continue;
        worst = p;
        worst_distance = distance(p);
    }
    return worst;
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
            given_up_[p.row] = 1;
            add_scaled(active_.multipliers, multiplier, direction.rates);
            refine();
            return Status::optimal;
        }
        multiplier += p.sign * step;
        add_scaled(active_.multipliers, -p.sign * step, direction.rates);
        if (blocking == Violated::none) {
            active_.enter(p.row, p.sign, direction, multiplier);
            if (active_.is_out_of_order()) active_.factor_anew(target_);
            move_to_point();
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

LeastDistance NearestPoint::answer(Status status) const {
    LeastDistance result;
    result.status = status;
    result.iterations = iterations_;
    result.x = x_;
    result.multipliers = Vector(all_.rows.rows());
    result.active.assign(all_.rows.rows(), Activity::inactive);
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const std::size_t i = active_.row(k);
        const double lambda = active_.multipliers[k], sign = active_.sign(k);
        const bool is_fixed = all_.is_equality(i);
        result.active[i] = is_fixed ? Activity::fixed : sign > 0.0 ? Activity::at_lower : Activity::at_upper;
        result.multipliers[i] = is_fixed || sign * lambda > 0.0 ? lambda : 0.0;
    }
    result.farkas = farkas_;
    return result;
}

/// How far x is beyond the nearer side of row i.
Violated NearestPoint::violation(std::size_t i) const {
    const double value = dot(all_.rows.row(i), x_);
    const double below = all_.lower[i] - value, above = value - all_.upper[i];
    return below > above ? Violated{i, 1.0, below} : Violated{i, -1.0, above};
}

/// The distance from x to the side of a violated row, an estimate where it is not lifted yet. Infinite where
/// all variables of the row are fixed: the row is a contradiction, and comes first.
double NearestPoint::distance(const Violated& p) const { return p.amount / active_.length(p.row); }

/// |A_p| |x| + |side|.
double NearestPoint::terms_at_x(const Violated& p) const {
    const SparseRows::Row row = all_.rows.row(p.row);
    double sum = std::abs(all_.side(p.row, p.sign));
    for (std::size_t e = 0; e < row.size(); ++e) sum += std::abs(row.values[e] * x_[row.columns[e]]);
    return sum;
}

/// Whether row p may hold at the exact x and with the exact sides.
bool NearestPoint::is_rounding(const Violated& p) const {
    return p.amount <=
           side_rounding_ + refined_tolerance * terms_at_x(p) + active_.length(p.row) * x_rounding_;
}

/// Computes x in twice the digits, then releases the rows whose pull to the wrong side becomes visible by it.
void NearestPoint::refine() {
    const ActiveRows::Refined place = active_.refined_point(target_);
    x_ = place.x;
    is_refined_ = true;
    x_rounding_ = 16.0 * place.distance_left;  // what several rows lack adds up
    const std::size_t rows = active_.size();
    release_wrong_signs();
    if (active_.size() < rows) move_to_point();
}

/// What row p, a combination of the active rows, may be violated by: `share` of all terms of the combination
/// and of the way from the target to x.
double NearestPoint::allowance(const Violated& p, const ActiveRows::Direction& direction,
                               double share) const {
    double terms = terms_at_x(p);
    for (std::size_t k = 0; k < active_.size(); ++k)
        terms += std::abs(direction.rates[k]) * terms_at_x({active_.row(k), active_.sign(k), 0.0});
    const double way = row_rounding_ > 0.0 ? active_.way(target_) : 0.0;
    return share * (terms + active_.length(p.row) * way);
}

/// Whether each row that was given up is violated by no more than its allowance at the present x.
bool NearestPoint::given_up_rows_hold() {
    for (std::size_t i = 0; i < given_up_.size(); ++i) {
        const Violated p = violation(i);
        if (!given_up_[i] || is_rounding(p)) continue;
        const ActiveRows::Direction direction = active_.direction(i, active_.inner_products(i));
        const double share = std::max(row_rounding_, given_up_tolerance);
        if (p.amount > allowance(p, direction, share) + side_rounding_) return false;
    }
    return true;
}

/// The target's farthest row, or its largest variable, whichever is farther, in the metric of M.
double NearestPoint::natural_distance() const {
    double farthest = all_.size(target_);
    for (std::size_t i = 0; i < all_.rows.rows(); ++i) {
        const double value = dot(all_.rows.row(i), target_);
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
    add_scaled(lifted_p, p.sign, active_.lifted(p.row));
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
        add_scaled(lifted, f[i], active_.lifted(i));
    }
    for (std::size_t j = 0; j < n; ++j) {
        gap.add(-r[j].total(), target_[j]);
        square.add(r[j].total(), lifted[j].rounded());
    }
    const double rounding = contradiction_tolerance * gap.moduli() + weights * side_rounding_ +
                            allowance(p, direction, row_rounding_);
    const double length = std::sqrt(std::abs(square.rounded()));
    if (!(gap.rounded() > rounding)) return false;
    if (length > 0.0 && gap.rounded() < certified_reach * natural_distance() * length) return false;
    farkas_ = f;
    return true;
}

}  // namespace restraint::optimize
