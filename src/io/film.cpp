#include "restraint/io/film.h"

#include <algorithm>

namespace restraint::io {

FilmFrame film_frame(const bricks::Tower& tower, const bricks::StepReport& report) {
    FilmFrame frame;
    frame.time = report.time;
    for (const bricks::Body& body : tower.bodies) {
        frame.poses.push_back(body.pose);
        frame.velocities.push_back(body.velocity);
    }
    frame.contacts = report.contacts;
    frame.pins = report.pins;
    frame.energy = report.energy;
    return frame;
}

bricks::Tower tower_at(const Film& film, const FilmFrame& frame) {
    bricks::Tower tower = film.tower;
    for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
        tower.bodies[i].pose = frame.poses[i];
        tower.bodies[i].velocity = frame.velocities[i];
    }
    return tower;
}

std::vector<ForceArrow> force_arrows(const FilmFrame& frame) {
    std::vector<ForceArrow> arrows;
    for (const bricks::ContactForce& contact : frame.contacts) {
        const double up = contact.normal.y < -1e-9 ? -1.0 : 1.0;
        arrows.push_back({contact.point, up * contact.force * contact.normal});
    }
    for (const bricks::PinForce& pin : frame.pins) arrows.push_back({pin.point, pin.force});
    return arrows;
}

Rectangle film_window(const Film& film) {
    const Rectangle start = bounds(tower_at(film, film.frames[0]));
    const double size = std::max(start.width(), start.height());
    const Rectangle most{start.left - 0.25 * size, start.bottom - 0.6 * size, start.right + 0.25 * size,
                         start.top + 0.25 * size};
    Rectangle window = start;
    for (const FilmFrame& frame : film.frames) {
        const Rectangle box = bounds(tower_at(film, frame));
        window.include(Rectangle{
            std::clamp(box.left, most.left, most.right), std::clamp(box.bottom, most.bottom, most.top),
            std::clamp(box.right, most.left, most.right), std::clamp(box.top, most.bottom, most.top)});
    }
    const double air = 0.05 * std::max(window.width(), window.height());
    return {window.left - air, window.bottom - 1.5 * air, window.right + air, window.top + air};
}

}  // namespace restraint::io
