#include "restraint/io/svg.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "restraint/io/number.h"

namespace restraint::io {

namespace {

const char* const style =
    "text{font-family:sans-serif;fill:#222}.title{font-size:16px}.label{font-size:14px}.small{font-size:12px}"
    ".brick{fill:#f0dfbd;stroke:#54452c;stroke-width:1}.fixed{fill:#b9b9b9;stroke:#333;stroke-width:1}"
    ".driven{fill:#7e98ba;stroke:#1f2f45;stroke-width:1}"
    ".ghost{fill:none;stroke:#777;stroke-width:1;stroke-dasharray:4 3}"
    ".table{fill:url(#hatch)}.edge{stroke:#333;stroke-width:1.5;fill:none}"
    ".force{fill:#a30d2d;fill-opacity:.85;stroke:none}.motion{fill:#124e96;stroke:none}.pin{fill:#fff;stroke:"
    "#111;stroke-"
    "width:1.5}"
    ".bar{stroke:#124e96;stroke-width:3;fill:none}.rule{stroke:#222;stroke-width:2;fill:none}"
    ".frame{fill:none;stroke:#ccc;stroke-width:1}";

/// A length in pixels with at most two decimals.
std::string pixels(double value) {
    std::array<char, 32> buffer{};
    const double rounded = std::round(std::clamp(value, -1e6, 1e6) * 100.0) / 100.0 + 0.0;  // + 0: no -0
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded).ptr;
    return {buffer.data(), end};
}

std::string point(Vec2 p) { return pixels(p.x) + "," + pixels(p.y); }

}  // namespace

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) switch (c) {
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    return out;
}

Svg::Svg(double width, double height, const std::string& title) {
    const std::string size = "width=\"" + pixels(width) + "\" height=\"" + pixels(height) + "\"";
    head_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + " viewBox=\"0 0 " + pixels(width) + " " +
            pixels(height) + "\">\n<title>" + escaped(title) + "</title>\n<defs>\n<style>" + style +
            "</style>\n<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#fff\"/>"
            "<path d=\"M0,0V7\" stroke=\"#888\" stroke-width=\"2\"/></pattern>\n";
    body_ = "<rect " + size + " fill=\"#fff\"/>\n";
}

void Svg::polygon(const std::vector<Vec2>& corners, const std::string& looks) {
    body_ += "<path class=\"" + looks + "\" d=\"M";
    for (std::size_t i = 0; i < corners.size(); ++i) body_ += (i == 0 ? "" : " ") + point(corners[i]);
    body_ += "z\"/>\n";
}

void Svg::line(Vec2 from, Vec2 to, const std::string& looks) {
    body_ += "<path class=\"" + looks + "\" d=\"M" + point(from) + " " + point(to) + "\"/>\n";
}

void Svg::arrow(Vec2 from, Vec2 to, const std::string& looks) {
    constexpr double half_shaft = 1.0, head_length = 8.0, head_half = 4.0;  // pixels
    const double length = norm(to - from);
    if (length < 1.0) return;  // nothing to be seen
    const Vec2 along = (1.0 / length) * (to - from), across = perpendicular(along);
    const double head = std::min(head_length, length), half = head_half * head / head_length;
    const Vec2 neck = to - head * along;
    std::vector<Vec2> corners{neck - half * across, to, neck + half * across};
    if (length > head)
        corners.insert(corners.end(), {neck + half_shaft * across, from + half_shaft * across,
                                       from - half_shaft * across, neck - half_shaft * across});
    polygon(corners, looks);
}

void Svg::circle(Vec2 centre, double radius, const std::string& looks) {
    body_ += "<circle class=\"" + looks + "\" cx=\"" + pixels(centre.x) + "\" cy=\"" + pixels(centre.y) +
             "\" r=\"" + pixels(radius) + "\"/>\n";
}

void Svg::text(Vec2 at, const std::string& words, const std::string& looks, const std::string& anchor) {
    body_ += "<text class=\"" + looks + "\" x=\"" + pixels(at.x) + "\" y=\"" + pixels(at.y) +
             (anchor == "start" ? "" : "\" text-anchor=\"" + anchor) + "\">" + escaped(words) + "</text>\n";
}

void Svg::begin_clip(Vec2 corner, double width, double height) {
    const std::string id = "clip" + std::to_string(++clips_);
    head_ += "<clipPath id=\"" + id + "\"><rect x=\"" + pixels(corner.x) + "\" y=\"" + pixels(corner.y) +
             "\" width=\"" + pixels(width) + "\" height=\"" + pixels(height) + "\"/></clipPath>\n";
    body_ += "<g clip-path=\"url(#" + id + ")\">\n";
}

void Svg::end_clip() { body_ += "</g>\n"; }

std::string Svg::file() const { return head_ + "</defs>\n" + body_ + "</svg>\n"; }

void draw_tables(Svg& svg, const View& view, const bricks::Tower& tower, const Rectangle& window) {
    for (const bricks::Table& table : tower.tables) {
        const double left = std::max(table.x_left, window.left),
                     right = std::min(table.x_right, window.right);
        const double top = std::min(table.y_top, window.top), bottom = window.bottom;
        if (left >= right || top <= bottom) continue;
        svg.polygon({view({left, bottom}), view({right, bottom}), view({right, top}), view({left, top})},
                    "table");
        svg.line(view({left, top}), view({right, top}), "edge");
        if (table.x_left > window.left) svg.line(view({left, top}), view({left, bottom}), "edge");
        if (table.x_right < window.right) svg.line(view({right, top}), view({right, bottom}), "edge");
    }
}

void draw_bodies(Svg& svg, const View& view, const bricks::Tower& tower, const std::string& looks) {
    for (const bricks::Body& body : tower.bodies) {
        std::vector<Vec2> corners;
        for (std::size_t i = 0; i < body.vertices.size(); ++i) corners.push_back(view(world_vertex(body, i)));
        svg.polygon(corners, body.fixed ? "fixed" : looks);
    }
    for (const bricks::Pin& pin : tower.pins)
        svg.circle(view(world_vertex(tower.bodies[pin.a], pin.vertex_a)), 3.0, "pin");
}

double round_below(double value) {
    if (!(value > 1e-300) || !std::isfinite(value)) return 1.0;
    int exponent = static_cast<int>(std::floor(std::log10(value)));
    // By way of text, so that 0.002 is the double that is written so.
    const auto round = [&exponent](int digit) {
        return parse_number(std::to_string(digit) + "e" + std::to_string(exponent));
    };
    if (round(1) > value) --exponent;  // the logarithm was rounded up
    return round(5) <= value ? round(5) : round(2) <= value ? round(2) : round(1);
}

void draw_scale(Svg& svg, Vec2 at, double scale, double wanted, const std::string& unit,
                const std::string& looks) {
    const double length = round_below(wanted / scale);
    const Vec2 end = at + Vec2{length * scale, 0.0};
    if (looks == "rule") svg.line(at, end, looks);
    else svg.arrow(at, end, looks);
    svg.text(end + Vec2{8.0, 4.0}, to_text(length) + " " + unit, "small");
}

}  // namespace restraint::io
