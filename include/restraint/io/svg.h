#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/tower.h"
#include "restraint/io/window.h"
#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// Where a piece of the world lies on the paper: the world's y goes up, the paper's goes down.
struct View {
    Vec2 world;          // this point, in m,
    Vec2 paper;          // lies here, in pixels
    double scale = 1.0;  // pixels a metre

    Vec2 operator()(Vec2 p) const {
        return {paper.x + scale * (p.x - world.x), paper.y - scale * (p.y - world.y)};
    }
};

/// A drawing in Scalable Vector Graphics. Lengths are pixels, written with two decimals, so that the same
/// drawing is the same bytes everywhere. What a thing looks like is said by its class, once, in the head:
/// brick, fixed, ghost, table, edge, force, motion, pin, bar, frame; and for text: title, label, small.
class Svg {
  public:
    Svg(double width, double height, const std::string& title);

    void polygon(const std::vector<Vec2>& corners, const std::string& looks);
    void line(Vec2 from, Vec2 to, const std::string& looks);
    /// Shaft and head, filled; a short one is all head.
    void arrow(Vec2 from, Vec2 to, const std::string& looks);
    void circle(Vec2 centre, double radius, const std::string& looks);
    /// anchor: start, middle or end of the text is at that point.
    void text(Vec2 at, const std::string& words, const std::string& looks,
              const std::string& anchor = "start");

    /// What is drawn until end_clip() is seen only within width x height from the upper left corner `corner`.
    void begin_clip(Vec2 corner, double width, double height);
    void end_clip();

    /// The whole file.
    std::string file() const;

  private:
    std::string head_, body_;
    std::size_t clips_ = 0;
};

/// `text` with <, >, & and quotes replaced: for SVG and HTML.
std::string escaped(const std::string& text);

/// Draws the tables of a tower, hatched, as far as the window in the world goes.
void draw_tables(Svg& svg, const View& view, const bricks::Tower& tower, const Rectangle& window);

/// Draws the bodies of a tower where they are, in the class `brick` or another; fixed ones as `fixed`.
void draw_bodies(Svg& svg, const View& view, const bricks::Tower& tower, const std::string& looks = "brick");

/// Draws a bar of a round length of about `pixels`, and under it the length with its unit.
void draw_scale(Svg& svg, Vec2 at, double scale, double pixels, const std::string& unit,
                const std::string& looks);

/// The largest of 1, 2, 5 times a power of ten that is not above the value.
double round_below(double value);

}  // namespace restraint::io
