#include "restraint/optimize/least_distance.h"

#include <algorithm>
#include <cmath>

namespace restraint::optimize {

namespace {

/// A row counts as violated beyond this, relative to the moduli of its terms. It stands a factor 1000 above
/// rounding, so that rounding cannot start a pivot.
constexpr double feasibility_tolerance = 1e-13;

/// A violation of this part of the pulls together needs no closer look.
constexpr double surely_above_rounding = 1e-8;

/// Up to this, relative to the same, a violation is believed only after x has been refined.
constexpr double doubtful_violation = 1e-9;

/// A row counts as a combination of the active ones if the sine of its angle to their span is below this. The
/// factor of the active rows' inner products stays usable down to about the root of the machine precision.
constexpr double dependence_tolerance = 1e-8;

/// Where the sine squared falls below this, inner products have cancelled; the direction is then refined.
constexpr double cancellation = 1e-2;

/// A pull that decreases more slowly than this, relative to the entering one, does so by rounding only.
constexpr double pivot_tolerance = 1e-11;

/// Rows contradict each other if their combined sides do by more than this, relative to the moduli of the
/// terms.
constexpr double contradiction_tolerance = 1e-12;

/// What may remain of the violation of a row that depends on the active ones and does not contradict them.
constexpr double given_up_tolerance = 1e-10;

double square(double x) { return x * x; }

/// Where the violated row is pulled to, as seen by the active rows.
struct Direction {
    Vector factor_row;       // its row of L, should it enter
    Vector rates;            // r: minus the change of the active multipliers
    Vector z;                // the change of x (n)
    double curvature = 0.0;  // change of the row's value along z; 0 if the row depends on the active ones
};

/// A row and the side it has to reach; sign is 1 for the lower side, -1 for the upper one.
struct Violated {
    std::size_t row = 0;
    double sign = 0.0;
    double amount = 0.0;
};

class DualActiveSet {
  public:
    DualActiveSet(const LeastDistanceProblem& problem, std::size_t iteration_limit);

    LeastDistance solve(std::span<const Activity> warm_start);

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // The steps of the method, in the order in which `solve` needs them.
    void adopt(std::span<const Activity> warm_start);
    bool release_wrong_signs();
    Violated violation(std::size_t i) const;
    Violated most_violated() const;
    Status make_hold(Violated p);
    Direction direction_of(std::size_t p) const;
    Vector unlifted(std::size_t p, const Vector& rates) const;
    std::size_t first_to_release(std::size_t p, const Direction& direction, double sign, double& step) const;
    void enter(std::size_t p, double sign, const Direction& direction);
    void release(std::size_t k);
    bool prove_infeasible(const Violated& p, const Direction& direction);
    void give_up(const Violated& p, double multiplier, const Direction& direction);
    void refine();

    double side_value(std::size_t row, double sign) const {
        return sign > 0.0 ? problem_.lower[row] : problem_.upper[row];
    }
    double held_value(std::size_t k) const { return side_value(active_[k], signs_[k]); }
    bool is_equality(std::size_t row) const { return problem_.lower[row] == problem_.upper[row]; }
    void solve_multipliers();
    void update_x();
    double modulus_of_terms(std::size_t row) const;
    LeastDistance answer(Status status);

    const LeastDistanceProblem& problem_;
    std::size_t limit_;
    std::size_t iterations_ = 0;
    double tolerance_ = feasibility_tolerance;

    Vector squares_;  // |row|^2 = A_i W A_i'
    Vector x_;
    mutable Vector moduli_;            // |target| + sum of |pulls|, once it is needed for this x
    std::vector<std::size_t> active_;  // rows, in the order of the factor
    std::vector<double> signs_;        // the side that holds each, as in Violated
    Vector multipliers_;               // of the active rows
    GrowingLdlt factor_;               // of A_active W A_active'
    std::vector<char> is_active_;      // (m)
    std::vector<char> is_given_up_;    // (m) dependent rows that are violated by rounding only
    Vector farkas_;
};

DualActiveSet::DualActiveSet(const LeastDistanceProblem& problem, std::size_t iteration_limit)
    : problem_(problem), limit_(iteration_limit), x_(problem.target) {
    const std::size_t m = problem.rows.rows();
    if (limit_ == 0) limit_ = 100 + 20 * (m + problem.target.size());
    squares_ = Vector(m);
    for (std::size_t i = 0; i < m; ++i) {
        const SparseRows::Row row = problem.rows.row(i), lifted = problem.lifted.row(i);
        // W is often diagonal or the identity: then the two rows share their columns.
        std::size_t a = 0;
        for (std::size_t b = 0; b < lifted.size(); ++b)
            for (std::size_t probe = 0; probe < row.size(); ++probe, a = a + 1 < row.size() ? a + 1 : 0)
                if (row.columns[a] == lifted.columns[b]) {
                    squares_[i] += row.values[a] * lifted.values[b];
                    break;
                }
    }
    is_active_.assign(m, 0);
    is_given_up_.assign(m, 0);
}

LeastDistance DualActiveSet::solve(std::span<const Activity> warm_start) {
    for (std::size_t i = 0; i < problem_.rows.rows(); ++i)
        if (problem_.lower[i] > problem_.upper[i]) {  // crossed sides: the row contradicts itself
            farkas_ = Vector(problem_.rows.rows());
            farkas_[i] = 1.0;
            return answer(Status::infeasible);
        }
    adopt(warm_start);
    bool exact = false;  // x and the multipliers were refined since the active set last changed
    while (true) {
        const Violated p = most_violated();
        // A violation this small may be the error of x alone where active rows are nearly dependent.
        const bool doubtful =
            p.row == none ||
            p.amount <= doubtful_violation * (modulus_of_terms(p.row) + std::abs(side_value(p.row, p.sign)));
        if (doubtful && !exact) {
            refine();
            exact = !release_wrong_signs();
            continue;
        }
        if (p.row == none) break;
        exact = false;
        const Status status = make_hold(p);
        if (status != Status::optimal) return answer(status);
    }
    for (std::size_t i = 0; i < is_given_up_.size(); ++i)
        if (is_given_up_[i] &&
            violation(i).amount > given_up_tolerance * (modulus_of_terms(i) + 1.0) + problem_.side_rounding)
            return answer(Status::numerical);
    return answer(Status::optimal);
}

/// Makes the given rows and all equalities active, as far as they are independent; then releases those that
/// pull to the wrong side, worst first.
void DualActiveSet::adopt(std::span<const Activity> warm_start) {
    for (std::size_t i = 0; i < problem_.rows.rows(); ++i) {
        const Activity hint = i < warm_start.size() ? warm_start[i] : Activity::inactive;
        const bool upper = hint == Activity::at_upper && !is_equality(i);
        if (!is_equality(i) && hint == Activity::inactive) continue;
        const double sign = upper ? -1.0 : 1.0;
        if (!std::isfinite(side_value(i, sign))) continue;
        const Direction direction = direction_of(i);
        if (direction.curvature > 0.0) enter(i, sign, direction);
    }
    solve_multipliers();
    update_x();
    release_wrong_signs();
}

/// Releases rows that pull to the wrong side, one after the other, worst first, until none does. True if any
/// was released.
bool DualActiveSet::release_wrong_signs() {
    bool released = false;
    while (true) {
        double scale = 0.0, worst = 0.0;
        std::size_t k_worst = none;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const double length = std::sqrt(squares_[active_[k]]);
            scale = std::max(scale, std::abs(multipliers_[k]) * length);
            const double pull = is_equality(active_[k]) ? 0.0 : signs_[k] * multipliers_[k] * length;
            if (pull < worst) {
                worst = pull;
                k_worst = k;
            }
        }
        if (k_worst == none || worst >= -1e-14 * scale) return released;
        release(k_worst);
        solve_multipliers();
        update_x();
        released = true;
        ++iterations_;
    }
}

/// How far x is beyond the nearer side of row i (negative: inside).
Violated DualActiveSet::violation(std::size_t i) const {
    const double value = dot(problem_.rows.row(i), x_);
    const double below = problem_.lower[i] - value, above = value - problem_.upper[i];
    return below > above ? Violated{i, 1.0, below} : Violated{i, -1.0, above};
}

/// The inactive row that is farthest from x, measured in the metric of M; `none` if all hold.
Violated DualActiveSet::most_violated() const {
    Violated worst{none, 0.0, 0.0};
    double worst_distance = 0.0;  // squared
    double pulls = 0.0;
    for (std::size_t k = 0; k < active_.size(); ++k)
        pulls += multipliers_[k] * multipliers_[k] * squares_[active_[k]];
    for (std::size_t i = 0; i < problem_.rows.rows(); ++i) {
        if (is_active_[i] || is_given_up_[i]) continue;
        const Violated candidate = violation(i);
        if (!(candidate.amount > 0.0)) continue;
        // A row of fixed variables has no length: it can only contradict, so it comes first.
        const double distance =
            squares_[i] > 0.0 ? candidate.amount * candidate.amount / squares_[i] : infinity;
        if (distance <= worst_distance) continue;
        if (distance <= square(surely_above_rounding) * pulls || active_.empty()) {
            const double moduli = modulus_of_terms(i) + std::abs(side_value(i, candidate.sign));
            if (candidate.amount <= tolerance_ * moduli + problem_.side_rounding) continue;
        }
        worst = candidate;
        worst_distance = distance;
    }
    return worst;
}

/// Pulls the violated row p to its side, releasing active rows on the way whose pull falls to zero.
Status DualActiveSet::make_hold(Violated p) {
    double multiplier = 0.0;
    while (true) {
        if (++iterations_ > limit_) return Status::iteration_limit;
        const Direction direction = direction_of(p.row);
        const double full = direction.curvature > 0.0 ? p.amount / direction.curvature : infinity;
        double step = full;
        const std::size_t blocking = first_to_release(p.row, direction, p.sign, step);
        if (step == infinity) {
            if (prove_infeasible(p, direction)) return Status::infeasible;
            give_up(p, multiplier, direction);
            return Status::optimal;
        }

        multiplier += p.sign * step;
        for (std::size_t k = 0; k < active_.size(); ++k)
            multipliers_[k] -= p.sign * step * direction.rates[k];
        if (blocking == none) {
            enter(p.row, p.sign, direction);
            multipliers_[active_.size() - 1] = multiplier;
            update_x();
            return Status::optimal;
        }
        release(blocking);
        update_x();
        add_scaled(x_, multiplier, problem_.lifted.row(p.row));
        p.amount = p.sign * (side_value(p.row, p.sign) - dot(problem_.rows.row(p.row), x_));
        if (!(p.amount > 0.0)) p.amount = 0.0;
    }
}

/// The direction in which row p pulls while the active rows keep their values.
Direction DualActiveSet::direction_of(std::size_t p) const {
    Direction d{Vector(active_.size()), Vector(active_.size()), Vector(x_.size()), 0.0};
    const SparseRows::Row row = problem_.rows.row(p);
    add_scaled(d.z, 1.0, problem_.lifted.row(p));
    double previous = squares_[p];
    // The first pass solves G r = A_active W A_p'. What is then left of A_active z is rounding, and matters
    // where z is short: a second pass removes it (as in Gram-Schmidt, twice is enough).
    for (int pass = 0; pass < 3; ++pass) {
        Vector g(active_.size());
        for (std::size_t k = 0; k < active_.size(); ++k) g[k] = dot(problem_.rows.row(active_[k]), d.z);
        factor_.solve_forward(g);
        for (std::size_t k = 0; k < active_.size(); ++k) d.factor_row[k] += g[k];
        factor_.solve_backward(g);
        for (std::size_t k = 0; k < active_.size(); ++k) {
            d.rates[k] += g[k];
            add_scaled(d.z, -g[k], problem_.lifted.row(active_[k]));
        }
        d.curvature = dot(row, d.z);
        if (d.curvature > cancellation * previous) break;
        d.curvature = dot(unlifted(p, d.rates), d.z);
        previous = std::min(d.curvature, previous);
    }
    if (d.curvature <= square(dependence_tolerance) * squares_[p]) d.curvature = 0.0;
    return d;
}

/// M z = A_p' - sum_j r_j A_j', for z of the direction with these rates.
Vector DualActiveSet::unlifted(std::size_t p, const Vector& rates) const {
    Vector result(x_.size());
    add_scaled(result, 1.0, problem_.rows.row(p));
    for (std::size_t k = 0; k < active_.size(); ++k)
        add_scaled(result, -rates[k], problem_.rows.row(active_[k]));
    return result;
}

/// The active row whose pull falls to zero first, at a step shorter than the given one, which is shortened to
/// that; `none` if there is none. Among rows that fall to zero together the one that changes fastest is
/// taken, because dividing by its rate is safest.
std::size_t DualActiveSet::first_to_release(std::size_t p, const Direction& direction, double sign,
                                            double& step) const {
    const double rounding = pivot_tolerance * std::sqrt(squares_[p]);
    std::size_t first = none;
    double first_speed = 0.0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
        if (is_equality(active_[k])) continue;
        const double rate = sign * signs_[k] * direction.rates[k];
        const double speed = rate * std::sqrt(squares_[active_[k]]);
        if (!(speed > rounding)) continue;
        const double time = std::max(0.0, signs_[k] * multipliers_[k]) / rate;
        const bool tie = first != none && std::abs(time - step) <= 1e-12 * step;
        if (tie ? speed > first_speed : time < step) {
            step = std::min(step, time);
            first = k;
            first_speed = speed;
        }
    }
    return first;
}

void DualActiveSet::enter(std::size_t p, double sign, const Direction& direction) {
    factor_.append(direction.factor_row, direction.curvature);
    active_.push_back(p);
    signs_.push_back(sign);
    multipliers_.push_back(0.0);
    is_active_[p] = 1;
}

void DualActiveSet::release(std::size_t k) {
    factor_.remove(k);
    is_active_[active_[k]] = 0;
    const auto place = static_cast<std::ptrdiff_t>(k);
    active_.erase(active_.begin() + place);
    signs_.erase(signs_.begin() + place);
    std::copy(multipliers_.begin() + place + 1, multipliers_.end(), multipliers_.begin() + place);
    multipliers_.resize(active_.size());
}

/// Row p is a combination of the active rows, and none of them can give way: p - sum_j r_j j is the proof, if
/// its sides contradict each other by more than rounding, their own included.
bool DualActiveSet::prove_infeasible(const Violated& p, const Direction& direction) {
    farkas_ = Vector(problem_.rows.rows());
    farkas_[p.row] = p.sign;
    for (std::size_t k = 0; k < active_.size(); ++k) farkas_[active_[k]] = -p.sign * direction.rates[k];
    double gap = 0.0, moduli = 0.0, weights = 0.0;
    for (std::size_t i = 0; i < farkas_.size(); ++i) {
        if (farkas_[i] == 0.0) continue;
        const double term = farkas_[i] * (farkas_[i] > 0.0 ? problem_.lower[i] : problem_.upper[i]);
        gap += term;
        moduli += std::abs(term);
        weights += std::abs(farkas_[i]);
    }
    return gap > contradiction_tolerance * moduli + weights * problem_.side_rounding;
}

/// Row p holds but for rounding: the active rows take over what it pulled so far, and it is left alone.
void DualActiveSet::give_up(const Violated& p, double multiplier, const Direction& direction) {
    is_given_up_[p.row] = 1;
    for (std::size_t k = 0; k < active_.size(); ++k) multipliers_[k] += multiplier * direction.rates[k];
    refine();
    release_wrong_signs();
}

/// lambda of the active rows alone: G lambda = held values - A target.
void DualActiveSet::solve_multipliers() {
    multipliers_.resize(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k)
        multipliers_[k] = held_value(k) - dot(problem_.rows.row(active_[k]), problem_.target);
    factor_.solve_forward(multipliers_);
    factor_.solve_backward(multipliers_);
}

/// x = target + W A' lambda.
void DualActiveSet::update_x() {
    x_ = problem_.target;
    moduli_ = Vector();
    for (std::size_t k = 0; k < active_.size(); ++k)
        add_scaled(x_, multipliers_[k], problem_.lifted.row(active_[k]));
}

/// |A_i| (|target| + sum of |pulls|): rounding in A_i x is relative to this, because x was summed from terms
/// that may leave little of themselves.
double DualActiveSet::modulus_of_terms(std::size_t i) const {
    if (moduli_.empty()) {
        moduli_ = Vector(x_.size());
        for (std::size_t j = 0; j < x_.size(); ++j) moduli_[j] = std::abs(problem_.target[j]);
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const SparseRows::Row lifted = problem_.lifted.row(active_[k]);
            for (std::size_t e = 0; e < lifted.size(); ++e)
                moduli_[lifted.columns[e]] += std::abs(multipliers_[k] * lifted.values[e]);
        }
    }
    const SparseRows::Row row = problem_.rows.row(i);
    double sum = 0.0;
    for (std::size_t e = 0; e < row.size(); ++e) sum += std::abs(row.values[e]) * moduli_[row.columns[e]];
    return sum;
}

/// Newton's method on the active rows with residuals in long double: the error of x falls to rounding,
/// however close to each other two active rows are.
void DualActiveSet::refine() {
    std::vector<long double> x(x_.size()), lambda(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) lambda[k] = multipliers_[k];
    double previous = infinity;
    for (int pass = 0; pass < 5; ++pass) {
        for (std::size_t j = 0; j < x.size(); ++j) x[j] = problem_.target[j];
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const SparseRows::Row lifted = problem_.lifted.row(active_[k]);
            for (std::size_t e = 0; e < lifted.size(); ++e)
                x[lifted.columns[e]] += lambda[k] * lifted.values[e];
        }
        Vector correction(active_.size());
        double worst = 0.0;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const SparseRows::Row row = problem_.rows.row(active_[k]);
            long double residual = held_value(k);
            for (std::size_t e = 0; e < row.size(); ++e) residual -= row.values[e] * x[row.columns[e]];
            correction[k] = static_cast<double>(residual);
            worst = std::max(worst, std::abs(correction[k]) / std::sqrt(squares_[active_[k]]));
        }
        if (!(worst < 0.5 * previous) || pass == 4) break;
        previous = worst;
        factor_.solve_forward(correction);
        factor_.solve_backward(correction);
        for (std::size_t k = 0; k < active_.size(); ++k) lambda[k] += correction[k];
    }
    for (std::size_t j = 0; j < x.size(); ++j) x_[j] = static_cast<double>(x[j]);
    moduli_ = Vector();
    for (std::size_t k = 0; k < active_.size(); ++k) multipliers_[k] = static_cast<double>(lambda[k]);
}

LeastDistance DualActiveSet::answer(Status status) {
    LeastDistance result;
    result.status = status;
    result.iterations = iterations_;
    result.x = x_;
    result.multipliers = Vector(problem_.rows.rows());
    result.active.assign(problem_.rows.rows(), Activity::inactive);
    for (std::size_t k = 0; k < active_.size(); ++k) {
        const std::size_t i = active_[k];
        const bool equality = is_equality(i);
        const bool proper = equality || signs_[k] * multipliers_[k] > 0.0;
        result.multipliers[i] = proper ? multipliers_[k] : 0.0;
        result.active[i] = equality          ? Activity::fixed
                           : signs_[k] > 0.0 ? Activity::at_lower
                                             : Activity::at_upper;
    }
    if (status == Status::infeasible) result.farkas = farkas_;
    result.order = std::move(active_);
    result.factor = std::move(factor_);
    return result;
}

}  // namespace

LeastDistance least_distance(const LeastDistanceProblem& problem, std::span<const Activity> warm_start,
                             std::size_t iteration_limit) {
    return DualActiveSet(problem, iteration_limit).solve(warm_start);
}

}  // namespace restraint::optimize
