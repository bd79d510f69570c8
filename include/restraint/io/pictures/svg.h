#pragma once

#include <string>
#include <vector>

#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// An axis-parallel rectangle; of the world (m, y upwards) or of the paper (pixels, y downwards).
struct Rectangle {
    double left = 0.0, bottom = 0.0, right = 0.0, top = 0.0;

    double width() const { return right - left; }
    double height() const { return top - bottom; }
    /// The one that holds a point alone.
    static Rectangle around(Vec2 p) { return {p.x, p.y, p.x, p.y}; }
    /// Grows to hold the point.
    void include(Vec2 p);
    /// Larger by `margin` on all sides.
    Rectangle grown(double margin) const {
        return {left - margin, bottom - margin, right + margin, top + margin};
    }
    bool meets(const Rectangle& other) const {
        return left <= other.right && other.left <= right && bottom <= other.top && other.bottom <= top;
    }
};

/// Where a piece of the world lies on the paper: the world's y goes up, the paper's goes down.
struct View {
    Vec2 world;          // this point, in m,
    Vec2 paper;          // lies here, in pixels
    double scale = 1.0;  // pixels a metre

    Vec2 operator()(Vec2 p) const {
        return {paper.x + scale * (p.x - world.x), paper.y - scale * (p.y - world.y)};
    }
};

/// The view that shows a rectangle of the world as large as it fits into width x height pixels, its upper
/// edge at the upper edge of the paper's rectangle, in the middle from left to right.
View fitted_view(const Rectangle& window, Vec2 corner, double width, double height);

/// Pixels: what is not clipped ends so far from the upper left corner.
inline constexpr double far_off = 1e6;

/// A drawing in Scalable Vector Graphics: paths, circles and texts with plain attributes, so that any reader
/// shows them. Lengths are pixels, written with two decimals, so that equal drawings are equal bytes. What a
/// thing looks like is said by a word: brick, fixed, driven, glass, shadow, ghost, table, edge, force,
/// motion, pin, bar, link, frame, rule; and for text: title, label, small.
class Svg {
  public:
    /// An empty drawing with its title in the upper left corner.
    Svg(double width, double height, const std::string& title, const std::string& description);

    void polygon(const std::vector<Vec2>& corners, const std::string& looks);
    void line(Vec2 from, Vec2 to, const std::string& looks);
    /// Shaft and head, filled; a short one is all head.
    void arrow(Vec2 from, Vec2 to, const std::string& looks);
    void circle(Vec2 centre, double radius, const std::string& looks);
    void text(Vec2 at, const std::string& words, const std::string& looks);

    /// What is drawn from now on is cut off outside of width x height from the upper left corner.
    void clip(Vec2 corner, double width, double height) {
        clip_ = {corner.x, corner.y, corner.x + width, corner.y + height};
    }
    void end_clip() { clip_ = {-far_off, -far_off, far_off, far_off}; }

    /// The whole file.
    std::string file() const { return text_ + "</svg>\n"; }

  private:
    Rectangle clip_;  // on the paper: `top` is the larger y
    std::string text_;
};

/// The corners of a regular polygon about the origin, each at distance 1, the first on the x-axis.
std::vector<Vec2> unit_circle(int corners);

/// The attributes that a word of Svg stands for.
const std::string& attributes_of(const std::string& looks);

/// Draws a bar of a round length of about `pixels`, and behind it the length with its unit.
void draw_scale(Svg& svg, Vec2 at, double scale, double pixels, const std::string& unit,
                const std::string& looks);

/// The largest of 1, 2, 5 times a power of ten that is not above the value.
double round_below(double value);

}  // namespace restraint::io
