#include "restraint/bricks/margin.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/bricks/heaps.h"
#include "restraint/optimize/problem.h"

namespace restraint::bricks {
namespace {

bool is_point(const Contact& contact) { return contact.other_end == contact.point; }

double half_length(const Contact& contact) { return 0.5 * norm(contact.other_end - contact.point); }

/// Unit vector from the end of an interval along it; zero for a point.
Vec2 inwards(const Contact& contact) {
    const Vec2 along = contact.other_end - contact.point;
    return is_point(contact) ? Vec2{} : (1.0 / norm(along)) * along;
}

/// A tower with its contact intervals shortened, and the search for the length that it bears.
struct Shortening {
    Tower tower;  // at rest
    Touching touching;
    Stability found{};      // by the last `verdict`
    bool doubtful = false;  // an answer was neither stable nor unstable

    /// All different half lengths of intervals, m, rising.
    std::vector<double> half_lengths() const {
        std::vector<double> result;
        for (const Contact& contact : touching.contacts)
            if (!is_point(contact)) result.push_back(half_length(contact));
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    /// Whether it balances with intervals shortened by s at both ends; only those of at least `shortest` half
    /// length count.
    Verdict verdict(double s, double shortest) {
        std::vector<Contact> contacts;
        for (const Contact& contact : touching.contacts) {
            if (!is_point(contact) && half_length(contact) < shortest) continue;
            contacts.push_back(contact);
            contacts.back().point += s * inwards(contact);
        }
        found = balance(tower, contacts, touching.corners, false);
        // The forces of a fixed body have no bound, and a lengthened interval is a long lever, so that the
        // terms of the balance may be far above the weight. A residual within the rounding of these terms
        // counts as 0: contacts displaced by 1e-12 of their levers would remove it.
        const bool rounding = found.residual <= balance_tolerance * found.terms;
        return found.verdict == Verdict::numerical && rounding ? Verdict::stable : found.verdict;
    }

    bool balances(double s, double shortest) {
        const Verdict answer = verdict(s, shortest);
        doubtful = doubtful || answer == Verdict::numerical;
        return answer == Verdict::stable;
    }

    /// After `unstable`: the slope for Newton's step to the s where the power of the motion is 0. Gauss'
    /// motion a with its forces f has the power |a|^2 (gravity less a is normal to a), and by the envelope
    /// theorem
    ///
    ///     d/ds |a|^2 / 2 = f . (change of the gap rates of a),   so that   |a| = 0 at s - |a|^2 / (f . ...)
    ///
    /// to first order.
    double power_rate() const {
        const Tower moving = with_velocities(tower, found.motion);
        double rate = 0.0;
        for (std::size_t c = 0; c < found.contacts.size(); ++c) {
            Contact contact = found.contacts[c];
            const double before = gap_velocity(moving, contact);
            contact.point += inwards(contact);
            rate += found.forces[c] * (gap_velocity(moving, contact) - before);
        }
        return rate / weight_of(tower);
    }
};

const Margin gave_up{Margin::Kind::numerical, 0.0};

/// The largest s in [stable, unstable) at which the tower balances on the intervals of at least `unstable`
/// half length. Newton's method finds the zero of the power from the unstable side; it is exact as long as
/// the same contacts carry forces. A zero outside the bracket is replaced by the middle of the bracket. After
/// a stable s the next one lies so little above that its power, if it is not 0, is just above
/// balance_tolerance. An s for which neither verdict is proved counts as unstable; the tower must then be
/// proved unstable a little farther, or the margin is `numerical`.
Margin search(Shortening& tower, double stable, double unstable, double tolerance) {
    const double shortest = unstable, undecided = undecided_limit / margin_accuracy * tolerance;
    bool decided = true;
    double s = unstable, root = unstable, doubt = tolerance, ahead = tolerance;
    for (;;) {
        const Verdict verdict = tower.verdict(s, shortest);
        (verdict == Verdict::stable ? stable : unstable) = s;
        decided = decided && verdict != Verdict::numerical;
        if (verdict == Verdict::unstable) {
            const double rate = tower.power_rate(), zero = s - tower.found.power / rate;
            // A zero below an s that is known to balance is no estimate of the margin.
            if (rate > 0.0 && zero > stable - tolerance) {
                root = zero;
                doubt = ahead = std::max(tolerance, 16.0 * balance_tolerance / rate);
            }
        }
        if (unstable - stable <= 2.0 * doubt) break;
        s = 0.5 * (stable + unstable);
        if (verdict == Verdict::stable) {
            s = std::min(stable + ahead, s);
            ahead *= 16.0;
        } else if (root > stable + doubt && root < unstable) {
            s = root;
        }
    }
    if (!decided && tower.verdict(std::min(stable + undecided, shortest), shortest) != Verdict::unstable)
        return gave_up;
    return {Margin::Kind::finite, std::clamp(root, stable, unstable)};
}

/// The margin of a stable tower: first between which half lengths it lies, then where.
Margin shortening(Shortening& tower, double tolerance) {
    const std::vector<double> halves = tower.half_lengths();
    const bool points_suffice = halves.empty() || tower.balances(0.0, optimize::infinity);
    if (points_suffice) return {Margin::Kind::unbounded, 0.0};

    // The tower balances with intervals of the first `good` half lengths shortened to points, and not with
    // more.
    std::size_t good = 0, bad = halves.size() + 1;
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        (tower.balances(halves[middle - 1], halves[middle - 1]) ? good : bad) = middle;
    }
    const double below = good == 0 ? 0.0 : halves[good - 1];
    // Just above that length the intervals of that half length are gone.
    const bool ends_here = good == halves.size() || (good > 0 && !tower.balances(below, halves[good]));
    if (ends_here) return {Margin::Kind::finite, below};
    return search(tower, below, halves[good], tolerance);
}

double extent(const Tower& tower) {
    Box all;
    for (const Body& body : tower.bodies)
        for (std::size_t i = 0; i < body.vertices.size(); ++i) all.add(world_vertex(body, i));
    return all.size();
}

}  // namespace

Margin margin(const Tower& tower, const Stability& stability) {
    if (stability.verdict == Verdict::numerical) return gave_up;
    Shortening shortened{with_velocities(tower, {}), find_contacts(tower)};
    const double tolerance = margin_accuracy * mean_size(tower),
                 longest = longest_lengthening * extent(tower);
    Margin result{Margin::Kind::none, 0.0};
    if (stability.verdict == Verdict::stable) result = shortening(shortened, tolerance);
    else if (shortened.balances(-longest, 0.0)) result = search(shortened, -longest, 0.0, tolerance);
    if (shortened.doubtful) return gave_up;
    if (std::abs(result.value) <= 2.0 * tolerance) result.value = 0.0;
    return result;
}

}  // namespace restraint::bricks
