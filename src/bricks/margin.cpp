#include "restraint/bricks/margin.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/rows.h"

namespace restraint::bricks {
namespace {

/// A heap with its contact intervals shortened, and the search for the length that it bears.
class Shortening {
  public:
    Shortening(const Heap& heap, double weight) : heap_(heap), weight_(weight) {}

    /// Half the length of the interval that contact c is an end of, m; infinite for a point, which stays.
    double half_length(std::size_t c) const {
        const Contact& contact = heap_.contacts[c];
        if (contact.partner == c) return optimize::infinity;
        return 0.5 * norm(heap_.contacts[contact.partner].point - contact.point);
    }

    /// All different half lengths, rising.
    std::vector<double> half_lengths() const {
        std::vector<double> result;
        for (std::size_t c = 0; c < heap_.contacts.size(); ++c)
            if (std::isfinite(half_length(c))) result.push_back(half_length(c));
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    /// Whether it balances with intervals shortened by s at both ends; only those of at least, or of more
    /// than, `shortest` half length count.
    enum class Count { at_least, more_than };
    Verdict verdict(double s, Count count, double shortest) {
        const Balance start = start_with(s, count, shortest);
        if (start.verdict == Verdict::stable) return start.verdict;
        const double size = size_of_motion(heap_.tower, start.motion);
        if (size > 0.0) {
            std::vector<Motion> motion = start.motion;
            for (Motion& m : motion) m = {(1.0 / size) * m.linear, m.angular / size};
            if (proof(equilibrium(heap_.tower, start.contacts, weight_), motion).holds())
                return Verdict::unstable;
        }
        return decided(by_program(heap_.tower, start, weight_));
    }

    /// The same by the program alone, whose power falls to 0 where the heap begins to balance.
    Verdict solve(double s, double shortest) {
        const Balance start = start_with(s, Count::more_than, shortest);
        if (start.verdict == Verdict::stable) return start.verdict;
        balance_ = by_program(heap_.tower, start, weight_, balance_.active);
        return decided(balance_);
    }

    /// After an `unstable` solve: how fast the least imbalance, which is the power, grows with s. By the
    /// envelope theorem only the change of the constraints counts, weighed with the forces, which are their
    /// multipliers.
    double power_rate() const {
        double rate = 0.0;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            Contact contact = heap_.contacts[places_[k]];
            const double before = gap_rate(heap_.tower, contact, balance_.motion);
            contact.point += inwards(places_[k]);
            rate += balance_.forces[k] * (gap_rate(heap_.tower, contact, balance_.motion) - before);
        }
        return rate;
    }
    double power() const { return balance_.proof.power; }

  private:
    /// A fixed body can press with any force, and an interval that is lengthened is a long lever. What the
    /// rounding of such forces and torques leaves is what contacts elsewhere by that share of their levers
    /// would make up for.
    static Verdict decided(const Balance& balance) {
        const bool rounding = balance.imbalance <= balance_tolerance * balance.terms;
        return balance.verdict == Verdict::numerical && rounding ? Verdict::stable : balance.verdict;
    }

    Balance start_with(double s, Count count, double shortest) {
        std::vector<Contact> contacts;
        places_.clear();
        for (std::size_t c = 0; c < heap_.contacts.size(); ++c) {
            const double half = half_length(c);
            if (count == Count::at_least ? half < shortest : half <= shortest) continue;
            places_.push_back(c);
            contacts.push_back(heap_.contacts[c]);
            contacts.back().point += s * inwards(c);
        }
        return start_of(heap_.tower, contacts, heap_.corners, weight_);
    }

    /// Unit vector from the end of an interval along it; zero for a point.
    Vec2 inwards(std::size_t c) const {
        const Contact& contact = heap_.contacts[c];
        if (contact.partner == c) return {};
        const Vec2 along = heap_.contacts[contact.partner].point - contact.point;
        return (1.0 / norm(along)) * along;
    }

    const Heap& heap_;
    double weight_;
    std::vector<std::size_t> places_;  // in the heap, of the contacts that count
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
        const Verdict verdict = tower.solve(s, shortest);
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

/// The less of two margins: `none` is below all, `unbounded` above.
bool is_less(const Margin& a, const Margin& b) {
    const auto value = [](const Margin& m) {
        return m.kind == Margin::Kind::none        ? -optimize::infinity
               : m.kind == Margin::Kind::unbounded ? optimize::infinity
                                                   : m.value;
    };
    return value(a) < value(b);
}

}  // namespace

Margin margin(const Tower& tower, const Stability& stability) {
    if (stability.verdict == Verdict::numerical) return gave_up;
    const Touching touching = find_contacts(tower);
    Tower still = tower;
    for (Body& body : still.bodies) body.velocity = {};
    const double weight = weight_of(tower), tolerance = margin_accuracy * mean_size(tower),
                 longest = longest_lengthening * extent(tower);
    // What does not hang together is judged apart: the tower bears what each heap bears.
    Margin least{Margin::Kind::unbounded, 0.0};
    const std::vector<Heap> parts = heaps(still, touching.contacts, touching.corners);
    for (const Heap& heap : parts) {
        Shortening shortened(heap, weight);
        bool stands = stability.verdict == Verdict::stable;
        if (!stands && parts.size() > 1) {
            const Verdict verdict = shortened.verdict(0.0, Shortening::Count::at_least, 0.0);
            if (verdict == Verdict::numerical) return gave_up;
            stands = verdict == Verdict::stable;
        }
        if (stands && stability.verdict == Verdict::unstable) continue;
        const Margin of_heap =
            stands ? shortening(shortened, tolerance) : lengthening(shortened, longest, tolerance);
        if (of_heap.kind == Margin::Kind::numerical) return gave_up;
        if (is_less(of_heap, least)) least = of_heap;
    }
    if (std::abs(least.value) <= 2.0 * tolerance) least.value = 0.0;
    return least;
}

}  // namespace restraint::bricks
