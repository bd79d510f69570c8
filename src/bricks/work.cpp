#include "restraint/bricks/work.h"

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "restraint/bricks/contacts.h"

namespace restraint::bricks {
namespace {

/// Of each body one body of its heap, the same for all of them. What hangs together are bodies that move and
/// touch each other, or are pinned.
struct Heaps {
    explicit Heaps(const Tower& tower) : towards(tower.bodies.size()) {
        std::iota(towards.begin(), towards.end(), 0);
    }

    std::size_t of(std::size_t body) {
        while (towards[body] != body) body = towards[body] = towards[towards[body]];
        return body;
    }
    void join(std::size_t a, std::size_t b) { towards[of(a)] = of(b); }

    std::vector<std::size_t> towards;
};

}  // namespace

Duration Work::projection(Model model) const {
    const double masses_and_bars = model == Model::rigid ? 1.0 : model == Model::framework4 ? 5.0 : 15.0;
    return {3e-10 * masses_and_bars * units, 2.5};
}

Duration Work::comparison() const {
    const double m = static_cast<double>(contacts);
    return {8.5e-10 * m * m * m, 3.0};
}

Work work(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    const auto moves = [&](std::size_t part) {
        return part < tower.bodies.size() && !tower.bodies[part].fixed;
    };
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const Contact& contact : touching.contacts) pairs.emplace_back(contact.a, contact.b);
    for (const Pin& pin : tower.pins)
        if (moves(pin.a) || moves(pin.b)) pairs.insert(pairs.end(), 2, {pin.a, pin.b});
    Heaps heaps(tower);
    for (const auto& [a, b] : pairs)
        if (moves(a) && moves(b)) heaps.join(a, b);

    std::vector<std::size_t> bricks(tower.bodies.size()), contacts(tower.bodies.size());
    for (std::size_t b = 0; b < tower.bodies.size(); ++b)
        if (moves(b)) ++bricks[heaps.of(b)];
    for (const auto& [a, b] : pairs) ++contacts[heaps.of(moves(a) ? a : b)];

    Work result{.contacts = pairs.size()};
    double longest = 0.0;
    for (std::size_t b = 0; b < bricks.size(); ++b) {
        const double m = static_cast<double>(contacts[b]), units = m * m * std::sqrt(m);
        result.units += units;
        if (units > longest) {
            longest = units;
            result.heap = bricks[b];
        }
    }
    return result;
}

}  // namespace restraint::bricks
