#pragma once

#include <cstddef>
#include <string>

#include "restraint/io/pictures/svg.h"
#include "restraint/linalg/quaternion.h"
#include "restraint/linalg/vec3.h"

namespace restraint::io {

/// A body as pictures need it: convex, with faces over points in its own space, or a ball about its only
/// point.
struct FilmBody {
    std::string name;
    bool fixed = false;
    std::vector<Vec3> points;
    std::vector<std::vector<std::size_t>> faces;  // counter-clockwise from outside; none: a ball
    double radius = 0.0;                          // m; 0 but for a ball
    bool driven = false;                          // moved by a script; drawn darker
};

/// A fixed support of everything below `top`, from `left` to `right`, of a flat film.
struct FilmTable {
    double left, right, top;  // m
};

struct FilmPose {
    Vec3 position;
    Quaternion orientation;
    Vec3 operator()(Vec3 point) const { return position + rotated(point, orientation); }
};

/// The points of a body in the world.
std::vector<Vec3> placed(const FilmBody& body, const FilmPose& pose);

/// A force in N at a point, on the body into which it points.
struct FilmForce {
    Vec3 point, force;
};

/// A string, a bar, the arm of a joint; one without length is a pin.
struct FilmLine {
    Vec3 from, to;
};

/// One moment of a motion.
struct FilmFrame {
    double time = 0.0;             // s
    std::vector<FilmPose> poses;   // one a body
    std::vector<Vec3> velocities;  // of the centres of mass, m/s
    std::vector<Vec3> spins;       // angular velocities, rad/s
    std::vector<FilmForce> forces;
    std::vector<FilmLine> lines;
    double kinetic = 0.0, potential = 0.0;  // J; potential energy is 0 at the origin
    Vec3 linear, angular;                   // momenta of what moves, about the origin
};

/// A motion: shapes and names, then what changes. A flat one is a motion in the plane z = 0, y upwards; in
/// space z is up.
struct Film {
    std::string title;
    std::string look;  // a sentence: what to look for
    bool flat = false;
    Vec3 gravity;         // m/s^2
    double weight = 0.0;  // of what moves, N: the measure of the forces in pictures
    std::vector<FilmTable> tables;
    std::vector<FilmBody> bodies;
    std::vector<FilmFrame> frames;
};

/// The box that pictures show: that of the moving bodies over the whole film, but no farther than 0.7 D
/// beyond the box of the first frame, and 0.6 D upwards and downwards; D is the longest edge of that first
/// box.
struct FilmWindow {
    Vec3 low, high;
    Vec3 centre() const { return 0.5 * (low + high); }
    /// Half the diagonal.
    double radius() const { return 0.5 * norm(high - low); }
    bool holds(Vec3 p) const;
};
/// Throws std::invalid_argument if the film has no frame.
FilmWindow film_window(const Film& film);

/// How the world is seen, from far away: three unit vectors, to the right, upwards, and towards the eye.
struct Camera {
    Vec3 right, up, toward;
    Vec2 seen(Vec3 p) const { return {dot(right, p), dot(up, p)}; }
};

/// front (along +y), left (along +x), top (downwards) or corner (a little from the right and above). A flat
/// film is seen from the top. Throws std::invalid_argument for another name.
Camera camera_by_name(const std::string& side);

/// Up to six frames between which about equally much moves within the window; the first, and the one after
/// which hardly anything moves there. Where nothing moves, the first and the last.
std::vector<std::size_t> telling_frames(const Film& film, const FilmWindow& window);

/// One motion, or two side by side by one clock, as one self-contained HTML file that plays them in any
/// browser: play, step, scrub, loop, speed; forces, velocities and names on and off; what the pointer is on;
/// the trace of a point; energy and momentum as curves. Numbers in it are rounded to six digits. Its source
/// is src/io/pictures/player.inc, which says how a film is laid out. Of two films the first one's `look` is
/// the title of the page. Throws std::invalid_argument if a film has no frame, or a number that is not
/// finite.
std::string player_page(const std::vector<Film>& films);

}  // namespace restraint::io
