#pragma once

#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/row.h"

namespace restraint::bricks {

/// How the gap of a row changes with the displacements (dx, dy, dangle) of its two bodies, to first order:
/// n . (displacement of the corner) - n . (displacement of the point of the side below it). Fixed parts do
/// not appear, and the sides of the row are left to the caller.   [ROTE-S', ROTE-4.3]
gauss::Row gap_gradient(const Tower& tower, const std::vector<Outline>& parts, const SidednessRow& row);

/// The row as a contact, in the order of contacts.h: a owns the corner, or, face on face, is the upper or the
/// left part; a table is never a. `partner` is left at 0.   [ROTE-alphadef]
Contact contact_of(const Tower& tower, const std::vector<Outline>& parts, const SidednessRow& row);

/// Half of one row and half of the other, with the mean of their lower sides.
gauss::Row mean(const gauss::Row& a, const gauss::Row& b);

/// The contact as a report tells it, with its force in N.
ContactForce contact_force(const Contact& contact, double force);

}  // namespace restraint::bricks
