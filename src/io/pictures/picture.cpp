#include "restraint/io/pictures/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "../tolerances.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

using Face = std::vector<std::size_t>;

/// A normal of a face, outwards.
Vec3 normal_of(const Face& face, const std::vector<Vec3>& points) {
    const Vec3 p = points[face[0]];
    return cross(points[face[1]] - p, points[face[2]] - p);
}

/// Is this a floor or a wall, that may reach far beyond the window?
bool is_ground(const FilmBody& body, const FilmPose& pose) {
    return body.fixed && pose.orientation == Quaternion{};
}

/// The faces of a body that the eye sees, or the outline of a ball, as `looks`. A floor or a wall ends where
/// the window, enlarged by its radius, does: so its edge is the horizon.
void draw_body(const Picture& picture, const FilmBody& body, const FilmPose& pose, const std::string& looks) {
    const FilmWindow& window = picture.window;
    std::vector<Vec3> points = placed(body, pose);
    for (Vec3& p : points)
        for (std::size_t i = 0; i < 3 && is_ground(body, pose); ++i)
            p[i] = std::clamp(p[i], window.low[i] - window.radius(), window.high[i] + window.radius());
    if (body.faces.empty())
        picture.svg.circle(picture.at(pose.position), picture.view.scale * body.radius, looks);
    for (const Face& face : body.faces) {
        const Vec3 normal = normal_of(face, points);
        if (dot(normal, picture.camera.toward) <= on_edge * norm(normal))
            continue;  // from behind, or on edge
        std::vector<Vec2> outline;
        for (const std::size_t v : face) outline.push_back(picture.at(points[v]));
        picture.svg.polygon(outline, looks);
    }
}

/// The shadows of all that moves on the top of a fixed body, straight below: the faces that look upwards, or
/// the disc of a ball, at the height of that top.
void draw_shadows(const Picture& picture, const FilmFrame& frame, const std::vector<Vec3>& floor) {
    double top = -std::numeric_limits<double>::infinity();
    for (const Vec3 p : floor) top = std::max(top, p.z);
    for (std::size_t i = 0; i < frame.poses.size(); ++i) {
        const FilmBody& body = picture.film.bodies[i];
        if (body.fixed || frame.poses[i].position.z < top) continue;
        const std::vector<Vec3> points = placed(body, frame.poses[i]);
        const auto draw = [&](const std::vector<Vec3>& under) {
            std::vector<Vec2> shadow;
            for (const Vec3 p : under) shadow.push_back(picture.at({p.x, p.y, top}));
            picture.svg.polygon(shadow, "shadow");
        };
        std::vector<Vec3> outline;
        for (const Vec2 p : unit_circle(24)) outline.push_back(points[0] + body.radius * Vec3{p.x, p.y, 0.0});
        if (body.faces.empty()) draw(outline);
        for (const Face& face : body.faces) {
            outline.clear();
            for (const std::size_t v : face) outline.push_back(points[v]);
            if (normal_of(face, points).z > 0.0) draw(outline);
        }
    }
}

/// A body as it stands in a frame.
struct DrawnBody {
    const FilmBody& body;
    std::vector<Vec3> points;  // the centre of a ball
    double depth;              // of the centre, towards the eye
    Rectangle seen;            // on the picture
};

/// Of the faces of a, the one before which b lies farthest: how far, and whether it faces the eye (> 0).
struct FarthestFace {
    double gap = -std::numeric_limits<double>::infinity();
    double facing = 0.0;
};
FarthestFace farthest_face(const DrawnBody& a, const DrawnBody& b, const Camera& camera) {
    FarthestFace best;
    for (const Face& face : a.body.faces) {
        const Vec3 p = a.points[face[0]], normal = normalized(normal_of(face, a.points));
        double gap = std::numeric_limits<double>::infinity();
        for (const Vec3 q : b.points) gap = std::min(gap, dot(normal, q - p));
        gap -= b.body.radius;
        if (gap > best.gap) best = {gap, dot(normal, camera.toward)};
    }
    return best;
}

/// Above 0: b is nearer to the eye than a and may hide it; below 0: a is nearer.
double nearer(const DrawnBody& a, const DrawnBody& b, const Camera& camera) {
    if (a.body.faces.empty() && b.body.faces.empty()) return b.depth - a.depth;
    const FarthestFace of_a = farthest_face(a, b, camera), of_b = farthest_face(b, a, camera);
    return of_a.gap > of_b.gap ? of_a.facing : -of_b.facing;
}

/// The order in which to draw the bodies of a frame, so that near ones hide far ones.
struct DrawingOrder {
    std::vector<std::size_t> bodies;
    std::vector<bool> is_glass;  // one a body: fixed, and before something that moves; not to hide it
};

/// Two convex bodies lie on either side of a face of one of them. The body on the eye's side of the face is
/// drawn after the other. So a floor lies under all that stands on it, however large it is, and a near wall
/// before all that is in the room.
DrawingOrder drawing_order(const Film& film, const FilmFrame& frame, const Camera& camera) {
    const std::size_t n = film.bodies.size();
    DrawingOrder order{{}, std::vector<bool>(n, false)};
    std::vector<DrawnBody> bodies;
    for (std::size_t i = 0; i < n; ++i) {
        const FilmBody& body = film.bodies[i];
        const std::vector<Vec3> points = placed(body, frame.poses[i]);
        Rectangle seen = Rectangle::around(camera.seen(points[0]));
        for (const Vec3 p : points) seen.include(camera.seen(p));
        const double depth = dot(camera.toward, frame.poses[i].position);
        bodies.push_back({body, points, depth, seen.grown(body.radius)});
    }
    std::vector<std::vector<std::size_t>> behind(n);  // what must be drawn before body i
    for (std::size_t i = 0; i < n && !film.flat; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (!bodies[i].seen.meets(bodies[j].seen)) continue;
            const double sign = nearer(bodies[i], bodies[j], camera);
            if (std::abs(sign) < on_edge) continue;  // the face is seen on edge
            const std::size_t near = sign > 0.0 ? j : i, far = sign > 0.0 ? i : j;
            behind[near].push_back(far);
            if (film.bodies[near].fixed && !film.bodies[far].fixed) order.is_glass[near] = true;
        }
    std::vector<std::size_t> by_depth(n);
    std::iota(by_depth.begin(), by_depth.end(), std::size_t{0});
    std::stable_sort(by_depth.begin(), by_depth.end(),
                     [&](std::size_t i, std::size_t j) { return bodies[i].depth < bodies[j].depth; });
    std::vector<bool> begun(n, false);
    const auto draw = [&](const auto& self, std::size_t i) -> void {  // first what it may hide
        if (begun[i]) return;  // done, or a ring of bodies that hide each other: cut here
        begun[i] = true;
        for (const std::size_t j : behind[i]) self(self, j);
        order.bodies.push_back(i);
    };
    for (const std::size_t i : by_depth) draw(draw, i);
    return order;
}

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

}  // namespace

Rectangle seen_window(const FilmWindow& window, const Camera& camera) {
    Rectangle box = Rectangle::around(camera.seen(window.centre()));
    for (int k = 0; k < 8; ++k)
        box.include(camera.seen({k & 1 ? window.high.x : window.low.x, k & 2 ? window.high.y : window.low.y,
                                 k & 4 ? window.high.z : window.low.z}));
    return box.grown(0.06 * std::max(box.width(), box.height()));
}

void draw_tables(const Picture& picture) {
    const Rectangle seen = seen_window(picture.window, picture.camera);
    const Rectangle wide = seen.grown(seen.width() + seen.height());  // its edges are out of sight
    for (const FilmTable& table : picture.film.tables) {
        const double top = std::clamp(table.top, wide.bottom, wide.top);
        const Vec2 left = picture.view({std::clamp(table.left, wide.left, wide.right), top});
        const Vec2 right = picture.view({std::clamp(table.right, wide.left, wide.right), top});
        const Vec2 down{0.0, picture.view.scale * (top - wide.bottom)};
        picture.svg.polygon({left + down, right + down, right, left}, "table");
        picture.svg.line(left, right, "edge");
        picture.svg.line(left, left + down, "edge");
        picture.svg.line(right, right + down, "edge");
    }
}

void draw_bodies(const Picture& picture, const FilmFrame& frame, const std::string& looks) {
    const Camera& camera = picture.camera;
    const DrawingOrder order = drawing_order(picture.film, frame, camera);
    const bool above = !picture.film.flat && camera.toward.z > 0.0 && camera.toward.z < 1.0;
    for (const std::size_t i : order.bodies) {
        const FilmBody& body = picture.film.bodies[i];
        const FilmPose& pose = frame.poses[i];
        const std::string own = order.is_glass[i] ? "glass"
                                : body.fixed      ? "fixed"
                                : body.driven     ? "driven"
                                                  : "brick";
        draw_body(picture, body, pose, looks.empty() || body.fixed ? own : looks);
        if (above && is_ground(body, pose) && !order.is_glass[i])
            draw_shadows(picture, frame, placed(body, pose));
    }
}

void draw_lines(const Picture& picture, const FilmFrame& frame) {
    for (const FilmLine& line : frame.lines) {
        if (line.from == line.to) picture.svg.circle(picture.at(line.from), 3.0, "pin");
        else picture.svg.line(picture.at(line.from), picture.at(line.to), "link");
    }
}

bool draw_force(const Picture& picture, const FilmForce& force, double pixels_per_newton, double longest) {
    const Vec2 seen = picture.camera.seen(force.force), from = picture.at(force.point);
    const double length = norm(seen) * pixels_per_newton;
    if (!(length >= 1.0)) return false;
    picture.svg.circle(from, 1.8, "force");
    picture.svg.arrow(from, from + (std::min(length, longest) / norm(seen)) * Vec2{seen.x, -seen.y}, "force");
    return true;
}

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
        svg.text(corner + Vec2{2.0, -6.0}, "t = " + in_format(frame.time, std::chars_format::fixed, 3) + " s",
                 "label");
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
