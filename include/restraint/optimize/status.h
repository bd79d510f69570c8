#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "restraint/linalg/two_doubles.h"
#include "restraint/linalg/vector.h"

namespace restraint::optimize {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Outcomes. `numerical`: an answer was found that its certificate does not confirm.
enum class Status { optimal, infeasible, unbounded, not_convex, numerical, iteration_limit };

/// "optimal", "infeasible", ...
inline std::string to_string(Status status) {
    constexpr std::array names{"optimal",    "infeasible", "unbounded",
                               "not_convex", "numerical",  "iteration_limit"};  // as the enumerators
    return names.at(static_cast<std::size_t>(status));
}

/// Where a row or a variable stands: strictly between its sides, or held at one of them.
enum class Activity : signed char { at_lower = -1, inactive = 0, at_upper = 1, fixed = 2 };

/// The numbers of a proof: more digits where doubles would not reach far enough.
using PreciseVector = std::vector<TwoDoubles>;

/// A row whose lower side is above its upper one contradicts itself: its unit vector, which proves that there
/// is no x. Empty if no sides cross.
inline PreciseVector crossed_sides(const Vector& lower, const Vector& upper) {
    PreciseVector farkas(lower.size());
    for (std::size_t i = 0; i < farkas.size(); ++i) {
        farkas[i] = lower[i] > upper[i] ? 1.0 : 0.0;
        if (farkas[i].value > 0.0) return farkas;
    }
    return {};
}

}  // namespace restraint::optimize
