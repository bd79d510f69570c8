#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/bricks/formulation.h"
#include "restraint/gauss/project.h"

namespace restraint::bricks {

/// The most bricks of one heap that are solved together: 10,000 take minutes, and the time grows with the
/// power 2.5.
inline constexpr std::size_t most_bricks_together = 10000;

/// Bodies that move and hang together, by rows. No force reaches from one heap to another, since what is
/// fixed passes none on; so each heap is solved by itself.
struct Heap {
    Formulation formulation;             // of the heap alone: bodies are numbered within it
    std::vector<std::size_t> body, row;  // of each of these the place in the whole formulation
};

/// The heaps in the order of their first bodies; bodies without rows are heaps too, and rows between fixed
/// bodies are of none.
///
/// throws std::length_error, with their number, if more than most_bricks_together hang together
std::vector<Heap> heaps(const Formulation& whole);

/// gauss::project, heap by heap. If the solver gives up in a heap, the status tells how, and that heap is
/// left as if it had no rows.
gauss::Projection project(const Formulation& whole, std::span<const optimize::Activity> warm_start = {},
                          double side_rounding = 0.0);

}  // namespace restraint::bricks
