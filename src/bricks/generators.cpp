#include "restraint/bricks/generators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "restraint/bricks/bodies.h"

namespace restraint::bricks {

namespace {

constexpr double width = 1.0, height = 0.25;  // m
constexpr std::size_t most_bricks = 100000;

void require_sizes(std::size_t least, std::size_t largest, std::size_t bricks, double scale) {
    if (least < 1) throw std::invalid_argument("a tower of 0 bricks");
    // `largest` bounds the factors of `bricks`, which may have overflowed.
    if (largest > most_bricks || bricks > most_bricks)
        throw std::invalid_argument("a tower of more than " + std::to_string(most_bricks) + " bricks");
    if (!(scale > 0.0) || !std::isfinite(scale))
        throw std::invalid_argument("the scale is " + std::to_string(scale) +
                                    ", but must be positive and finite");
}

void add_brick(Tower& tower, double x, std::size_t row, double brick_width = width) {
    const double y = (static_cast<double>(row) + 0.5) * height;
    const std::string name = "b" + std::to_string(tower.bodies.size() + 1);
    tower.bodies.push_back(make_brick(name, {{x, y}, 0.0}, brick_width, height));
}

/// A row of bricks side by side, symmetric about x = centre; their centres are `spacing` apart.
void add_row(Tower& tower, std::size_t row, std::size_t count, double centre, double spacing) {
    for (std::size_t i = 0; i < count; ++i)
        add_brick(tower, centre + spacing * (static_cast<double>(i) - 0.5 * static_cast<double>(count - 1)),
                  row);
}

/// Puts the table under it: up to x_right, and far enough elsewhere.
Tower on_table(Tower tower, double x_right = std::numeric_limits<double>::infinity()) {
    double reach = 10.0;
    for (const Body& body : tower.bodies)
        reach = std::max(reach, 2.0 * std::ceil(std::abs(body.pose.position.x)));
    tower.tables.push_back({"table", -reach, std::min(x_right, reach), 0.0});
    return tower;
}

/// Rows of so many bricks, one above the other on a wide table.
template <typename Count>
Tower of_rows(std::size_t rows, double scale, const Count& bricks_in) {
    Tower tower;
    for (std::size_t row = 0; row < rows; ++row) add_row(tower, row, bricks_in(row), 0.0, scale * width);
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

Tower single(double scale) { return harmonic(1, scale); }

Tower harmonic(std::size_t bricks, double scale) {
    require_sizes(bricks, bricks, bricks, scale);
    Tower tower;
    double overhang = 0.0;
    for (std::size_t row = 0; row < bricks; ++row) {
        overhang += width / (2.0 * static_cast<double>(bricks - row));
        add_brick(tower, scale * overhang - width / 2.0, row);
    }
    return on_table(std::move(tower), 0.0);
}

Tower parabolic_stack(std::size_t order, double scale) {
    require_sizes(order, order, order * (order - 1) * (2 * order - 1) / 3 + 1, scale);
    const double shift = (scale - 1.0) * static_cast<double>(order) / 2.0;
    Tower tower;
    std::size_t row = 0;
    add_row(tower, row++, 1, shift, width);
    for (std::size_t slab = 2; slab <= order; ++slab)
        for (std::size_t k = 0; k < 2 * slab - 3; ++k) add_row(tower, row++, slab - k % 2, shift, width);
    return on_table(std::move(tower), 0.0);
}

Tower optimal_stack(std::size_t bricks, double scale) {
    if (bricks > 5) throw std::invalid_argument("the optimal stacks are known here for 1 to 5 bricks");
    if (bricks < 3) return harmonic(bricks, scale);
    require_sizes(bricks, bricks, bricks, scale);
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
    require_sizes(rows, rows, rows * (rows + 1) / 2, scale);
    return of_rows(rows, scale, [](std::size_t row) { return row + 1; });
}

Tower diamond(std::size_t n, double scale) {
    require_sizes(n, n, n * n, scale);
    return of_rows(2 * n - 1, scale, [n](std::size_t row) { return std::min(row + 1, 2 * n - 1 - row); });
}

Tower wall(std::size_t rows, std::size_t columns, double scale) {
    require_sizes(std::min(rows, columns), std::max(rows, columns), rows * (columns + 1), scale);
    Tower tower;
    const double end = 0.5 * static_cast<double>(columns) - 0.25;  // centre of a half brick at the right end
    for (std::size_t row = 0; row < rows; ++row) {
        const bool shifted = row % 2 == 1;
        if (shifted) add_brick(tower, -scale * end, row, width / 2.0);
        add_row(tower, row, shifted ? columns - 1 : columns, 0.0, scale * width);
        if (shifted) add_brick(tower, scale * end, row, width / 2.0);
    }
    return on_table(std::move(tower));
}

Tower stack_bond(std::size_t rows, std::size_t columns, double scale) {
    require_sizes(std::min(rows, columns), std::max(rows, columns), rows * columns, scale);
    return of_rows(rows, scale, [columns](std::size_t) { return columns; });
}

}  // namespace restraint::bricks
