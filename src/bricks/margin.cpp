#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/stability.h"

namespace restraint::bricks {
namespace {

constexpr double longest_lengthening = 10.0;  // in extents of the tower
constexpr double accuracy = 1e-12;            // of the margin, in mean brick sizes
constexpr double undecided_limit = 1e-7;  // so near the margin, in mean brick sizes, proofs may be wanting

/// The tower with its contact intervals shortened, and the search for the length that it bears.
class Shortening {
  public:
    Shortening(const Tower& tower, const Touching& touching) : tower_(tower), original_(support(touching)) {}

    /// Half the length of the interval that contact c is an end of, m; infinite for a point, which stays.
    double half_length(std::size_t c) const {
        const Contact& contact = original_.contacts[c];
        if (contact.partner == c) return optimize::infinity;
        return 0.5 * norm(original_.contacts[contact.partner].point - contact.point);
    }

    /// All different half lengths, rising.
    std::vector<double> half_lengths() const {
        std::vector<double> result;
        for (std::size_t c = 0; c < original_.certain(); ++c)
            if (std::isfinite(half_length(c))) result.push_back(half_length(c));
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    /// Solves with intervals shortened by s at both ends; only those of at least, or of more than, `shortest`
    /// half length count.
    enum class Count { at_least, more_than };
    Verdict solve(double s, Count count, double shortest) {
        std::vector<bool> enabled(original_.certain());
        for (std::size_t c = 0; c < enabled.size(); ++c) {
            const double half = half_length(c);
            enabled[c] = count == Count::at_least ? half >= shortest : half > shortest;
        }
        balance_ = balance_with_corners(tower_, shortened(s), enabled, balance_.active);
        if (balance_.verdict == Verdict::numerical && balances_but_for_rounding())
            balance_.verdict = Verdict::stable;
        return balance_.verdict;
    }

    /// Whether it falls with all intervals shortened by s even if every corner holds: then it need not be
    /// asked which ones do.
    bool falls_on_all_corners(double s) const {
        const Support support = shortened(s);
        const std::vector<bool> all(support.contacts.size(), true);
        return balance(tower_, equilibrium(tower_, support.contacts), all).verdict == Verdict::unstable;
    }

    /// After an `unstable` solve: how fast the least imbalance, which is the power, grows with s. By the
    /// envelope theorem only the change of the constraints counts, weighed with the forces, which are their
    /// multipliers.
    double power_rate() const {
        double rate = 0.0;
        for (std::size_t c = 0; c < original_.certain(); ++c) {
            Contact contact = original_.contacts[c];
            const double before = gap_rate(tower_, contact, balance_.motion);
            contact.point += inwards(c);
            rate += balance_.forces[c] * (gap_rate(tower_, contact, balance_.motion) - before);
        }
        return rate;
    }
    double power() const { return balance_.power; }

  private:
    /// A fixed body can press with any force. Where its lever shrinks to nothing at the margin, the forces
    /// grow beyond all bounds on the way there, and their rounding with them: what it leaves of all of them
    /// is what contacts elsewhere by that share of their levers would make up for.
    bool balances_but_for_rounding() const {
        return balance_.imbalance <= balance_tolerance * balance_.terms;
    }

    Support shortened(double s) const {
        Support result = original_;
        for (std::size_t c = 0; c < original_.certain(); ++c) result.contacts[c].point += s * inwards(c);
        return result;
    }

    /// Unit vector from the end of an interval along it; zero for a point.
    Vec2 inwards(std::size_t c) const {
        const Contact& contact = original_.contacts[c];
        if (contact.partner == c) return {};
        const Vec2 along = original_.contacts[contact.partner].point - contact.point;
        return (1.0 / norm(along)) * along;
    }

    const Tower& tower_;
    Support original_;
    Balance balance_;
};

const Margin gave_up{Margin::Kind::numerical, 0.0};

/// The largest s in [stable, unstable) that balances; intervals of more than `shortest` half length count all
/// the way. Newton's method for the zero of the power from the unstable side: the power falls with a slope
/// that is constant as long as the basis is. Bisection where it leaves the bracket; and where it ends on the
/// stable side, a look at a point so little above that its power is just beyond doubt; or a little farther,
/// if neither proof was found there.
Margin search(Shortening& tower, double shortest, double stable, double unstable, double tolerance) {
    double s = unstable, root = unstable, doubt = tolerance, ahead = tolerance, undecided = 0.0;
    for (;;) {
        const Verdict verdict = tower.solve(s, Shortening::Count::more_than, shortest);
        if (verdict == Verdict::numerical) {
            undecided = s - stable;
            if (undecided > undecided_limit / accuracy * tolerance) return gave_up;
        } else if (verdict == Verdict::stable) {
            stable = s;
        } else {
            unstable = s;
            const double rate = tower.power_rate();
            root = rate > 0.0 ? s - tower.power() / rate : -optimize::infinity;
            // A root beyond what is known to balance says nothing of where the power ends.
            const bool telling = root > stable - tolerance;
            doubt = telling ? std::max(tolerance, 16.0 * balance_tolerance / rate) : tolerance;
            if (telling) ahead = doubt;
        }
        doubt = std::max(doubt, 2.0 * undecided);
        if (unstable - stable <= 2.0 * doubt) break;
        const double middle = 0.5 * (stable + unstable);
        if (verdict != Verdict::unstable) {
            ahead = std::max(ahead, 8.0 * undecided);
            s = std::min(stable + ahead, middle);
            ahead *= 16.0;
        } else {
            s = root > stable + doubt ? root : stable + std::max(doubt, ahead);
            if (s >= unstable) s = middle;
        }
    }
    return {Margin::Kind::finite, std::clamp(root, stable, unstable)};
}

/// The margin of a stable tower: first between which half lengths it lies, then where.
Margin shortening(Shortening& tower, double tolerance) {
    using Count = Shortening::Count;
    const std::vector<double> halves = tower.half_lengths();
    if (halves.empty()) return {Margin::Kind::unbounded, 0.0};
    const Verdict points_alone = tower.solve(0.0, Count::more_than, halves.back());
    if (points_alone == Verdict::numerical) return gave_up;
    if (points_alone == Verdict::stable) return {Margin::Kind::unbounded, 0.0};

    // The tower balances with intervals of the first `good` half lengths shortened to points, and not with
    // more.
    std::size_t good = 0, bad = halves.size() + 1;
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        const Verdict verdict = tower.solve(halves[middle - 1], Count::at_least, halves[middle - 1]);
        if (verdict == Verdict::numerical) return gave_up;
        (verdict == Verdict::stable ? good : bad) = middle;
    }
    const double below = good == 0 ? 0.0 : halves[good - 1];
    if (good == halves.size()) return {Margin::Kind::finite, below};
    if (good > 0) {
        // Just above, those intervals are gone.
        const Verdict above = tower.solve(below, Count::more_than, below);
        if (above == Verdict::numerical) return gave_up;
        if (above == Verdict::unstable) return {Margin::Kind::finite, below};
    }
    return search(tower, below, below, halves[good], tolerance);
}

/// The least lengthening that balances an unstable tower, as a negative margin.
Margin lengthening(Shortening& tower, double longest, double tolerance) {
    if (tower.falls_on_all_corners(-longest)) return {Margin::Kind::none, 0.0};
    const Verdict verdict = tower.solve(-longest, Shortening::Count::at_least, 0.0);
    if (verdict == Verdict::numerical) return gave_up;
    if (verdict == Verdict::unstable) return {Margin::Kind::none, 0.0};
    return search(tower, 0.0, -longest, 0.0, tolerance);
}

double extent(const Tower& tower) {
    Box all{optimize::infinity, -optimize::infinity, optimize::infinity, -optimize::infinity};
    for (const Body& body : tower.bodies) {
        const Box box = bounding_box(outline(body, body.pose));
        all = {std::min(all.left, box.left), std::max(all.right, box.right), std::min(all.bottom, box.bottom),
               std::max(all.top, box.top)};
    }
    return tower.bodies.empty() ? 0.0 : std::max(all.right - all.left, all.top - all.bottom);
}

}  // namespace

Margin margin(const Tower& tower, const Stability& stability) {
    Shortening shortened(tower, find_contacts(tower));
    const double tolerance = accuracy * mean_size(tower);
    switch (stability.verdict) {
        case Verdict::stable:
            return shortening(shortened, tolerance);
        case Verdict::unstable:
            return lengthening(shortened, longest_lengthening * extent(tower), tolerance);
        case Verdict::numerical:
            break;
    }
    return gave_up;
}

}  // namespace restraint::bricks
