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

/// The proof that no x exists where the lower side of a row is above its upper one: the unit vector of the
/// first such row. Empty if there is none.
inline PreciseVector crossed_sides(const Vector& lower, const Vector& upper) {
    std::size_t i = 0;
    while (i < lower.size() && !(lower[i] > upper[i])) ++i;
    PreciseVector farkas(i < lower.size() ? lower.size() : 0);
    if (!farkas.empty()) farkas[i] = 1.0;
    return farkas;
}

}  // namespace restraint::optimize
