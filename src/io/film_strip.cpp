#include "restraint/io/film_strip.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "restraint/io/svg.h"
#include "strip_layout.h"

namespace restraint::io {

namespace {

/// The last frame worth showing: where the potential energy has dropped by all but 2 % of its total drop, or
/// a fifth of the moving bodies have left the window.
std::size_t last_frame(const Film& film, const Rectangle& window) {
    double start = film.frames[0].energy.potential, lowest = start;
    for (const FilmFrame& frame : film.frames) lowest = std::min(lowest, frame.energy.potential);
    for (std::size_t k = 1; k < film.frames.size(); ++k) {
        const FilmFrame& frame = film.frames[k];
        std::size_t moving = 0, gone = 0;
        for (std::size_t i = 0; i < frame.poses.size(); ++i) {
            if (film.tower.bodies[i].fixed) continue;
            ++moving;
            if (!window.contains(frame.poses[i].position)) ++gone;
        }
        const bool is_down = lowest < start && frame.energy.potential - lowest < 0.02 * (start - lowest);
        if (is_down || (gone > 0 && 5 * gone >= moving)) return k;
    }
    return film.frames.size() - 1;
}

/// Pixels a newton: the weight of all moving bodies is an arrow of a quarter of the window's larger side.
double force_scale(const Film& film, const View& view, const Rectangle& window) {
    const double weight = weight_of(film.tower);
    return weight > 0.0 ? view.scale * std::max(window.width(), window.height()) / 4.0 / weight : 0.0;
}

/// Arrows into the body that is pushed, of the two the upper one. A blow in a collision is cut to `longest`.
void draw_forces(Svg& svg, const View& view, const FilmFrame& frame, double pixels_per_newton,
                 double longest) {
    for (const ForceArrow& arrow : force_arrows(frame)) {
        const double length = norm(arrow.force) * pixels_per_newton;
        if (!(length >= 1.0)) continue;
        const Vec2 from = view(arrow.point), upside_down{arrow.force.x, -arrow.force.y};
        svg.circle(from, 1.8, "force");
        svg.arrow(from, from + (std::min(length, longest) / norm(arrow.force)) * upside_down, "force");
    }
}

}  // namespace

std::string film_strip(const Film& film) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    const Rectangle window = film_window(film);
    const std::vector<std::size_t> chosen = chosen_frames(last_frame(film, window));

    const StripLayout layout = strip_layout(chosen.size(), window.width() / window.height());
    const double panel_width = layout.panel_width, panel_height = layout.panel_height;

    Svg svg(layout.width, layout.height, film.title);
    svg.text(strip_title, film.title, "title");
    View view{{window.left, window.top},
              {},
              std::min(panel_width / window.width(), panel_height / window.height())};
    const double newton = force_scale(film, view, window);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const FilmFrame& frame = film.frames[chosen[k]];
        const bricks::Tower tower = tower_at(film, frame);
        const Vec2 corner = layout.corner(k);
        const double unused = panel_width - view.scale * window.width();
        view.paper = corner + Vec2{unused / 2.0, 0.0};
        svg.text(corner + Vec2{2.0, -6.0}, time_label(frame.time), "label");
        svg.begin_clip(corner, panel_width, panel_height);
        draw_tables(svg, view, tower,
                    {window.left - unused, window.bottom, window.right + unused, window.top});
        draw_bodies(svg, view, tower);
        draw_forces(svg, view, frame, newton, panel_height / 3.0);
        svg.end_clip();
        svg.polygon({corner, corner + Vec2{panel_width, 0.0}, corner + Vec2{panel_width, panel_height},
                     corner + Vec2{0.0, panel_height}},
                    "frame");
    }
    const Vec2 legend = layout.legend();
    draw_scale(svg, legend, view.scale, 0.2 * panel_width, "m", "rule");
    draw_scale(svg, legend + Vec2{panel_width / 2.0, 0.0}, newton, 0.2 * panel_width,
               "N, contact forces on the body they point into", "force");
    return svg.file();
}

}  // namespace restraint::io
