#include "restraint/bricks/work.h"

#include <vector>

#include "restraint/bricks/contacts.h"

namespace restraint::bricks {
namespace {

using Neighbours = std::vector<std::vector<std::size_t>>;

/// Bodies that move and touch each other, or are pinned.
Neighbours neighbours(const Tower& tower, const Touching& touching) {
    Neighbours result(tower.bodies.size());
    const auto link = [&](std::size_t a, std::size_t b) {
        if (a >= result.size() || b >= result.size() || tower.bodies[a].fixed || tower.bodies[b].fixed)
            return;
        result[a].push_back(b);
        result[b].push_back(a);
    };
    for (const Contact& contact : touching.contacts) link(contact.a, contact.b);
    for (const Pin& pin : tower.pins) link(pin.a, pin.b);
    return result;
}

/// All bodies that hang together with the first, the nearest first; `distance` of each is at least `from`, so
/// that the searches of a heap need not clear what the ones before them left.
std::vector<std::size_t> outwards(const Neighbours& neighbours, std::size_t first, std::size_t from,
                                  std::vector<std::size_t>& distance) {
    std::vector<std::size_t> queue{first};
    distance[first] = from;
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const std::size_t b : neighbours[queue[next]])
            if (distance[b] < from) {
                distance[b] = distance[queue[next]] + 1;
                queue.push_back(b);
            }
    return queue;
}

/// How many are equally far, squared and summed.
double squared_widths(const std::vector<std::size_t>& heap, const std::vector<std::size_t>& distance) {
    double sum = 0.0, width = 0.0;
    for (std::size_t k = 0; k < heap.size(); ++k) {
        const bool farther = k > 0 && distance[heap[k]] != distance[heap[k - 1]];
        if (farther) sum += width * width;
        width = farther ? 1.0 : width + 1.0;
    }
    return sum + width * width;
}

}  // namespace

double Work::projection_seconds(Model model) const {
    const double masses_and_bars = model == Model::rigid ? 1.0 : model == Model::framework4 ? 10.0 : 100.0;
    return 1e-7 * masses_and_bars * steps;
}

double Work::compare_seconds() const {
    const double m = static_cast<double>(contacts);
    return 2.5e-9 * m * m * m;
}

Work work(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    const Neighbours near = neighbours(tower, touching);
    Work result;
    result.contacts = touching.contacts.size();
    double longest = 0.0;
    std::vector<std::size_t> distance(tower.bodies.size(), 0);
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (distance[b] > 0 || tower.bodies[b].fixed) continue;
        // The last that is reached is at an end.
        const std::size_t n = outwards(near, b, 1, distance).size();
        const std::size_t end = outwards(near, b, n + 1, distance).back();
        const double squares = squared_widths(outwards(near, end, 2 * n + 1, distance), distance);
        const double steps = static_cast<double>(n) * squares;
        result.steps += steps;
        if (steps > longest) {
            longest = steps;
            result.heap = n;
        }
    }
    return result;
}

}  // namespace restraint::bricks
