#include "restraint/io/pictures/svg.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "../tolerances.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

/// A length in pixels with at most two decimals.
std::string pixels(double value) {
    const double rounded = std::round(std::clamp(value, -far_off, far_off) * 100.0) / 100.0;
    return to_text(rounded + 0.0);  // + 0: no -0
}

/// `text` with <, >, & and quotes replaced.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '<'   ? "&lt;"
               : c == '>' ? "&gt;"
               : c == '&' ? "&amp;"
               : c == '"' ? "&quot;"
                          : std::string(1, c);
    return out;
}

std::string path(const std::vector<Vec2>& points, const std::string& looks, const char* end) {
    std::string text = "<path " + attributes_of(looks) + " d=\"M";
    for (std::size_t i = 0; i < points.size(); ++i)
        text += (i == 0 ? "" : " L") + pixels(points[i].x) + "," + pixels(points[i].y);
    return text + end + "\"/>\n";
}

/// The part of a polygon, or of a line of two points, where `inside` is not negative; it is linear.
template <class Linear>
std::vector<Vec2> part(const std::vector<Vec2>& points, bool closed, Linear inside) {
    std::vector<Vec2> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 p = points[i], q = points[(i + 1) % points.size()];
        const double at_p = inside(p), at_q = inside(q);
        if (at_p >= 0.0) kept.push_back(p);
        if ((at_p < 0.0) != (at_q < 0.0) && (closed || i + 1 < points.size()))
            kept.push_back(p + at_p / (at_p - at_q) * (q - p));
    }
    return kept;
}

/// The part of a convex polygon, or of a line, within a rectangle: side by side [Sutherland and Hodgman].
std::vector<Vec2> clipped(std::vector<Vec2> points, bool closed, const Rectangle& box) {
    points = part(points, closed, [&](Vec2 p) { return p.x - box.left; });
    points = part(points, closed, [&](Vec2 p) { return box.right - p.x; });
    points = part(points, closed, [&](Vec2 p) { return p.y - box.bottom; });
    return part(points, closed, [&](Vec2 p) { return box.top - p.y; });
}

}  // namespace

void Rectangle::include(Vec2 p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    bottom = std::min(bottom, p.y);
    top = std::max(top, p.y);
}

View fitted_view(const Rectangle& window, Vec2 corner, double width, double height) {
    const double scale = std::min(width / window.width(), height / window.height());
    const double unused = width - scale * window.width();
    return {{window.left, window.top}, corner + Vec2{unused / 2.0, 0.0}, scale};
}

const std::string& attributes_of(const std::string& looks) {
    static const std::string font = "font-family=\"sans-serif\" fill=\"#222222\" font-size=";
    static const std::map<std::string, std::string> table{
        {"brick", "fill=\"#f0dfbd\" stroke=\"#54452c\" stroke-width=\"1\""},
        {"fixed", "fill=\"#b9b9b9\" stroke=\"#333333\" stroke-width=\"1\""},
        {"driven", "fill=\"#7e98ba\" stroke=\"#1f2f45\" stroke-width=\"1\""},
        {"glass", "fill=\"none\" stroke=\"#333333\" stroke-width=\"0.5\""},
        {"shadow", "fill=\"#8c8c8c\" stroke=\"none\""},
        {"ghost", "fill=\"none\" stroke=\"#777777\" stroke-width=\"1\" stroke-dasharray=\"4,3\""},
        {"table", "fill=\"#d8d8d8\" stroke=\"none\""},
        {"edge", "fill=\"none\" stroke=\"#333333\" stroke-width=\"1.5\""},
        {"force", "fill=\"#a30d2d\" stroke=\"none\""},
        {"motion", "fill=\"#124e96\" stroke=\"none\""},
        {"pin", "fill=\"#ffffff\" stroke=\"#111111\" stroke-width=\"1.5\""},
        {"bar", "fill=\"none\" stroke=\"#124e96\" stroke-width=\"3\""},
        {"link", "fill=\"none\" stroke=\"#124e96\" stroke-width=\"0.8\""},
        {"frame", "fill=\"none\" stroke=\"#cccccc\" stroke-width=\"1\""},
        {"rule", "fill=\"none\" stroke=\"#222222\" stroke-width=\"2\""},
        {"title", font + "\"16\""},
        {"label", font + "\"14\""},
        {"small", font + "\"12\""},
    };
    return table.at(looks);
}

std::vector<Vec2> unit_circle(int corners) {
    std::vector<Vec2> points;
    for (int k = 0; k < corners; ++k) {
        const double angle = k * std::acos(-1.0) / (0.5 * corners);
        points.push_back({std::cos(angle), std::sin(angle)});
    }
    return points;
}

Svg::Svg(double width, double height, const std::string& title, const std::string& description) {
    const std::string size = "width=\"" + pixels(width) + "\" height=\"" + pixels(height) + "\"";
    text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + " viewBox=\"0 0 " + pixels(width) + " " +
            pixels(height) + "\">\n<title>" + escaped(title) + "</title>\n<desc>" + escaped(description) +
            "</desc>\n<rect " + size + " fill=\"#ffffff\"/>\n";
    end_clip();
    text({12.0, 21.0}, title, "title");
}

void Svg::polygon(const std::vector<Vec2>& corners, const std::string& looks) {
    const std::vector<Vec2> seen = clipped(corners, true, clip_);
    if (seen.size() > 2) text_ += path(seen, looks, " Z");
}

void Svg::line(Vec2 from, Vec2 to, const std::string& looks) {
    const std::vector<Vec2> seen = clipped({from, to}, false, clip_);
    if (seen.size() == 2) text_ += path(seen, looks, "");
}

void Svg::arrow(Vec2 from, Vec2 to, const std::string& looks) {
    constexpr double half_shaft = 1.0, head_length = 8.0, head_half = 4.0;  // pixels
    const double length = norm(to - from);
    if (length < 1.0) return;  // nothing to be seen
    const Vec2 along = (1.0 / length) * (to - from), across = perpendicular(along);
    const double head = std::min(head_length, length), half = head_half * head / head_length;
    const Vec2 neck = to - head * along;
    if (length > head)
        polygon({neck + half_shaft * across, from + half_shaft * across, from - half_shaft * across,
                 neck - half_shaft * across},
                looks);
    polygon({neck - half * across, to, neck + half * across}, looks);
}

void Svg::circle(Vec2 centre, double radius, const std::string& looks) {
    if (clip_.grown(-radius).meets(Rectangle::around(centre))) {
        text_ += "<circle " + attributes_of(looks) + " cx=\"" + pixels(centre.x) + "\" cy=\"" +
                 pixels(centre.y) + "\" r=\"" + pixels(radius) + "\"/>\n";
        return;
    }
    std::vector<Vec2> corners;  // of a polygon, that can be cut
    for (const Vec2 p : unit_circle(64)) corners.push_back(centre + radius * p);
    polygon(corners, looks);
}

void Svg::text(Vec2 at, const std::string& words, const std::string& looks) {
    text_ += "<text " + attributes_of(looks) + " x=\"" + pixels(at.x) + "\" y=\"" + pixels(at.y) + "\">" +
             escaped(words) + "</text>\n";
}

double round_below(double value) {
    if (!(value > shortest_scale) || !std::isfinite(value)) return 1.0;
    const std::string text = in_format(value, std::chars_format::scientific, 16);  // d.d...e-03
    const char* digit = text[0] >= '5' ? "5" : text[0] >= '2' ? "2" : "1";
    return parse_number(digit + text.substr(text.find('e')));
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
