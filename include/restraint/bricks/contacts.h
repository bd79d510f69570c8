#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/tower.h"
#include "restraint/linalg/vec2.h"

namespace restraint::bricks {

/// Two corners that touch, with no side on a side. The parts keep clear of each other as long as ONE of the
/// sides that meet there separates them: no single row says that. Where a motion would close all of them,
/// `contact`, with the average of their normals, is imposed [BARAFF89-degen]; elsewhere nothing is, for a
/// corner must not hold a brick that falls freely past it.
struct CornerContact {
    Contact contact;
    std::vector<Vec2> axes;  // normals, from b into a, of the sides that separate the pair
    bool opens = false;      // a side is moving away already: nothing is in question
};

/// Who touches whom.
struct Touching {
    std::vector<Contact> contacts;
    std::vector<CornerContact> corners;
    std::vector<std::string> warnings;  // corners on corners; gaps that look like a slip
};

/// Thrown for two parts that overlap at the start, or for one (twice the same) that is too thin, too light or
/// too far away to be judged together with the others: the tolerances know one length, the mean brick size.
class PartError : public std::invalid_argument {
  public:
    PartError(const std::string& what, std::size_t first, std::size_t second)
        : std::invalid_argument(what), first_part(first), second_part(second) {}
    std::size_t first_part, second_part;
};

/// The contacts of a tower in its present pose; a pair of fixed parts has none. Tolerances: tolerances.h.
/// Pairs come in the order of their parts, the ends of an interval from left to right, or upwards.
///
/// throws PartError for a body that cannot be judged together with the others, and, naming the pair and the
/// depth, if parts overlap by more than the tolerance; std::invalid_argument if the two vertices of a pin are
/// not the same point.
Touching find_contacts(const Tower& tower);

/// The rate in m/s at which the gap opens:  n . (v_a - v_b) at the contact point.   [ROTE-4.3, BARAFF89-33]
double gap_velocity(const Tower& tower, const Contact& contact);

}  // namespace restraint::bricks
