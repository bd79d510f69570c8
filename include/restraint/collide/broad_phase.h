#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "restraint/collide/convex.h"

namespace restraint::collide {

/// A pair of indices, the smaller one first.
using Pair = std::pair<std::size_t, std::size_t>;
inline Pair ordered(std::size_t i, std::size_t j) { return i < j ? Pair{i, j} : Pair{j, i}; }

/// The begin b_i or the end e_i of an interval on a line. At equal values a begin stands before an end, so
/// that intervals that touch overlap, and then the lower index.
struct EndPoint {
    double value = 0.0;
    bool is_end = false;
    std::size_t index = 0;  // i
    friend auto operator<=>(const EndPoint&, const EndPoint&) = default;
};

/// All overlapping pairs of intervals, from the sorted list of their end points: each begin meets the
/// intervals that are active there. O(n log n + k) with the sorting.   [PBM-G-sweep]
std::vector<Pair> sweep(std::span<const EndPoint> sorted);

/// Sorts by moving each item towards the front until it meets a smaller one; calls `exchanged` with the two
/// items of each exchange, the one that moves forwards first. O(n + c); returns c, the number of exchanges.
/// [PBM-G-insort]
std::size_t insertion_sort(std::span<EndPoint> points,
                           const std::function<void(const EndPoint&, const EndPoint&)>& exchanged);

/// The pairs of boxes that overlap, kept up to date as the boxes move.   [PBM-G-sweep3d]
///
/// Three lists of end points, one an axis, stay sorted from one update to the next. Two boxes can begin or
/// cease to overlap only when two of their end points change places, so only then the pair is looked at.
class BroadPhase {
  public:
    /// The boxes of this moment. The first call, and one with another number of boxes, sweeps along x and
    /// builds the lists; later ones sort by insertion. Throws std::invalid_argument for a box that is not
    /// finite or whose sides are crossed; it names the box.
    void update(std::span<const Box> boxes);

    /// Overlapping pairs, in order.
    const std::set<Pair>& pairs() const { return pairs_; }
    /// Exchanges of the last update, over the three lists.
    std::size_t exchanges() const { return exchanges_; }

  private:
    std::vector<EndPoint> lists_[3];
    std::set<Pair> pairs_;
    std::size_t exchanges_ = 0;
};

}  // namespace restraint::collide
