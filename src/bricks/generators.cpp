#include "restraint/bricks/generators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "restraint/bricks/tolerances.h"

namespace restraint::bricks {
namespace {

void require_positive(const std::string& what, double value) {
    if (!(value > 0.0) || !std::isfinite(value))
        throw std::invalid_argument(what + " is " + shown(value) + ", but must be positive and finite");
}

void require_finite(const std::string& what, Vec2 point) {
    for (const double value : {point.x, point.y})
        if (!std::isfinite(value)) throw std::invalid_argument(what + " is " + shown(value));
}

/// Strictly convex and counter-clockwise: every corner turns left, and the edges turn round just once (a
/// five-pointed star turns left at every corner too, but goes round twice).
void require_convex(const std::string& polygon, const std::vector<Vec2>& vertices) {
    const std::size_t n = vertices.size();
    if (n < 3)
        throw std::invalid_argument(polygon + " has " + std::to_string(n) +
                                    " vertices, but needs at least 3");
    double turn = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 in = vertices[(i + 1) % n] - vertices[i];
        const Vec2 out = vertices[(i + 2) % n] - vertices[(i + 1) % n];
        // A corner whose sine is at rounding level is no corner.
        if (!(cross(in, out) > corner_tolerance * norm(in) * norm(out)))
            throw std::invalid_argument(polygon +
                                        " is not convex and counter-clockwise with a true corner at vertex " +
                                        std::to_string((i + 1) % n));
        turn += std::atan2(cross(in, out), dot(in, out));
    }
    if (const long rounds = std::lround(turn / (2.0 * std::numbers::pi)); rounds != 1)
        throw std::invalid_argument(polygon + " winds round itself " + std::to_string(rounds) +
                                    " times, but must be convex");
}

void set_masses(Body& body, const std::string& what, double mass, double inertia) {
    require_positive("the mass of " + what, mass);
    require_positive("the moment of inertia of " + what, inertia);
    body.mass = mass;
    body.inertia = inertia;
}

constexpr double brick_width = 1.0, brick_height = 0.25;  // m
constexpr std::size_t most_bricks = 100000;

void require_sizes(std::size_t least, double scale) {
    if (least < 1) throw std::invalid_argument("a tower of 0 bricks");
    require_positive("the scale", scale);
}

void add_brick(Tower& tower, double x, std::size_t row, double width = brick_width) {
    if (tower.bodies.size() == most_bricks)
        throw std::invalid_argument("a tower of more than " + std::to_string(most_bricks) + " bricks");
    const double y = (static_cast<double>(row) + 0.5) * brick_height;
    const std::string name = "b" + std::to_string(tower.bodies.size() + 1);
    tower.bodies.push_back(make_brick(name, {{x, y}, 0.0}, width, brick_height));
}

/// A row of bricks side by side, symmetric about x = centre; their centres are `spacing` apart.
void add_row(Tower& tower, std::size_t row, std::size_t count, double centre, double spacing) {
    for (std::size_t i = 0; i < count; ++i)
        add_brick(tower, centre + spacing * (static_cast<double>(i) - 0.5 * static_cast<double>(count - 1)),
                  row);
}

/// Adds the table: from far to the left of all bricks up to x_right, or far to the right of them.
Tower on_table(Tower tower, double x_right = std::numeric_limits<double>::infinity()) {
    double reach = 10.0;
    for (const Body& body : tower.bodies)
        reach = std::max(reach, 2.0 * std::ceil(std::abs(body.pose.position.x)));
    tower.tables.push_back({"table", -reach, std::min(x_right, reach), 0.0});
    return tower;
}

/// Rows of these numbers of bricks, one above the other on a wide table.
template <typename Count>
Tower of_rows(std::size_t rows, double scale, const Count& bricks_in) {
    Tower tower;
    for (std::size_t row = 0; row < rows; ++row)
        add_row(tower, row, bricks_in(row), 0.0, scale * brick_width);
    return on_table(std::move(tower));
}

/// Bricks given by their centres x, row by row.
Tower over_the_edge(const std::vector<std::vector<double>>& rows, double shift) {
    Tower tower;
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (const double x : rows[row]) add_brick(tower, x + shift, row);
    return on_table(std::move(tower), 0.0);
}

}  // namespace

Body make_brick(std::string name, Pose pose, double width, double height, double density) {
    const std::string brick = "brick " + name;
    require_positive("the width of " + brick, width);
    require_positive("the height of " + brick, height);
    require_positive("the density of " + brick, density);
    require_finite("the centre of " + brick, pose.position);
    if (!(std::abs(pose.angle) <= largest_angle))
        throw std::invalid_argument("the angle of " + brick + " is " + shown(pose.angle) +
                                    " rad, but must be at most " + shown(largest_angle) +
                                    " rad: beyond, doubles do not tell directions apart");
    Body body;
    body.name = std::move(name);
    body.rectangle = true;
    const double x = width / 2.0, y = height / 2.0, mass = density * width * height;
    body.vertices = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    body.pose = pose;
    set_masses(body, brick, mass, mass * (width * width + height * height) / 12.0);
    return body;
}

// Exact moments, as sums over the triangles from the first vertex. With the sides s and t from there, a
// triangle of area A has the centroid (s + t)/3 and, about that vertex, the second moment
// A (|s|^2 + s.t + |t|^2)/6. Coordinates from a vertex, and not from far away, keep the digits.
Body make_polygon(std::string name, const std::vector<Vec2>& world_vertices, double density) {
    const std::string polygon = "polygon " + name;
    require_positive("the density of " + polygon, density);
    for (const Vec2 vertex : world_vertices) require_finite("a vertex of " + polygon, vertex);
    require_convex(polygon, world_vertices);
    double area = 0.0, second = 0.0;  // m^2, m^4
    Vec2 first;                       // m^3
    for (std::size_t i = 1; i + 1 < world_vertices.size(); ++i) {
        const Vec2 s = world_vertices[i] - world_vertices[0], t = world_vertices[i + 1] - world_vertices[0];
        const double triangle = cross(s, t) / 2.0;
        area += triangle;
        first += (triangle / 3.0) * (s + t);
        second += triangle / 6.0 * (dot(s, s) + dot(s, t) + dot(t, t));
    }
    const Vec2 centroid = (1.0 / area) * first;
    Body body;
    body.name = std::move(name);
    body.pose.position = world_vertices[0] + centroid;
    for (const Vec2 vertex : world_vertices) body.vertices.push_back(vertex - body.pose.position);
    second -= area * dot(centroid, centroid);  // parallel axes
    set_masses(body, polygon, density * area, density * second);
    return body;
}

void set_mass(Body& body, double mass) {
    set_masses(body, body.name, mass, body.inertia * (mass / body.mass));
}

Tower single(double scale) { return harmonic(1, scale); }

Tower harmonic(std::size_t bricks, double scale) {
    require_sizes(bricks, scale);
    Tower tower;
    double overhang = 0.0;
    for (std::size_t row = 0; row < bricks; ++row) {
        overhang += brick_width / (2.0 * static_cast<double>(bricks - row));
        add_brick(tower, scale * overhang - brick_width / 2.0, row);
    }
    return on_table(std::move(tower), 0.0);
}

Tower parabolic_stack(std::size_t order, double scale) {
    require_sizes(order, scale);
    const double shift = (scale - 1.0) * static_cast<double>(order) / 2.0;
    Tower tower;
    std::size_t row = 0;
    add_row(tower, row++, 1, shift, brick_width);
    for (std::size_t slab = 2; slab <= order; ++slab)
        for (std::size_t k = 0; k < 2 * slab - 3; ++k)
            add_row(tower, row++, slab - k % 2, shift, brick_width);
    return on_table(std::move(tower), 0.0);
}

Tower optimal_stack(std::size_t bricks, double scale) {
    if (bricks > 5) throw std::invalid_argument("the optimal stacks are known here for 1 to 5 bricks");
    if (bricks < 3) return harmonic(bricks, scale);
    require_sizes(bricks, scale);
    if (bricks == 3) return over_the_edge({{0.0}, {-0.5, 0.5}}, scale - 1.0);
    if (bricks == 4) {
        // The right brick of the second row is held down by the third row, which also rests on the left one.
        const double root = std::sqrt(2.0), overhang = (15.0 - 4.0 * root) / 8.0;
        return over_the_edge({{3.0 / 8.0 - root / 4.0},
                              {-9.0 / 16.0, 11.0 / 8.0 - root / 2.0},
                              {3.0 * root / 4.0 - 19.0 / 16.0}},
                             (scale - 1.0) * overhang);
    }
    // Bricks A, B, R step to the right; D lies on C and presses the left end of B with f brick weights. With
    // A at 0, the balance of B about the end of A gives its place b = (1/2 + f)/(2 + f), the overhang is
    // b + 1 - f/5, and that is largest at (2 + f)^2 = 15/2. Where D rests on C is free: here at -1/4.
    const double root = std::sqrt(30.0), f = root / 2.0 - 2.0, b = 1.0 - root / 10.0;
    const double overhang = (12.0 - root) / 5.0, edge = f / 5.0;
    return over_the_edge({{0.0}, {f / 4.0 - 3.0 / 4.0, b}, {f * (b - 1.0 / 4.0) - 1.0 / 4.0, b + 1.0 / 2.0}},
                         (scale - 1.0) * overhang - edge);
}

Tower inverted_pyramid(std::size_t rows, double scale) {
    require_sizes(rows, scale);
    return of_rows(rows, scale, [](std::size_t row) { return row + 1; });
}

Tower diamond(std::size_t n, double scale) {
    require_sizes(n, scale);
    return of_rows(2 * n - 1, scale, [n](std::size_t row) { return std::min(row + 1, 2 * n - 1 - row); });
}

Tower wall(std::size_t rows, std::size_t columns, double scale) {
    require_sizes(std::min(rows, columns), scale);
    Tower tower;
    const double end = 0.5 * static_cast<double>(columns) - 0.25;  // centre of a half brick at the right end
    for (std::size_t row = 0; row < rows; ++row) {
        const bool shifted = row % 2 == 1;
        if (shifted) add_brick(tower, -scale * end, row, brick_width / 2.0);
        add_row(tower, row, shifted ? columns - 1 : columns, 0.0, scale * brick_width);
        if (shifted) add_brick(tower, scale * end, row, brick_width / 2.0);
    }
    return on_table(std::move(tower));
}

Tower stack_bond(std::size_t rows, std::size_t columns, double scale) {
    require_sizes(std::min(rows, columns), scale);
    return of_rows(rows, scale, [columns](std::size_t) { return columns; });
}

}  // namespace restraint::bricks
