#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/motion.h"
#include "restraint/bricks/tower.h"
#include "restraint/io/window.h"
#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// One moment of a motion, as pictures need it.
struct FilmFrame {
    double time = 0.0;                       // s
    std::vector<bricks::Pose> poses;         // one a body of the tower, fixed ones included
    std::vector<bricks::Motion> velocities;  // one a body
    std::vector<bricks::ContactForce> contacts;
    std::vector<bricks::PinForce> pins;
    bricks::Energy energy;
};

/// A motion: shapes, names and tables from the tower, then what changes.
struct Film {
    std::string title;
    bricks::Tower tower;
    std::vector<FilmFrame> frames;
};

/// The moment that a tower is in, after a step that reported `report`.
FilmFrame film_frame(const bricks::Tower& tower, const bricks::StepReport& report);

/// The tower of the film at a frame.
bricks::Tower tower_at(const Film& film, const FilmFrame& frame);

/// A force as it is drawn.
struct ForceArrow {
    Vec2 point, force;  // m, N
};
/// The contact forces on the upper body of each pair, and the pins' forces.
std::vector<ForceArrow> force_arrows(const FilmFrame& frame);

/// The part of the world that pictures show: where the tower is at the start, and around it as far as it
/// comes in the film, but no farther than a part of its own size.
Rectangle film_window(const Film& film);

}  // namespace restraint::io
