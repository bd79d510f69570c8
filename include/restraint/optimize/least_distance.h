#pragma once

#include <span>
#include <vector>

#include "restraint/optimize/active_rows.h"
#include "restraint/optimize/problem.h"

namespace restraint::optimize {

/// x = target + W A' multipliers; multipliers >= 0 where the lower side is active, <= 0 where the upper one
/// is.
struct LeastDistance {
    Status status = Status::numerical;  // optimal, infeasible, numerical or iteration_limit
    Vector x;                           // (n)
    Vector multipliers;                 // (m)
    std::vector<Activity> active;       // (m)
    Vector farkas;                      // (m) infeasible: W A' farkas = 0, yet the sides so combined are > 0
    std::size_t iterations = 0;         // rows that entered or left the active set
};

/// The point of a polyhedron that is nearest to a target, in the metric of a mass matrix M = W^-1:
///
///     minimise 1/2 (x - target)' M (x - target)   subject to   lower <= A x <= upper
///
/// Only W appears, in the lifted rows A W, so that it may hold variables fast (zero rows and columns) and
/// sparse rows stay sparse for a W of small blocks.
///
/// This is the dual active-set method of Goldfarb and Idnani (1983): start at the target, where no row pulls,
/// and make one violated row after another hold. Between two of these steps x is the nearest point of the
/// active rows alone, each of which pulls to its proper side. A violated row p is pulled to its side along z
/// = W (A_p' - A_W' r), the part of its normal that the active rows leave free; meanwhile the pull of active
/// row j changes by -r_j. A row whose pull falls to zero leaves. If z = 0 and no row can leave, r proves that
/// the rows contradict each other. Each row that enters makes the distance grow, so that no active set
/// returns.
class NearestPoint {
  public:
    /// Sizes must fit and all numbers be finite, except absent sides; the rows must outlive this object.
    /// side_rounding is what the sides were rounded by: a row that is violated by less is not acted upon.
    explicit NearestPoint(const LiftedRows& rows, double side_rounding = 0.0);

    /// The nearest point to a target (n).
    ///
    /// warm_start        rows believed active; dependent ones and wrong sides do no harm. Empty: those that
    /// the last
    ///                   call has left active, if any
    /// iteration_limit   0: a limit that grows with the size of the problem
    LeastDistance solve(const Vector& target, std::span<const Activity> warm_start = {},
                        std::size_t iteration_limit = 0);

    /// The active rows of the last call.
    const ActiveRows& active() const { return active_; }

  private:
    /// A row and the side it has to reach; sign is 1 for the lower side, -1 for the upper one.
    struct Violated {
        std::size_t row = 0;
        double sign = 0.0;
        double amount = 0.0;
    };

    // The steps of the method, in the order in which `solve` needs them.
    bool sides_cross();
    void adopt(std::span<const Activity> warm_start);
    bool release_wrong_signs();
    Violated most_violated();
    Violated worst_of(std::span<const std::size_t> rows);
    Violated violation(std::size_t row) const;
    double distance(const Violated& p) const;
    bool is_rounding(const Violated& p, double pulls);
    bool is_small(const Violated& p, double part);
    double terms_of(const Violated& p);
    Status make_hold(Violated p);
    std::size_t first_to_release(std::size_t p, const ActiveRows::Direction& d, double sign,
                                 double& step) const;
    bool prove_infeasible(const Violated& p, const ActiveRows::Direction& direction);
    void give_up(const Violated& p, double multiplier, const ActiveRows::Direction& direction);
    bool given_up_rows_hold();
    void move_to(Vector x);
    LeastDistance answer(Status status) const;

    LiftedRows all_;
    ActiveRows active_;
    double side_rounding_;
    Vector target_, x_;
    std::vector<std::size_t> candidates_;  // rows that were violated when all rows were last looked at
    double distance_then_ = 0.0;           // of the farthest of them then
    std::vector<char> is_given_up_;        // (m) dependent rows that are violated by rounding only
    Vector norms_, lifted_norms_;          // (m) lengths of the rows as they stand, and lifted
    double terms_bound_ = -1.0;            // |target| + sum of |pulls|, their lengths; negative: not known
    Vector moduli_;                        // |target| + sum of |pulls| at x, once it is needed
    Vector farkas_;
    double tolerance_ = 0.0;
    std::size_t iterations_ = 0, limit_ = 0;
};

}  // namespace restraint::optimize
