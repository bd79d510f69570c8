#include "restraint/bricks/heaps.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "restraint/bricks/shape.h"

namespace restraint::bricks {
namespace {

void renumber(Contact& contact, const std::vector<std::size_t>& place) {
    for (std::size_t* part : {&contact.a, &contact.b, &contact.vertex_part, &contact.edge_part})
        *part = place[*part];
}

/// Fills a heap of which pins, contacts, corners and the bodies that move are known.
///
/// place   of each part of the whole tower: where it is in the heap that was filled last
void fill(const Tower& tower, const std::vector<Contact>& contacts, const std::vector<CornerContact>& corners,
          std::vector<std::size_t>& place, Heap& heap) {
    std::vector<std::size_t> fixed;  // each once: fixed bodies, then tables
    const auto note = [&](std::size_t a, std::size_t b) {
        for (const std::size_t part : {a, b})
            if (is_fixed(tower, part)) fixed.push_back(part);
    };
    for (const std::size_t c : heap.contact) note(contacts[c].a, contacts[c].b);
    for (const std::size_t c : heap.corner) note(corners[c].contact.a, corners[c].contact.b);
    for (const std::size_t p : heap.pin) note(tower.pins[p].a, tower.pins[p].b);
    std::sort(fixed.begin(), fixed.end());
    fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());
    const auto tables = std::lower_bound(fixed.begin(), fixed.end(), tower.bodies.size());
    heap.body.insert(heap.body.end(), fixed.begin(), tables);

    heap.tower.gravity = tower.gravity;
    for (const std::size_t b : heap.body) {
        place[b] = heap.tower.bodies.size();
        heap.tower.bodies.push_back(tower.bodies[b]);
    }
    for (auto table = tables; table != fixed.end(); ++table) {
        place[*table] = heap.tower.bodies.size() + heap.tower.tables.size();
        heap.tower.tables.push_back(tower.tables[*table - tower.bodies.size()]);
    }
    for (const std::size_t p : heap.pin) {
        heap.tower.pins.push_back(tower.pins[p]);
        for (std::size_t* body : {&heap.tower.pins.back().a, &heap.tower.pins.back().b}) *body = place[*body];
    }
    for (const std::size_t c : heap.contact) {
        heap.contacts.push_back(contacts[c]);
        renumber(heap.contacts.back(), place);
    }
    for (const std::size_t c : heap.corner) {
        heap.corners.push_back(corners[c]);
        renumber(heap.corners.back().contact, place);
    }
}

}  // namespace

std::vector<Heap> heaps(const Tower& tower, const std::vector<Contact>& contacts,
                        const std::vector<CornerContact>& corners) {
    // The first body of each body's heap: a forest in which every body points towards it.
    std::vector<std::size_t> towards(tower.bodies.size());
    std::iota(towards.begin(), towards.end(), std::size_t{0});
    const auto first = [&](std::size_t body) {
        while (towards[body] != body) body = towards[body] = towards[towards[body]];
        return body;
    };
    const auto join = [&](std::size_t a, std::size_t b) {
        if (is_fixed(tower, a) || is_fixed(tower, b)) return;
        a = first(a), b = first(b);
        towards[std::max(a, b)] = std::min(a, b);
    };
    for (const Contact& c : contacts) join(c.a, c.b);
    for (const CornerContact& c : corners) join(c.contact.a, c.contact.b);
    for (const Pin& pin : tower.pins) join(pin.a, pin.b);

    std::vector<Heap> result;
    std::vector<std::size_t> number(tower.bodies.size());  // of the heap of each body that moves
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (tower.bodies[b].fixed) continue;
        number[b] = first(b) == b ? result.size() : number[first(b)];
        if (number[b] == result.size()) result.emplace_back();
        result[number[b]].body.push_back(b);
    }
    for (const Heap& heap : result)
        if (heap.body.size() > most_bodies_together)
            throw std::length_error(std::to_string(heap.body.size()) + " bricks hang together, but at most " +
                                    std::to_string(most_bodies_together) + " are solved at once");
    const auto heap_of = [&](std::size_t a, std::size_t b) -> Heap& {
        return result[number[is_fixed(tower, a) ? b : a]];
    };
    for (std::size_t c = 0; c < contacts.size(); ++c)
        heap_of(contacts[c].a, contacts[c].b).contact.push_back(c);
    for (std::size_t c = 0; c < corners.size(); ++c)
        heap_of(corners[c].contact.a, corners[c].contact.b).corner.push_back(c);
    for (std::size_t p = 0; p < tower.pins.size(); ++p)
        if (!is_fixed(tower, tower.pins[p].a) || !is_fixed(tower, tower.pins[p].b))
            heap_of(tower.pins[p].a, tower.pins[p].b).pin.push_back(p);

    std::vector<std::size_t> place(tower.bodies.size() + tower.tables.size());
    for (Heap& heap : result) fill(tower, contacts, corners, place, heap);
    return result;
}

}  // namespace restraint::bricks
