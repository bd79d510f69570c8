#include "restraint/io/pictures/film_strip.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "../tolerances.h"
#include "restraint/io/pictures/drawing_order.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

constexpr double page_width = 960.0, margin = 12.0, title_height = 30.0, legend_height = 34.0;  // pixels
constexpr double label_height = 22.0;  // above each picture

/// Where the pictures lie on the paper, in pixels.
struct Layout {
    std::size_t columns;
    double width, height;  // of a picture

    Layout(std::size_t pictures, double aspect)
        : columns(std::min<std::size_t>(pictures, aspect > 4.0   ? 1
                                                  : aspect > 2.0 ? 2
                                                                 : 3)) {
        const double count = aspect > 4.0 ? 1.0 : aspect > 2.0 ? 2.0 : 3.0;
        width = (page_width - margin * (count + 1.0)) / count;
        height = std::min(width / aspect, 1.3 * width);
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

/// A point of a body in the world. A fixed body without a turn, such as a floor or a wall, ends where the
/// window, enlarged by its radius, does: so its edge is the horizon.
Vec3 shown_point(const FilmBody& body, const FilmPose& pose, Vec3 point, const FilmWindow& window) {
    Vec3 p = pose(point);
    if (!body.fixed || pose.orientation != Quaternion{}) return p;
    for (std::size_t i = 0; i < 3; ++i)
        p[i] = std::clamp(p[i], window.low[i] - window.radius(), window.high[i] + window.radius());
    return p;
}

/// The faces of a body that the eye sees, or the outline of a ball, as `looks`.
void draw_body(Svg& svg, const View& view, const FilmBody& body, const FilmPose& pose, const Camera& camera,
               const FilmWindow& window, const std::string& looks) {
    if (body.faces.empty()) svg.circle(view(camera.seen(pose.position)), view.scale * body.radius, looks);
    for (const auto& face : body.faces) {
        std::vector<Vec3> corners;
        for (const std::size_t v : face) corners.push_back(shown_point(body, pose, body.points[v], window));
        const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        if (dot(normal, camera.toward) <= on_edge * norm(normal)) continue;  // seen from behind, or on edge
        std::vector<Vec2> outline;
        for (const Vec3 p : corners) outline.push_back(view(camera.seen(p)));
        svg.polygon(outline, looks);
    }
}

/// The shadows of all that moves on the top of a fixed body, straight below: the faces that look upwards, or
/// the disc of a ball, at the height of that top.
void draw_shadows(Svg& svg, const View& view, const Film& film, const FilmFrame& frame, const Camera& camera,
                  const FilmPose& floor, const FilmBody& floor_body) {
    double top = floor.position.z;
    for (const Vec3 p : floor_body.points) top = std::max(top, floor(p).z);
    const auto on_floor = [&](Vec3 p) { return view(camera.seen({p.x, p.y, top})); };
    for (std::size_t i = 0; i < film.bodies.size(); ++i) {
        const FilmBody& body = film.bodies[i];
        const FilmPose& pose = frame.poses[i];
        if (body.fixed || pose.position.z < top) continue;
        std::vector<Vec2> outline;
        for (int k = 0; k < 24 && body.faces.empty(); ++k) {
            const double angle = k * std::acos(-1.0) / 12.0;
            outline.push_back(
                on_floor(pose.position + body.radius * Vec3{std::cos(angle), std::sin(angle), 0}));
        }
        svg.polygon(outline, "shadow");
        for (const auto& face : body.faces) {
            outline.clear();
            const Vec3 p = pose(body.points[face[0]]);
            if (cross(pose(body.points[face[1]]) - p, pose(body.points[face[2]]) - p).z <= 0.0) continue;
            for (const std::size_t v : face) outline.push_back(on_floor(pose(body.points[v])));
            svg.polygon(outline, "shadow");
        }
    }
}

}  // namespace

void draw_tables(Svg& svg, const View& view, const Film& film, const Rectangle& window) {
    for (const FilmTable& table : film.tables) {
        const Vec2 left = view({std::max(table.left, window.left), std::min(table.top, window.top)});
        const Vec2 right = view({std::min(table.right, window.right), std::min(table.top, window.top)});
        const Vec2 down{0.0, view({0.0, window.bottom}).y - left.y};
        if (left.x >= right.x || down.y <= 0.0) continue;
        svg.polygon({left + down, right + down, right, left}, "table");
        svg.line(left, right, "edge");
        if (table.left > window.left) svg.line(left, left + down, "edge");
        if (table.right < window.right) svg.line(right, right + down, "edge");
    }
}

void draw_bodies(Svg& svg, const View& view, const Film& film, const FilmFrame& frame, const Camera& camera,
                 const FilmWindow& window, const std::string& looks) {
    const DrawingOrder order = drawing_order(film, frame, camera);
    for (const std::size_t i : order.bodies) {
        const FilmBody& body = film.bodies[i];
        const FilmPose& pose = frame.poses[i];
        const std::string own = order.is_glass[i] ? "glass"
                                : body.fixed      ? "fixed"
                                : body.driven     ? "driven"
                                                  : "brick";
        draw_body(svg, view, body, pose, camera, window, looks.empty() || body.fixed ? own : looks);
        const bool is_floor = body.fixed && !film.flat && !order.is_glass[i] && camera.toward.z > 0.0 &&
                              camera.toward.z < 1.0 && pose.orientation == Quaternion{};
        if (is_floor) draw_shadows(svg, view, film, frame, camera, pose, body);
    }
}

void draw_lines(Svg& svg, const View& view, const FilmFrame& frame, const Camera& camera) {
    for (const FilmLine& line : frame.lines) {
        if (line.from == line.to) svg.circle(view(camera.seen(line.from)), 3.0, "pin");
        else svg.line(view(camera.seen(line.from)), view(camera.seen(line.to)), "link");
    }
}

void draw_force(Svg& svg, const View& view, const FilmForce& force, const Camera& camera,
                double pixels_per_newton, double longest) {
    const Vec2 seen = camera.seen(force.force), from = view(camera.seen(force.point));
    const double length = norm(seen) * pixels_per_newton;
    if (!(length >= 1.0)) return;
    svg.circle(from, 1.8, "force");
    svg.arrow(from, from + (std::min(length, longest) / norm(seen)) * Vec2{seen.x, -seen.y}, "force");
}

Rectangle seen_window(const FilmWindow& window, const Camera& camera) {
    const Vec2 centre = camera.seen(window.centre());
    Rectangle box{centre.x, centre.y, centre.x, centre.y};
    for (int k = 0; k < 8; ++k)
        box.include(camera.seen({k & 1 ? window.high.x : window.low.x, k & 2 ? window.high.y : window.low.y,
                                 k & 4 ? window.high.z : window.low.z}));
    return box.grown(0.06 * std::max(box.width(), box.height()));
}

std::string film_strip(const Film& film, const Camera& camera) {
    const FilmWindow world = film_window(film);
    const Rectangle window = seen_window(world, camera);
    const std::vector<std::size_t> chosen = telling_frames(film, world);
    const Layout layout(chosen.size(), window.width() / window.height());
    const std::string title = film.title + (film.look.empty() ? "" : ": " + film.look);
    Svg svg(page_width, layout.corner(chosen.size() - 1).y + layout.height + margin + legend_height, title,
            std::to_string(chosen.size()) + " moments of the motion, from left to right and downwards.");
    svg.text({margin, 21.0}, title, "title");
    View view;
    double newton = 0.0;  // pixels; the weight of all that moves is a quarter of the window's larger side
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const FilmFrame& frame = film.frames[chosen[k]];
        const Vec2 corner = layout.corner(k), right{layout.width, 0.0}, down{0.0, layout.height};
        view = fitted_view(window, corner, layout.width, layout.height);
        if (film.weight > 0.0)
            newton = view.scale * std::max(window.width(), window.height()) / 4.0 / film.weight;
        svg.text(corner + Vec2{2.0, -6.0}, time_label(frame.time), "label");
        svg.clip(corner, layout.width, layout.height);
        draw_tables(svg, view, film, window.grown(layout.width / view.scale));
        draw_bodies(svg, view, film, frame, camera, world);
        draw_lines(svg, view, frame, camera);
        for (const FilmForce& force : frame.forces)
            draw_force(svg, view, force, camera, newton, layout.height / 3.0);
        svg.end_clip();
        svg.polygon({corner, corner + right, corner + right + down, corner + down}, "frame");
    }
    const Vec2 legend{margin,
                      layout.corner(chosen.size() - 1).y + layout.height + margin + legend_height / 2.0};
    draw_scale(svg, legend, view.scale, 0.2 * layout.width, "m", "rule");
    const bool pushes = std::any_of(film.frames.begin(), film.frames.end(),
                                    [](const FilmFrame& frame) { return !frame.forces.empty(); });
    if (newton > 0.0 && pushes)
        draw_scale(svg, legend + Vec2{page_width / 3.0, 0.0}, newton, 0.2 * layout.width,
                   "N, contact forces on the body they point into", "force");
    return svg.file();
}

}  // namespace restraint::io
