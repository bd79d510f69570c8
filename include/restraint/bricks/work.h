#pragma once

#include <cstddef>

#include "restraint/bricks/formulation.h"
#include "restraint/bricks/tower.h"

/// How long will a tower take? Asked before it is solved.
namespace restraint::bricks {

/// Seconds on one processor of 2020, and the power of the contacts that they grow with.
struct Duration {
    double seconds = 0.0, power = 0.0;
};

/// A projection takes about one step for each contact of a heap that hangs together, and each step goes
/// through the factor of its active rows (growing_ldlt.h), which grows a little faster than the heap, and out
/// of the processor's nearest memories: measured is the power 2.5 of the contacts in all.
struct Work {
    std::size_t contacts = 0;  // a pin counts as two
    std::size_t heap = 0;      // bricks of the heap that takes longest
    double units = 0.0;        // the contacts of each heap to the power 2.5, summed over all heaps

    /// As measured with walls and pyramids, close or with gaps, of 500 to 5,000 bricks that fall, half to
    /// twice of it; those that stand take down to a tenth. One projection [ROTE-Q].
    Duration projection(Model model) const;
    /// A verdict with its margin, by linear programs, as measured with pyramids of 200 to 2,000 bricks. Walls
    /// take a fifth or less; columns side by side that fall apart, and what a collapse has left, ten to forty
    /// times as long.
    Duration stability() const { return {5e-9 * units, 2.5}; }
    /// All methods of compare.h, of which the slowest is dense.
    Duration comparison() const;
};

/// Throws as find_contacts does.
Work work(const Tower& tower);

}  // namespace restraint::bricks
