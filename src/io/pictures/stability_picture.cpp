#include "restraint/io/pictures/stability_picture.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/scale.h"
#include "restraint/io/pictures/film_strip.h"
#include "restraint/io/pictures/tower_film.h"

namespace restraint::io {

namespace {

constexpr double page_width = 760.0, margin = 12.0, title_height = 30.0, legend_height = 36.0;  // pixels

/// The tower after the bodies have followed a motion for a while (s).
bricks::Tower moved(bricks::Tower tower, const std::vector<bricks::Motion>& motion, double time) {
    for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
        bricks::Pose& pose = tower.bodies[i].pose;
        pose.position += time * motion[i].linear;
        pose.angle += time * motion[i].angular;
    }
    return tower;
}

/// The largest force that is drawn, N; unbounded ones are not.
double largest_force(const bricks::Stability& stability, const std::vector<bricks::ForceRange>& ranges) {
    double largest = 0.0;
    for (const double force : stability.forces) largest = std::max(largest, force);
    for (const bricks::ForceRange& range : ranges)
        for (const double force : {range.least, range.greatest})
            if (std::isfinite(force)) largest = std::max(largest, force);
    return largest;
}

/// Forces as arrows; ranges as bars beside them, from the least force to the greatest.
void draw_forces(Svg& svg, const View& view, const Camera& camera, const bricks::Stability& stability,
                 const bricks::Tower& tower, const std::vector<bricks::ForceRange>& ranges,
                 double pixels_per_newton, double longest) {
    for (std::size_t k = 0; k < stability.contacts.size(); ++k) {
        const bricks::Contact& contact = stability.contacts[k];
        const FilmForce unit = shown_force(contact.point, contact.normal, 1.0);
        draw_force(svg, view, {unit.point, stability.forces[k] * unit.force}, camera, pixels_per_newton,
                   longest);
        if (ranges.empty()) continue;
        const Vec2 up = camera.seen(unit.force), along{up.x, -up.y};
        const Vec2 from = view(contact.point) + 5.0 * perpendicular(along);
        const double least = std::min(longest, ranges[k].least * pixels_per_newton);
        const double greatest = std::min(longest, ranges[k].greatest * pixels_per_newton);
        svg.line(from + least * along, from + std::max(greatest, least + 1.0) * along, "bar");
    }
    for (std::size_t k = 0; k < tower.pins.size(); ++k) {
        const bricks::Pin& pin = tower.pins[k];
        draw_force(
            svg, view,
            {in_space(world_vertex(tower.bodies[pin.a], pin.vertex_a)), in_space(stability.pin_forces[k])},
            camera, pixels_per_newton, longest);
    }
}

}  // namespace

std::string stability_picture(const std::string& title, const bricks::Tower& tower,
                              const bricks::Stability& stability,
                              const std::vector<bricks::ForceRange>& ranges) {
    const bool falls = stability.verdict == bricks::Verdict::unstable;
    const bricks::Tower shown =
        falls ? moved(tower, stability.motion, 0.25 * bricks::mean_size(tower)) : tower;
    Film film = tower_film(title, tower);
    film.frames = {tower_frame(tower), tower_frame(shown)};
    const Camera camera = camera_by_name("top");
    const FilmWindow world = film_window(film);
    const Rectangle window = seen_window(world, camera);
    const double width = page_width - 2.0 * margin;
    const double height = std::min(width * window.height() / window.width(), 1.2 * width);
    const View view = fitted_view(window, {margin, title_height}, width, height);

    const char* const says = falls ? "A motion under which no contact closes and gravity does work."
                                   : "Contact forces that balance gravity on every body.";
    Svg svg(page_width, title_height + height + legend_height, title, says);
    svg.text({margin, 21.0}, title, "title");
    svg.clip({margin, title_height}, width, height);
    draw_tables(svg, view, film, window.grown(width / view.scale));
    const Vec2 legend{margin, title_height + height + legend_height / 2.0};
    const Vec2 second = legend + Vec2{0.3 * width, 0.0};
    if (falls) {
        draw_bodies(svg, view, film, film.frames[1], camera, world);
        draw_bodies(svg, view, film, film.frames[0], camera, world, "ghost");
        for (std::size_t i = 0; i < tower.bodies.size(); ++i)
            svg.arrow(view(tower.bodies[i].pose.position), view(shown.bodies[i].pose.position), "motion");
        svg.end_clip();
        svg.text(second + Vec2{0.0, 4.0}, "unstable: gravity does work in this motion; dashed: as it stands",
                 "small");
    } else {
        draw_bodies(svg, view, film, film.frames[0], camera, world);
        draw_lines(svg, view, film.frames[0], camera);
        // The largest force is as long as a brick is high, so that arrows and bars of rows of bricks stay
        // apart.
        double lowest = window.height();
        for (const bricks::Body& body : tower.bodies) {
            double half = 0.0;
            for (const Vec2 vertex : body.vertices) half = std::max(half, vertex.y);
            lowest = std::min(lowest, 2.0 * half);
        }
        const double longest = std::max(0.9 * view.scale * lowest, 20.0);
        const double largest = largest_force(stability, ranges);
        const double newton = largest > 0.0 ? longest / largest : 0.0;
        draw_forces(svg, view, camera, stability, tower, ranges, newton, longest);
        svg.end_clip();
        if (newton > 0.0) draw_scale(svg, second, newton, 0.12 * width, "N on the upper body", "force");
        if (!ranges.empty()) {
            const Vec2 third = second + Vec2{0.38 * width, 0.0};
            svg.line(third, third + Vec2{24.0, 0.0}, "bar");
            svg.text(third + Vec2{32.0, 4.0}, "from least to greatest force", "small");
        }
    }
    draw_scale(svg, legend, view.scale, 0.12 * width, "m", "rule");
    return svg.file();
}

}  // namespace restraint::io
