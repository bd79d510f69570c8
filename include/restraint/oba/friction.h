#pragma once

#include <array>
#include <span>
#include <vector>

#include "restraint/oba/world.h"

namespace restraint::oba {

/// Impulses at a contact: normal, and two directions across it.
struct ContactFrame {
    Vec3 normal, x, y;  // n (from B to A), n_x, n_y; right-handed
};

/// The frame of a contact. If the bodies slide (A over B with the given velocity, faster than `threshold`
/// m/s), the frame is turned so that an edge of the friction pyramid points against the sliding: there the
/// pyramid touches Coulomb's cone. Otherwise the frame is a function of the normal
/// alone.
ContactFrame contact_frame(Vec3 normal, Vec3 sliding, double threshold);

/// cos(pi/8): the radius of the circle inside a regular octagon over that of the one around it.
double octagon_ratio();

/// The inward normals u_h of the sides of the eight-sided pyramid inside Coulomb's cone
/// [OBA-4.27, OBA-6.21]; the impulse j is inside if u_h . j >= 0 for all h.   [OBA-6.22, OBA-6.23]
std::array<Vec3, 8> pyramid_sides(const ContactFrame& frame, double friction);

/// The edges n + mu (cos n_x + sin n_y), at the angles (2h + 1) pi/8: the impulses inside the pyramid are
/// their combinations with factors >= 0. Without friction: n alone.
std::vector<Vec3> pyramid_edges(const ContactFrame& frame, double friction);

}  // namespace restraint::oba
