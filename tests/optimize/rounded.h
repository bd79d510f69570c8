#pragma once

#include "restraint/linalg/vector.h"
#include "restraint/optimize/status.h"

namespace restraint::optimize {

/// The nearest doubles.
inline Vector rounded(const PreciseVector& numbers) {
    Vector result;
    for (const TwoDoubles number : numbers) result.push_back(number.rounded());
    return result;
}

}  // namespace restraint::optimize
