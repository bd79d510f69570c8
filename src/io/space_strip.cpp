#include <algorithm>
#include <stdexcept>

#include "restraint/io/space_film.h"
#include "restraint/io/svg.h"
#include "strip_layout.h"

namespace restraint::io {

namespace {

/// A face, or a ball, as it is seen; farther ones are drawn first.
struct Seen {
    double depth = 0.0;  // towards the eye
    bool fixed = false, driven = false;
    std::vector<Vec2> corners;
    Vec2 centre;
    double radius = 0.0;  // of a ball
};

void add_faces(std::vector<Seen>& all, const SpaceBody& body, const SpacePose& pose, const Camera& camera) {
    for (const auto& face : body.faces) {
        std::vector<Vec3> corners;
        Vec3 centre;
        for (std::size_t v : face) {
            corners.push_back(pose.position + rotated(body.points[v], pose.orientation));
            centre += corners.back() / static_cast<double>(face.size());
        }
        const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        if (dot(normal, camera.toward) <= 1e-9 * norm(normal)) continue;  // seen from behind, or on edge
        Seen seen{dot(camera.toward, centre), body.fixed, body.driven, {}, {}, 0.0};
        for (Vec3 p : corners) seen.corners.push_back(camera.seen(p));
        all.push_back(std::move(seen));
    }
}

/// What is seen of a frame, in the order of drawing: farther faces first. What is fixed lies behind all that
/// moves: the depth of its middle says little of a large face such as a floor, and a wall in front would hide
/// all.
std::vector<Seen> seen_of(const SpaceFilm& film, const SpaceFrame& frame, const Camera& camera) {
    std::vector<Seen> all;
    for (std::size_t i = 0; i < film.bodies.size(); ++i) {
        const SpaceBody& body = film.bodies[i];
        const SpacePose& pose = frame.poses[i];
        add_faces(all, body, pose, camera);
        if (body.faces.empty())
            all.push_back({dot(camera.toward, pose.position),
                           body.fixed,
                           body.driven,
                           {},
                           camera.seen(pose.position),
                           body.radius});
    }
    std::stable_sort(all.begin(), all.end(), [](const Seen& p, const Seen& q) {
        return p.fixed != q.fixed ? p.fixed : p.depth < q.depth;
    });
    return all;
}

Rectangle seen_window(const SpaceWindow& window, const Camera& camera) {
    const Vec2 centre = camera.seen(window.centre());
    Rectangle box{centre.x, centre.y, centre.x, centre.y};
    for (int k = 0; k < 8; ++k)
        box.include(camera.seen({k & 1 ? window.high.x : window.low.x, k & 2 ? window.high.y : window.low.y,
                                 k & 4 ? window.high.z : window.low.z}));
    const double margin = 0.06 * std::max(box.width(), box.height());
    return {box.left - margin, box.bottom - margin, box.right + margin, box.top + margin};
}

void draw_frame(Svg& svg, const View& view, const SpaceFilm& film, const SpaceFrame& frame,
                const Camera& camera) {
    for (const Seen& seen : seen_of(film, frame, camera)) {
        const char* looks = seen.fixed ? "fixed" : seen.driven ? "driven" : "brick";
        std::vector<Vec2> corners;
        for (Vec2 p : seen.corners) corners.push_back(view(p));
        if (corners.empty()) svg.circle(view(seen.centre), view.scale * seen.radius, looks);
        else svg.polygon(corners, looks);
    }
}

void draw_forces(Svg& svg, const View& view, const SpaceFrame& frame, const Camera& camera,
                 double pixels_per_newton, double longest) {
    for (const SpaceForce& arrow : frame.forces) {
        const Vec2 force = camera.seen(arrow.force);
        const double length = norm(force) * pixels_per_newton;
        if (!(length >= 1.0)) continue;
        const Vec2 from = view(camera.seen(arrow.point)), upside_down{force.x, -force.y};
        svg.circle(from, 1.8, "force");
        svg.arrow(from, from + (std::min(length, longest) / norm(force)) * upside_down, "force");
    }
}

}  // namespace

std::string film_strip(const SpaceFilm& film, const Camera& camera) {
    if (film.frames.empty()) throw std::invalid_argument("a film without a frame");
    const Rectangle window = seen_window(film_window(film), camera);
    const std::vector<std::size_t> chosen = chosen_frames(film.frames.size() - 1);
    const StripLayout layout = strip_layout(chosen.size(), window.width() / window.height());
    Svg svg(layout.width, layout.height, film.title);
    svg.text(strip_title, film.title, "title");
    View view{{window.left, window.top},
              {},
              std::min(layout.panel_width / window.width(), layout.panel_height / window.height())};
    const double larger = std::max(window.width(), window.height());
    const double newton = film.weight > 0.0 ? view.scale * larger / 4.0 / film.weight : 0.0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const SpaceFrame& frame = film.frames[chosen[k]];
        const Vec2 corner = layout.corner(k);
        const double width = layout.panel_width, height = layout.panel_height;
        view.paper = corner + Vec2{(width - view.scale * window.width()) / 2.0, 0.0};
        svg.text(corner + Vec2{2.0, -6.0}, time_label(frame.time), "label");
        svg.begin_clip(corner, width, height);
        draw_frame(svg, view, film, frame, camera);
        draw_forces(svg, view, frame, camera, newton, height / 3.0);
        svg.end_clip();
        svg.polygon(
            {corner, corner + Vec2{width, 0.0}, corner + Vec2{width, height}, corner + Vec2{0.0, height}},
            "frame");
    }
    draw_scale(svg, layout.legend(), view.scale, 0.2 * layout.panel_width, "m", "rule");
    if (newton > 0.0)
        draw_scale(svg, layout.legend() + Vec2{layout.panel_width / 2.0, 0.0}, newton,
                   0.2 * layout.panel_width, "N, contact forces on the body they point into", "force");
    return svg.file();
}

}  // namespace restraint::io
