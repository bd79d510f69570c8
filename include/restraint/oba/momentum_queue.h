#pragma once

#include <vector>

#include "restraint/oba/momentum_update.h"

namespace restraint::oba {

/// Friction of a single bounce.
enum class BounceFriction {
    coulomb,  // as much as stops the sliding, if the cone allows it, else the cone's edge against the sliding
    printed,  // j_t = -mu |j_n| v_t/|v_t|, however slow the sliding: can raise the energy (erratum O28)
};

/// The impulse on A that makes one contact bounce: v_n+ = -eps v_n-, with friction.
/// [OBA-4.9, OBA-4.16, OBA-4.28]
///
/// With v the velocity of A over B and K the 3 x 3 matrix of the point's mobility, v+ = v + K j:
///
///     sticking   K j = -v_t - (1 + eps) v_n,   if |j_t| <= mu j_n
///     sliding    j = j_n (n - mu t),   t = v_t/|v_t|,   j_n = -(1 + eps) v_n / (n.K (n - mu t))
///
/// where t is, if nothing slides yet, the direction in which it would begin to; and without friction if that
/// would raise the energy, j.(v + v+)/2 > 0. This is the code for programs of one collision that section
/// 6.2.2 wishes for. The sliding is that of A over B, since j acts on A; the
/// thesis has v_ab for an impulse on B (erratum O36).   [OBA-vt] Bodies that do not respond, or are frozen,
/// have no mobility. Zero if the contact does not approach.
Vec3 bounce_impulse(const Contact& contact, const World& world, double restitution,
                    BounceFriction friction = BounceFriction::coulomb);

/// The sequential momentum update, for at most `limit` bounces: always the contact that approaches fastest,
/// the first of several. All contacts are looked at before each bounce; the thesis' priority queue finds
/// the contact of that bounce, too. [OBA-pq]
///
/// A body that hangs by one joint on something fixed bounces as a pendulum: with the impulse goes one at the
/// joint, which holds the joined point. Contacts of bodies that are jointed otherwise are left to the QP.
/// Contacts between two still bodies wait; a bounce that leaves a frozen body more than calm (OBA 6.7.2)
/// thaws it, and then its contacts count. Returns how many there were; fewer than `limit` if nothing
/// approaches any more.
std::size_t bounce_in_turn(World& world, const std::vector<Contact>& contacts, double restitution,
                           std::size_t limit, BounceFriction friction = BounceFriction::coulomb);

/// The thesis' advice for the number of bounces before the QP: the number of bodies that move, below 50 of
/// them, and a tenth of the contacts above.   [OBA-nPQ]
std::size_t advised_bounces(const World& world, const std::vector<Contact>& contacts);

}  // namespace restraint::oba
