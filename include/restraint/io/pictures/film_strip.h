#pragma once

#include <string>

#include "restraint/io/pictures/film.h"
#include "restraint/io/pictures/svg.h"

namespace restraint::io {

/// A motion as a picture: up to six moments side by side, see telling_frames; bodies, tables, lines, contact
/// forces as arrows, shadows on a floor that is seen from above, times, scales. An SVG file. Throws
/// std::invalid_argument if the film has no frame.
std::string film_strip(const Film& film, const Camera& camera);

/// Draws the tables of a flat film as far as the window in the world goes.
void draw_tables(Svg& svg, const View& view, const Film& film, const Rectangle& window);

/// Draws the bodies of a frame as Svg calls them, or all as `looks`; near ones hide far ones. What is fixed
/// in space is drawn as far as the window and its own size go, and carries shadows.
void draw_bodies(Svg& svg, const View& view, const Film& film, const FilmFrame& frame, const Camera& camera,
                 const FilmWindow& window, const std::string& looks = "");

/// Draws lines, and pins as small circles.
void draw_lines(Svg& svg, const View& view, const FilmFrame& frame, const Camera& camera);

/// Draws a force with a dot where it acts; no longer than `longest` pixels.
void draw_force(Svg& svg, const View& view, const FilmForce& force, const Camera& camera,
                double pixels_per_newton, double longest);

/// The rectangle of the picture in which the window is seen, with a margin.
Rectangle seen_window(const FilmWindow& window, const Camera& camera);

}  // namespace restraint::io
