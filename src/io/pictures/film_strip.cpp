#include "restraint/io/pictures/film_strip.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "restraint/io/pictures/picture.h"

namespace restraint::io {

namespace {

constexpr double page_width = 960.0, margin = 12.0, title_height = 30.0, legend_height = 34.0;  // pixels
constexpr double label_height = 22.0;  // above each picture

/// Where the pictures lie on the paper, in pixels.
struct Layout {
    std::size_t columns;
    double width, height;  // of a picture

    Layout(std::size_t pictures, double aspect) : columns(aspect > 4.0 ? 1 : aspect > 2.0 ? 2 : 3) {
        width = (page_width - margin) / static_cast<double>(columns) - margin;
        height = std::min(width / aspect, 1.3 * width);
        columns = std::min(columns, pictures);
    }
    /// The upper left corner of picture k.
    Vec2 corner(std::size_t k) const {
        return {margin + static_cast<double>(k % columns) * (width + margin),
                title_height + label_height +
                    static_cast<double>(k / columns) * (label_height + height + margin)};
    }
};

/// "t = 0.250 s".
std::string time_label(double time) {
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), time, std::chars_format::fixed, 3);
    return "t = " + std::string(buffer.data(), end.ptr) + " s";
}

}  // namespace

std::string film_strip(const Film& film, const Camera& camera) {
    const FilmWindow world = film_window(film);
    const Rectangle window = seen_window(world, camera);
    const std::vector<std::size_t> chosen = telling_frames(film, world);
    const Layout layout(chosen.size(), window.width() / window.height());
    const double bottom = layout.corner(chosen.size() - 1).y + layout.height + margin;
    Svg svg(page_width, bottom + legend_height, film.title + (film.look.empty() ? "" : ": " + film.look),
            std::to_string(chosen.size()) + " moments of the motion, from left to right and downwards.");
    const double scale = fitted_view(window, {}, layout.width, layout.height).scale;
    // The weight of all that moves is a quarter of the window's larger side.
    const double larger = std::max(window.width(), window.height());
    const double newton = film.weight > 0.0 ? scale * larger / 4.0 / film.weight : 0.0;  // pixels
    bool pushes = false;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const FilmFrame& frame = film.frames[chosen[k]];
        const Vec2 corner = layout.corner(k), right{layout.width, 0.0}, down{0.0, layout.height};
        const Picture picture{svg, film, camera, world,
                              fitted_view(window, corner, layout.width, layout.height)};
        svg.text(corner + Vec2{2.0, -6.0}, time_label(frame.time), "label");
        svg.clip(corner, layout.width, layout.height);
        draw_tables(picture);
        draw_bodies(picture, frame);
        draw_lines(picture, frame);
        for (const FilmForce& force : frame.forces)
            pushes = draw_force(picture, force, newton, layout.height / 3.0) || pushes;
        svg.end_clip();
        svg.polygon({corner, corner + right, corner + right + down, corner + down}, "frame");
    }
    const Vec2 legend{margin, bottom + legend_height / 2.0};
    draw_scale(svg, legend, scale, 0.2 * layout.width, "m", "rule");
    if (pushes)
        draw_scale(svg, legend + Vec2{page_width / 3.0, 0.0}, newton, 0.2 * layout.width,
                   "N, contact forces on the body they point into", "force");
    return svg.file();
}

}  // namespace restraint::io
