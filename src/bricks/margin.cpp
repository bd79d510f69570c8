#include "restraint/bricks/margin.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/bricks/equilibrium.h"
#include "restraint/bricks/rows.h"

namespace restraint::bricks {
namespace {

/// A tower with its contact intervals shortened, and the search for the length that it bears.
class Shortening {
  public:
    explicit Shortening(const Tower& tower)
        : tower_(at_rest(tower)), touching_(find_contacts(tower)), weight_(weight_of(tower)) {}

    /// Half the length of the interval that contact c is an end of, m; infinite for a point, which stays.
    double half_length(std::size_t c) const {
        const Contact& contact = touching_.contacts[c];
        if (contact.partner == c) return optimize::infinity;
        return 0.5 * norm(touching_.contacts[contact.partner].point - contact.point);
    }

    /// All different half lengths, rising.
    std::vector<double> half_lengths() const {
        std::vector<double> result;
        for (std::size_t c = 0; c < touching_.contacts.size(); ++c)
            if (std::isfinite(half_length(c))) result.push_back(half_length(c));
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    /// Whether it balances with intervals shortened by s at both ends; only those of at least, or of more
    /// than, `shortest` half length count.
    enum class Count { at_least, more_than };
    Verdict verdict(double s, Count count, double shortest) {
        std::vector<Contact> contacts;
        places_.clear();
        std::vector<std::size_t> place(touching_.contacts.size());
        for (std::size_t c = 0; c < touching_.contacts.size(); ++c) {
            const double half = half_length(c);
            if (count == Count::at_least ? half < shortest : half <= shortest) continue;
            place[c] = places_.size();
            places_.push_back(c);
            contacts.push_back(touching_.contacts[c]);
            contacts.back().point += s * inwards(c);
        }
        for (Contact& contact : contacts) contact.partner = place[contact.partner];
        balance_ = start_of(tower_, contacts, touching_.corners, weight_);
        if (balance_.verdict != Verdict::numerical) return balance_.verdict;
        balance_ = by_program(tower_, balance_, weight_);
        // A fixed body can press with any force, and an interval that is lengthened is a long lever. What the
        // rounding of such forces and torques leaves is what contacts elsewhere by that share of their levers
        // would make up for.
        const bool rounding = balance_.imbalance <= balance_tolerance * balance_.terms;
        return balance_.verdict == Verdict::numerical && rounding ? Verdict::stable : balance_.verdict;
    }

    /// After `unstable`: where the power of the motion would be 0, by Newton's method. Of Gauss' motion a and
    /// its forces f the power is |a|^2 (gravity less a is normal to a), and by the envelope theorem
    ///
    ///     d/ds |a|^2 / 2 = f . (change of the gap rates of a),   so that   |a| = 0 at s - |a|^2 / (f . ...)
    ///
    /// to first order. Of the program's motion the power itself is the least, and so for its forces.
    double power_rate() const {
        double rate = 0.0;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            Contact contact = touching_.contacts[places_[k]];
            const double before = gap_rate(tower_, contact, balance_.motion);
            contact.point += inwards(places_[k]);
            rate += balance_.forces[k] * (gap_rate(tower_, contact, balance_.motion) - before);
        }
        return rate;
    }
    double power() const { return balance_.proof.power; }

  private:
    /// Unit vector from the end of an interval along it; zero for a point.
    Vec2 inwards(std::size_t c) const {
        const Contact& contact = touching_.contacts[c];
        if (contact.partner == c) return {};
        const Vec2 along = touching_.contacts[contact.partner].point - contact.point;
        return (1.0 / norm(along)) * along;
    }

    Tower tower_;
    Touching touching_;
    double weight_;
    std::vector<std::size_t> places_;  // of the contacts that count
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
        const Verdict verdict = tower.verdict(s, Shortening::Count::more_than, shortest);
        if (verdict == Verdict::numerical) {
            undecided = s - stable;
            if (undecided > undecided_limit / margin_accuracy * tolerance) return gave_up;
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
    const Verdict points_alone = tower.verdict(0.0, Count::more_than, halves.back());
    if (points_alone == Verdict::numerical) return gave_up;
    if (points_alone == Verdict::stable) return {Margin::Kind::unbounded, 0.0};

    // The tower balances with intervals of the first `good` half lengths shortened to points, and not with
    // more.
    std::size_t good = 0, bad = halves.size() + 1;
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        const Verdict verdict = tower.verdict(halves[middle - 1], Count::at_least, halves[middle - 1]);
        if (verdict == Verdict::numerical) return gave_up;
        (verdict == Verdict::stable ? good : bad) = middle;
    }
    const double below = good == 0 ? 0.0 : halves[good - 1];
    if (good == halves.size()) return {Margin::Kind::finite, below};
    if (good > 0) {
        // Just above, those intervals are gone.
        const Verdict above = tower.verdict(below, Count::more_than, below);
        if (above == Verdict::numerical) return gave_up;
        if (above == Verdict::unstable) return {Margin::Kind::finite, below};
    }
    return search(tower, below, below, halves[good], tolerance);
}

/// The least lengthening that balances an unstable tower, as a negative margin.
Margin lengthening(Shortening& tower, double longest, double tolerance) {
    const Verdict verdict = tower.verdict(-longest, Shortening::Count::at_least, 0.0);
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
    if (stability.verdict == Verdict::numerical) return gave_up;
    Shortening shortened(tower);
    const double tolerance = margin_accuracy * mean_size(tower);
    Margin result = stability.verdict == Verdict::stable
                        ? shortening(shortened, tolerance)
                        : lengthening(shortened, longest_lengthening * extent(tower), tolerance);
    if (std::abs(result.value) <= 2.0 * tolerance) result.value = 0.0;
    return result;
}

}  // namespace restraint::bricks
