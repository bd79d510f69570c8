#pragma once

namespace restraint::gauss {

/// A pivot of an inverse mass, relative to its diagonal entry, and an entry, relative to those of its row and
/// column: below, it is the rounding of a product such as R W R' and no sign of a negative mass.
inline constexpr double mass_rounding = 1e-14;

}  // namespace restraint::gauss
