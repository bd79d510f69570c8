#pragma once

namespace restraint::gauss {

/// A negative pivot of an inverse mass, relative to its diagonal entry, and an entry, relative to the
/// diagonal entries of its row and column: down to minus this share it is the rounding of a product such as R
/// W R', and no negative mass.
inline constexpr double mass_rounding = 1e-14;

}  // namespace restraint::gauss
