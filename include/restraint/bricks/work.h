#pragma once

#include <cstddef>

#include "restraint/bricks/formulation.h"
#include "restraint/bricks/tower.h"

/// How long will a tower take? Asked before it is solved.
namespace restraint::bricks {

/// The factor of a heap that hangs together is a band as wide as the heap is (dissection_order.h). A
/// projection takes about one step for each contact, and each step goes through the band: the number of
/// bricks, times the sum of the squares of how many of them are equally far from one end, in contacts.
struct Work {
    std::size_t contacts = 0;
    std::size_t heap = 0;  // bricks of the heap that takes longest
    double steps = 0.0;    // the product above, summed over all heaps

    /// Seconds on one processor of 2020, as measured with walls and pyramids of 200 to 5,000 bricks that
    /// fall; those that stand take a tenth. One projection [ROTE-Q]; a verdict with its margin; all methods
    /// of compare.h, of which the slowest is dense.
    double projection_seconds(Model model) const;
    double stability_seconds() const { return 3e-7 * steps; }
    double compare_seconds() const;
};

/// Throws as find_contacts does.
Work work(const Tower& tower);

}  // namespace restraint::bricks
