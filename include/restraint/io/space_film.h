#pragma once

#include <span>
#include <string>
#include <vector>

#include "restraint/contact/world.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/linalg/vec2.h"
#include "restraint/linalg/vec3.h"

namespace restraint::io {

/// A body of space as pictures need it: faces over points in its own space, or a ball.
struct SpaceBody {
    std::string name;
    bool fixed = false;
    std::vector<Vec3> points;
    std::vector<std::vector<std::size_t>> faces;  // none: a ball about the origin
    double radius = 0.0;                          // of the ball, m
    bool driven = false;                          // moved by a script; drawn darker
};

struct SpacePose {
    Vec3 position;
    Quaternion orientation;
};

/// A force in N at a point, on the body into which it points.
struct SpaceForce {
    Vec3 point, force;
};

/// One moment of a motion in space.
struct SpaceFrame {
    double time = 0.0;             // s
    std::vector<SpacePose> poses;  // one a body
    std::vector<Vec3> velocities;  // of the centres of mass, m/s
    std::vector<SpaceForce> forces;
    double kinetic = 0.0, potential = 0.0;  // J; potential energy is 0 at the origin
    Vec3 linear, angular;                   // momenta of what moves, about the origin
};

/// A motion in space: shapes and names, then what changes.
struct SpaceFilm {
    std::string title;
    Vec3 gravity;         // m/s^2
    double weight = 0.0;  // of what moves, N: the measure of the forces in pictures
    std::vector<SpaceBody> bodies;
    std::vector<SpaceFrame> frames;
};

/// The film of a world, still without frames.
SpaceFilm space_film(const std::string& title, const contact::World& world);

/// The moment that a world is in, with contact forces (one a contact; further ones, those of joints, are not
/// drawn).
SpaceFrame space_frame(const contact::World& world, std::span<const contact::Contact> contacts = {},
                       const Vector& forces = {});

/// The box that pictures show: the bodies that move, over the whole film, but no farther from where they
/// start than twice the size of that place.
struct SpaceWindow {
    Vec3 low, high;
    Vec3 centre() const { return 0.5 * (low + high); }
    /// Half the diagonal.
    double radius() const { return 0.5 * norm(high - low); }
};
SpaceWindow film_window(const SpaceFilm& film);

/// How the world is seen, from far away: three unit vectors, to the right, upwards, and towards the eye.
struct Camera {
    Vec3 right, up, toward;
    Vec2 seen(Vec3 p) const { return {dot(right, p), dot(up, p)}; }
};

/// front (along +y), left (along +x), top (downwards) or corner (a little from the right and above). z is up.
/// Throws std::invalid_argument for another name.
Camera camera_by_name(const std::string& side);

/// A motion as a picture: six moments side by side, evenly spaced over the film, as film_strip of a tower. An
/// SVG file. Throws std::invalid_argument if the film has no frame.
std::string film_strip(const SpaceFilm& film, const Camera& camera);

/// A motion as one HTML file that plays it: the player of player.h, in space; dragging turns the view.
std::string player_page(const SpaceFilm& film);

}  // namespace restraint::io
