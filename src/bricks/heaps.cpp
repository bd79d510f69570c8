#include "restraint/bricks/heaps.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "restraint/bricks/shape.h"

namespace restraint::bricks {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

/// The first body of each body's heap: a forest in which every body points towards it.
class Forest {
  public:
    explicit Forest(const Tower& tower) : tower_(tower), towards_(tower.bodies.size()) {
        std::iota(towards_.begin(), towards_.end(), std::size_t{0});
    }
    std::size_t first(std::size_t body) {
        while (towards_[body] != body) body = towards_[body] = towards_[towards_[body]];
        return body;
    }
    void join(std::size_t a, std::size_t b) {
        if (is_fixed(tower_, a) || is_fixed(tower_, b)) return;
        a = first(a), b = first(b);
        towards_[std::max(a, b)] = std::min(a, b);
    }

  private:
    const Tower& tower_;
    std::vector<std::size_t> towards_;
};

/// Where each part and each contact of the whole tower is in its heap.
struct Places {
    std::vector<std::size_t> parts, contacts;
};

void renumber(Contact& contact, const Places& places) {
    for (std::size_t* part : {&contact.a, &contact.b, &contact.vertex_part, &contact.edge_part})
        *part = places.parts[*part];
}

/// Fills a heap of which `body`, `pin`, `contact` and `corner` are known, but for the parts that are fixed.
void fill(const Tower& tower, const std::vector<Contact>& contacts, const std::vector<CornerContact>& corners,
          Places& places, Heap& heap) {
    std::vector<std::size_t> fixed;  // each once: fixed bodies, then tables
    const auto note = [&](std::size_t part) {
        if (is_fixed(tower, part)) fixed.push_back(part);
    };
    for (const std::size_t c : heap.contact) note(contacts[c].a), note(contacts[c].b);
    for (const std::size_t c : heap.corner) note(corners[c].contact.a), note(corners[c].contact.b);
    for (const std::size_t p : heap.pin) note(tower.pins[p].a), note(tower.pins[p].b);
    std::sort(fixed.begin(), fixed.end());
    fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());

    heap.tower.gravity = tower.gravity;
    for (const std::size_t part : fixed)
        if (part < tower.bodies.size()) heap.body.push_back(part);
    for (const std::size_t b : heap.body) {
        places.parts[b] = heap.tower.bodies.size();
        heap.tower.bodies.push_back(tower.bodies[b]);
    }
    for (const std::size_t part : fixed)
        if (part >= tower.bodies.size()) {
            places.parts[part] = heap.tower.bodies.size() + heap.tower.tables.size();
            heap.tower.tables.push_back(tower.tables[part - tower.bodies.size()]);
        }
    for (const std::size_t p : heap.pin) {
        const Pin& pin = tower.pins[p];
        heap.tower.pins.push_back({places.parts[pin.a], pin.vertex_a, places.parts[pin.b], pin.vertex_b});
    }
    for (std::size_t k = 0; k < heap.contact.size(); ++k) places.contacts[heap.contact[k]] = k;
    for (const std::size_t c : heap.contact) {
        heap.contacts.push_back(contacts[c]);
        renumber(heap.contacts.back(), places);
        heap.contacts.back().partner = places.contacts[contacts[c].partner];
    }
    for (const std::size_t c : heap.corner) {
        heap.corners.push_back(corners[c]);
        renumber(heap.corners.back().contact, places);
        heap.corners.back().contact.partner = heap.corners.size() - 1;
    }
}

}  // namespace

std::vector<Heap> heaps(const Tower& tower, const std::vector<Contact>& contacts,
                        const std::vector<CornerContact>& corners) {
    Forest forest(tower);
    for (const Contact& c : contacts) forest.join(c.a, c.b);
    for (const CornerContact& c : corners) forest.join(c.contact.a, c.contact.b);
    for (const Pin& pin : tower.pins) forest.join(pin.a, pin.b);

    std::vector<Heap> result;
    std::vector<std::size_t> number(tower.bodies.size(), nowhere);  // of the heap of each body that moves
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (tower.bodies[b].fixed) continue;
        if (forest.first(b) == b) {
            number[b] = result.size();
            result.emplace_back();
        }
        number[b] = number[forest.first(b)];
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

    Places places{std::vector<std::size_t>(tower.bodies.size() + tower.tables.size(), nowhere),
                  std::vector<std::size_t>(contacts.size(), nowhere)};
    for (Heap& heap : result) fill(tower, contacts, corners, places, heap);
    return result;
}

}  // namespace restraint::bricks
