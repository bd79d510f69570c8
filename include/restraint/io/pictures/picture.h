#pragma once

#include <string>

#include "restraint/io/pictures/film.h"

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

/// Draws the bodies of a frame with the looks brick, fixed, driven or glass of Svg; with `looks`, only those
/// that move, all with that one. Near bodies hide far ones. Fixed bodies in space are cut off outside the
/// window, and show the shadows of what is above them.
void draw_bodies(const Picture& picture, const FilmFrame& frame, const std::string& looks = "");

/// Draws lines, and pins as small circles.
void draw_lines(const Picture& picture, const FilmFrame& frame);

/// Draws a force with a dot where it acts, no longer than `longest` pixels. False if it is too small to be
/// seen.
bool draw_force(const Picture& picture, const FilmForce& force, double pixels_per_newton, double longest);

/// A motion as a picture: up to six moments side by side, see telling_frames; bodies, tables, lines, contact
/// forces as arrows, shadows on a floor that is seen from above, times, scales. An SVG file. Throws
/// std::invalid_argument if the film has no frame.
std::string film_strip(const Film& film, const Camera& camera);

}  // namespace restraint::io
