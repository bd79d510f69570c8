#include "restraint/io/pictures/tower_pictures.h"

#include <algorithm>
#include <cmath>

#include "../tolerances.h"
#include "restraint/io/pictures/picture.h"

namespace restraint::io {

namespace {

/// A contact force as pictures show it: on the upper body; between vertical faces on the body into which the
/// normal points.
FilmForce shown_force(Vec2 point, Vec2 normal, double force) {
    return {in_space(point), (normal.y < -level_normal ? -force : force) * in_space(normal)};
}

constexpr double width = 736.0, margin = 12.0, title_height = 30.0, legend_height = 36.0;  // pixels

/// Two moments: the tower as it stands, with the forces that hold it, and where the motion takes it that
/// proves that it falls.
Film proof_film(const std::string& title, const bricks::Tower& tower, const bricks::Stability& stability) {
    Film film = tower_film(title, tower);
    FilmFrame stands = tower_frame(tower);
    for (std::size_t k = 0; k < stability.forces.size(); ++k)
        stands.forces.push_back(
            shown_force(stability.contacts[k].point, stability.contacts[k].normal, stability.forces[k]));
    for (std::size_t k = 0; k < stability.pin_forces.size(); ++k)
        stands.forces.push_back({stands.lines[k].from, in_space(stability.pin_forces[k])});
    const double seconds = 0.25 * bricks::mean_size(tower);  // for which the bodies follow the motion
    bricks::Tower fallen = tower;
    for (std::size_t i = 0; i < stability.motion.size(); ++i) {
        fallen.bodies[i].pose.position += seconds * stability.motion[i].linear;
        fallen.bodies[i].pose.angle += seconds * stability.motion[i].angular;
    }
    film.frames = {stands, tower_frame(fallen)};
    return film;
}

/// Draws the ranges of the forces as bars beside them, from the least force to the greatest.
void draw_ranges(const Picture& picture, const bricks::Stability& stability,
                 const std::vector<bricks::ForceRange>& ranges, double newton, double longest) {
    for (std::size_t k = 0; k < ranges.size(); ++k) {
        const bricks::Contact& contact = stability.contacts[k];
        const Vec3 up = shown_force(contact.point, contact.normal, 1.0).force;
        const Vec2 along{up.x, -up.y}, from = picture.view(contact.point) + 5.0 * perpendicular(along);
        const double least = std::min(longest, ranges[k].least * newton);
        const double greatest = std::min(longest, ranges[k].greatest * newton);
        picture.svg.line(from + least * along, from + std::max(greatest, least + 1.0) * along, "bar");
    }
}

}  // namespace

Film tower_film(const std::string& title, const bricks::Tower& tower) {
    Film film;
    film.title = title;
    film.flat = true;
    film.gravity = in_space(tower.gravity);
    for (const bricks::Table& table : tower.tables)
        film.tables.push_back({table.x_left, table.x_right, table.y_top});
    for (const bricks::Body& body : tower.bodies) {
        std::vector<Vec3> points;
        std::vector<std::size_t> face;
        for (const Vec2 vertex : body.vertices) {
            face.push_back(points.size());
            points.push_back(in_space(vertex));
        }
        film.bodies.push_back({body.name, body.fixed, points, {face}});
        if (!body.fixed) film.weight += body.mass * norm(tower.gravity);
    }
    return film;
}

FilmFrame tower_frame(const bricks::Tower& tower, const bricks::StepReport& report) {
    FilmFrame frame;
    frame.time = report.time;
    for (const bricks::Body& body : tower.bodies) {
        const Vec3 position = in_space(body.pose.position), velocity = in_space(body.velocity.linear);
        const Vec3 spin{0.0, 0.0, body.velocity.angular};
        frame.poses.push_back({position, from_rotation_vector({0.0, 0.0, body.pose.angle})});
        frame.velocities.push_back(velocity);
        frame.spins.push_back(spin);
        if (body.fixed) continue;
        frame.linear += body.mass * velocity;
        frame.angular += body.mass * cross(position, velocity) + body.inertia * spin;
    }
    for (const bricks::ContactForce& contact : report.contacts)
        frame.forces.push_back(shown_force(contact.point, contact.normal, contact.force));
    for (const bricks::PinForce& pin : report.pins)
        frame.forces.push_back({in_space(pin.point), in_space(pin.force)});
    for (const bricks::Pin& pin : tower.pins) {
        const Vec3 point = in_space(world_vertex(tower.bodies[pin.a], pin.vertex_a));
        frame.lines.push_back({point, point});
    }
    frame.kinetic = report.energy.kinetic;
    frame.potential = report.energy.potential;
    return frame;
}

std::string stability_picture(const std::string& title, const bricks::Tower& tower,
                              const bricks::Stability& stability,
                              const std::vector<bricks::ForceRange>& ranges) {
    const bool falls = stability.verdict == bricks::Verdict::unstable;
    const Film film = proof_film(title, tower, stability);
    const FilmFrame &stands = film.frames[0], &fallen = film.frames[1];
    const Camera camera = camera_by_name("top");
    const FilmWindow world = film_window(film);
    const Rectangle window = seen_window(world, camera);
    const double height = std::min(width * window.height() / window.width(), 1.2 * width);
    const Vec2 corner{margin, title_height};
    Svg svg(width + 2.0 * margin, title_height + height + legend_height, title,
            falls ? "A motion under which no contact closes and gravity does work."
                  : "Contact forces that balance gravity on every body.");
    const Picture picture{svg, film, camera, world, fitted_view(window, corner, width, height)};
    // The largest force is as long as a brick is high, so that arrows and bars of rows of bricks stay apart.
    double lowest = window.height(), largest = 0.0;  // m; N, unbounded ones do not count
    for (const bricks::Body& body : tower.bodies) lowest = std::min(lowest, bricks::least_width(body));
    for (const double force : stability.forces) largest = std::max(largest, force);
    for (const bricks::ForceRange& range : ranges)
        if (std::isfinite(range.greatest)) largest = std::max(largest, range.greatest);
    const double longest = std::max(0.9 * picture.view.scale * lowest, 20.0);
    const double newton = largest > 0.0 ? longest / largest : 0.0;  // pixels

    svg.clip(corner, width, height);
    draw_tables(picture);
    draw_bodies(picture, falls ? fallen : stands);
    if (falls) draw_bodies(picture, stands, "ghost");
    for (std::size_t i = 0; falls && i < stands.poses.size(); ++i)
        svg.arrow(picture.at(stands.poses[i].position), picture.at(fallen.poses[i].position), "motion");
    if (!falls) draw_lines(picture, stands);
    for (const FilmForce& force : stands.forces) draw_force(picture, force, newton, longest);
    draw_ranges(picture, stability, ranges, newton, longest);
    svg.end_clip();

    const Vec2 first{margin, title_height + height + legend_height / 2.0};
    const Vec2 second = first + Vec2{0.3 * width, 0.0}, third = second + Vec2{0.38 * width, 0.0};
    draw_scale(svg, first, picture.view.scale, 0.12 * width, "m", "rule");
    if (newton > 0.0) draw_scale(svg, second, newton, 0.12 * width, "N on the upper body", "force");
    if (falls)
        svg.text(second + Vec2{0.0, 4.0}, "unstable: gravity does work in this motion; dashed: as it stands",
                 "small");
    if (!ranges.empty()) {
        svg.line(third, third + Vec2{24.0, 0.0}, "bar");
        svg.text(third + Vec2{32.0, 4.0}, "from least to greatest force", "small");
    }
    return svg.file();
}

}  // namespace restraint::io
