#pragma once

#include <cstddef>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/tower.h"

namespace restraint::bricks {

/// The most moving bodies of one heap that are solved together: 10,000 take minutes, and the time grows with
/// the power 2.5.
inline constexpr std::size_t most_bodies_together = 10000;

/// Bodies that move and hang together: by contacts, corners on corners, or pins. No force reaches from one
/// heap to another, since what is fixed passes none on; so each heap is solved by itself.
struct Heap {
    Tower tower;  // the bodies of the heap, with the fixed ones and the tables that they touch; its pins
    std::vector<Contact> contacts;       // of the heap; parts are numbered within it
    std::vector<CornerContact> corners;  // likewise
    std::vector<std::size_t> body, pin, contact, corner;  // of each of these the place in the whole tower
};

/// The heaps in the order of their first bodies; bodies that touch nothing are heaps too. A tower that hangs
/// together is its own only heap.
///
/// throws std::length_error, with their number, if more than most_bodies_together hang together
std::vector<Heap> heaps(const Tower& tower, const std::vector<Contact>& contacts,
                        const std::vector<CornerContact>& corners);

}  // namespace restraint::bricks
