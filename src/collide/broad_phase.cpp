#include "restraint/collide/broad_phase.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace restraint::collide {

namespace {

void require_boxes(std::span<const Box> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (!is_finite(boxes[i].low) || !is_finite(boxes[i].high) ||
                boxes[i].low[axis] > boxes[i].high[axis])
                throw std::invalid_argument("box " + std::to_string(i) +
                                            " must be finite, with low <= high on every axis");
}

}  // namespace

std::vector<Pair> sweep(std::span<const EndPoint> sorted) {
    std::vector<Pair> pairs;
    std::vector<std::size_t> active;
    for (const EndPoint& point : sorted)
        if (point.is_end) {
            active.erase(std::find(active.begin(), active.end(), point.index));
        } else {
            for (std::size_t other : active) pairs.push_back(ordered(other, point.index));
            active.push_back(point.index);
        }
    return pairs;
}

std::size_t insertion_sort(std::span<EndPoint> points,
                           const std::function<void(const EndPoint&, const EndPoint&)>& exchanged) {
    std::size_t count = 0;
    for (std::size_t k = 1; k < points.size(); ++k) {
        const EndPoint moving = points[k];
        std::size_t place = k;
        for (; place > 0 && moving < points[place - 1]; --place) {
            exchanged(moving, points[place - 1]);
            points[place] = points[place - 1];
            ++count;
        }
        points[place] = moving;
    }
    return count;
}

void BroadPhase::update(std::span<const Box> boxes) {
    require_boxes(boxes);
    const bool is_new = lists_[0].size() != 2 * boxes.size();
    exchanges_ = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<EndPoint>& list = lists_[axis];
        if (is_new) list.clear();
        for (std::size_t i = 0; is_new && i < boxes.size(); ++i)
            for (bool is_end : {false, true}) list.push_back({0.0, is_end, i});
        for (EndPoint& point : list)
            point.value = point.is_end ? boxes[point.index].high[axis] : boxes[point.index].low[axis];
        if (is_new) std::sort(list.begin(), list.end());
        exchanges_ += insertion_sort(list, [&](const EndPoint& p, const EndPoint& q) {
            if (p.is_end == q.is_end) return;  // two begins or two ends: the overlap is what it was
            if (overlap(boxes[p.index], boxes[q.index])) pairs_.insert(ordered(p.index, q.index));
            else pairs_.erase(ordered(p.index, q.index));
        });
    }
    if (!is_new) return;
    pairs_.clear();
    for (const auto& [i, j] : sweep(lists_[0]))
        if (overlap(boxes[i], boxes[j])) pairs_.insert({i, j});
}

}  // namespace restraint::collide
