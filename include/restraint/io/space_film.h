#pragma once

#include <span>
#include <string>

#include "restraint/contact/world.h"
#include "restraint/io/film.h"

namespace restraint::io {

/// The film of a world, still without frames.
Film space_film(const std::string& title, const contact::World& world);

/// The moment that a world is in, with its joints as arms from the centres of the two bodies, and with
/// contact forces (one a contact; further ones, those of joints, are not drawn).
FilmFrame space_frame(const contact::World& world, std::span<const contact::Contact> contacts = {},
                      const Vector& forces = {});

}  // namespace restraint::io
