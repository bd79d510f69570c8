#include "restraint/optimize/status.h"

#include <array>
#include <cstddef>

namespace restraint::optimize {

std::string to_string(Status status) {
    constexpr std::array names{"optimal",    "infeasible", "unbounded",
                               "not_convex", "numerical",  "iteration_limit"};  // as the enumerators
    return names.at(static_cast<std::size_t>(status));
}

}  // namespace restraint::optimize
