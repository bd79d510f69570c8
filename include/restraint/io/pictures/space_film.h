#pragma once

#include <span>
#include <string>

#include "restraint/collide/contact_points.h"
#include "restraint/io/pictures/film.h"
#include "restraint/world/world.h"

namespace restraint::io {

/// The film of a world, a picture's body for every part, still without frames.
Film space_film(const std::string& title, const world::World& world);

/// The moment that a world is in, with its joints as arms from the centres of the two bodies, and with the
/// forces on A at contacts.
FilmFrame space_frame(const world::World& world, std::span<const collide::Contact> contacts = {},
                      std::span<const Vec3> forces = {});

/// Forces along the normals, one a contact; further ones, those of joints, are not drawn.
FilmFrame space_frame(const world::World& world, std::span<const collide::Contact> contacts,
                      const Vector& normal_forces);

}  // namespace restraint::io
