#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "restraint/io/pictures/film.h"
#include "restraint/io/pictures/svg.h"

namespace restraint::io {

/// Where and how a moment of a film is drawn.
struct Picture {
    Svg& svg;
    const Film& film;
    Camera camera;
    FilmWindow window;  // what is shown of the world
    View view;

    /// A point of the world on the paper.
    Vec2 at(Vec3 p) const { return view(camera.seen(p)); }
};

/// The rectangle in which the camera sees the window, with a margin.
Rectangle seen_window(const FilmWindow& window, const Camera& camera);

/// Draws the tables of a flat film.
void draw_tables(const Picture& picture);

/// Draws the bodies of a frame as Svg calls them, or those that move as `looks`; near ones hide far ones.
/// What is fixed in space is drawn as far as the window and its own size go, and carries shadows.
void draw_bodies(const Picture& picture, const FilmFrame& frame, const std::string& looks = "");

/// Draws lines, and pins as small circles.
void draw_lines(const Picture& picture, const FilmFrame& frame);

/// Draws a force with a dot where it acts, no longer than `longest` pixels. False if it is too small to be
/// seen.
bool draw_force(const Picture& picture, const FilmForce& force, double pixels_per_newton, double longest);

/// The order in which to draw the bodies of a frame, so that near ones hide far ones.
struct DrawingOrder {
    std::vector<std::size_t> bodies;
    std::vector<bool> is_glass;  // one a body: fixed, and before something that moves; not to hide it
};

/// Two convex bodies lie on either side of a face of one of them. The body on the eye's side of the face is
/// drawn after the other. So a floor lies under all that stands on it, however large it is, and a near wall
/// before all that is in the room.
DrawingOrder drawing_order(const Film& film, const FilmFrame& frame, const Camera& camera);

}  // namespace restraint::io
