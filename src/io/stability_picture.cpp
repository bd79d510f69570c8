#include "restraint/io/stability_picture.h"

#include <algorithm>
#include <cmath>

#include "restraint/io/svg.h"
#include "restraint/io/window.h"

namespace restraint::io {

namespace {

constexpr double page_width = 760.0, margin = 12.0, title_height = 30.0, legend_height = 36.0;  // pixels
constexpr double arrow_part = 0.25;  // of the window's larger side: the arrow of the tower's weight

/// The tower after the bodies have followed a motion for a while (s).
bricks::Tower moved(bricks::Tower tower, const std::vector<bricks::Motion>& motion, double time) {
    for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
        bricks::Pose& pose = tower.bodies[i].pose;
        pose.position += time * motion[i].linear;
        pose.angle += time * motion[i].angular;
    }
    return tower;
}

void draw_forces(Svg& svg, const View& view, const bricks::Stability& stability, const bricks::Tower& tower,
                 const std::vector<bricks::ForceRange>& ranges, double pixels_per_newton, double longest) {
    for (std::size_t k = 0; k < stability.contacts.size(); ++k) {
        const bricks::Contact& contact = stability.contacts[k];
        const Vec2 normal = contact.normal.y < -1e-9 ? -contact.normal : contact.normal;
        const Vec2 from = view(contact.point), along{normal.x, -normal.y}, aside = 5.0 * perpendicular(along);
        const double length = std::min(longest, stability.forces[k] * pixels_per_newton);
        svg.circle(from, 1.8, "force");
        svg.arrow(from, from + length * along, "force");
        if (ranges.empty()) continue;
        const double least = std::min(longest, ranges[k].least * pixels_per_newton);
        const double greatest = std::min(longest, ranges[k].greatest * pixels_per_newton);
        svg.line(from + aside + least * along, from + aside + std::max(greatest, least + 1.0) * along, "bar");
    }
    for (std::size_t k = 0; k < tower.pins.size(); ++k) {
        const bricks::Pin& pin = tower.pins[k];
        const Vec2 from = view(world_vertex(tower.bodies[pin.a], pin.vertex_a)),
                   force = stability.pin_forces[k];
        svg.arrow(from, from + pixels_per_newton * Vec2{force.x, -force.y}, "force");
    }
}

}  // namespace

std::string stability_picture(const std::string& title, const bricks::Tower& tower,
                              const bricks::Stability& stability,
                              const std::vector<bricks::ForceRange>& ranges) {
    const bool falls = stability.verdict == bricks::Verdict::unstable;
    const bricks::Tower shown =
        falls ? moved(tower, stability.motion, 0.25 * bricks::mean_size(tower)) : tower;
    Rectangle window = bounds(tower);
    window.include(bounds(shown));
    const double size = std::max(window.width(), window.height()), air = 0.08 * size;
    window = {window.left - air, window.bottom - 1.2 * air, window.right + air, window.top + air};

    const double width = page_width - 2.0 * margin;
    const double height = std::min(width * window.height() / window.width(), 1.2 * width);
    const double scale = std::min(width / window.width(), height / window.height());
    const double unused = (width - scale * window.width()) / 2.0;
    const View view{{window.left, window.top}, {margin + unused, title_height}, scale};
    Svg svg(page_width, title_height + height + legend_height, title);
    svg.text({margin, 21.0}, title, "title");
    svg.begin_clip({margin, title_height}, width, height);
    draw_tables(svg, view, tower,
                {window.left - unused / scale, window.bottom, window.right + unused / scale, window.top});
    const double weight = weight_of(tower);
    const double newton = weight > 0.0 ? arrow_part * size * scale / weight : 0.0;
    if (falls) {
        draw_bodies(svg, view, shown);
        draw_bodies(svg, view, tower, "ghost");
        for (std::size_t i = 0; i < tower.bodies.size(); ++i)
            svg.arrow(view(tower.bodies[i].pose.position), view(shown.bodies[i].pose.position), "motion");
    } else {
        draw_bodies(svg, view, tower);
        draw_forces(svg, view, stability, tower, ranges, newton, 0.5 * size * scale);
    }
    svg.end_clip();
    const Vec2 legend{margin, title_height + height + legend_height / 2.0};
    draw_scale(svg, legend, scale, 0.12 * width, "m", "rule");
    const Vec2 second = legend + Vec2{0.3 * width, 0.0};
    if (falls)
        svg.text(second + Vec2{0.0, 4.0}, "unstable: gravity does work in this motion; dashed: as it stands",
                 "small");
    else if (weight > 0.0)
        draw_scale(svg, second, newton, 0.12 * width,
                   std::string("N on the upper body") + (ranges.empty() ? "" : "; bars: least to greatest"),
                   "force");
    return svg.file();
}

}  // namespace restraint::io
