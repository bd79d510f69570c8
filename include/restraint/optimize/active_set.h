#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/optimize/active_rows.h"
#include "restraint/optimize/status.h"

namespace restraint::optimize {

/// x = target + W A' multipliers; multipliers >= 0 where the lower side is active, <= 0 where the upper one
/// is.
struct LeastDistance {
    Status status = Status::numerical;  // optimal, infeasible, numerical or iteration_limit
    Vector x;                           // (n)
    Vector multipliers;                 // (m)
    std::vector<Activity> active;       // (m)
    /// (m) infeasible: W A' farkas = 0 but for rounding, yet the sides so combined, less A' farkas times the
    /// target, are > 0, so that no x satisfies the rows within 1e9 natural distances, those from the target
    /// to its farthest row and to 0. Of a row whose sides cross: its unit vector.
    PreciseVector farkas;
    std::size_t iterations = 0;  // rows that entered or left the active set
};

/// A row and the side it has to reach; sign is 1 for the lower side, -1 for the upper one.
struct Violated {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t row = none;
    double sign = 0.0;
    double amount = 0.0;  // how far x is beyond that side; negative: inside
};

/// The point of a polyhedron that is nearest to a target, in the metric of a mass matrix M = W^-1:
///
///     minimise 1/2 (x - target)' M (x - target)   subject to   lower <= A x <= upper
///
/// Only W appears, in the lifted rows A W or as a function, so that it may hold variables fast (zero rows and
/// columns) and sparse rows stay sparse for a W of small blocks.
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
    /// row_rounding is what their coefficients were rounded by, as a share of their lengths: a row of which
    /// the active rows leave less depends on them, and may be violated by that share of its terms.
    explicit NearestPoint(const LiftedRows& rows, double side_rounding = 0.0, double row_rounding = 0.0);
    NearestPoint(const NearestPoint&) = delete;

    /// The nearest point to a target (n).
    ///
    /// warm_start        rows to begin with; dependent ones and wrong sides do no harm. Empty: those that
    ///                   the last call has left active, if any
    /// iteration_limit   0: a limit that grows with the size of the problem
    LeastDistance solve(const Vector& target, std::span<const Activity> warm_start = {},
                        std::size_t iteration_limit = 0);

    /// Another rounding of the sides, for the calls to come.
    void set_side_rounding(double side_rounding) { side_rounding_ = side_rounding; }
    /// The active rows of the last call.
    const ActiveRows& active() const { return active_; }

  private:
    // The steps of the method, in the order in which `solve` needs them.
    void adopt(std::span<const Activity> warm_start);
    void move_to_point();
    void release_wrong_signs();
    Violated farthest();
    Violated farthest_of(std::vector<Violated>& rows) const;
    Status make_hold(Violated p);
    std::size_t first_to_release(std::size_t p, const ActiveRows::Direction& d, double sign,
                                 double& step) const;
    LeastDistance answer(Status status) const;

    // Rounding, and proofs beside it.
    Violated violation(std::size_t i) const;
    double distance(const Violated& p) const;
    double terms_at_x(const Violated& p) const;
    bool is_rounding(const Violated& p) const;
    void refine();
    double allowance(const Violated& p, const ActiveRows::Direction& direction, double share) const;
    bool given_up_rows_hold();
    double natural_distance() const;
    bool prove_infeasible(const Violated& p, const ActiveRows::Direction& direction);

    LiftedRows all_;
    ActiveRows active_;
    double side_rounding_, row_rounding_;
    Vector target_, x_;
    bool is_refined_ = false;     // x is right to the last digits, else a sum in doubles
    double x_rounding_ = 0.0;     // how far x may be from its exact place, in the metric of M
    std::vector<char> given_up_;  // (m) 1: depends on the active rows but for rounding, and is not chosen
    std::vector<Violated> candidates_;  // that are farthest, as all rows were last looked at
    double distance_then_ = 0.0;        // of the farthest of them
    PreciseVector farkas_;
    std::size_t iterations_ = 0, limit_ = 0;
};

}  // namespace restraint::optimize
