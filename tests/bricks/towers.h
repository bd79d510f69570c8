#pragma once

#include <string>

#include "restraint/bricks/tower.h"

/// Towers of 1 x 1/4 bricks for the tests, centred on x = 0, on a wide table, built plainly from their
/// definitions.
namespace restraint::bricks {

/// Adds a row of `count` bricks side by side, centred on x, as layer `layer` from 0.
inline void add_row(Tower& tower, std::size_t count, double x, std::size_t layer) {
    for (std::size_t i = 0; i < count; ++i) {
        const double place = x + static_cast<double>(i) - (static_cast<double>(count) - 1.0) / 2.0;
        const double height = 0.125 + 0.25 * static_cast<double>(layer);
        tower.bodies.push_back(
            make_brick("b" + std::to_string(tower.bodies.size()), {{place, height}, 0.0}, 1.0, 0.25));
    }
}

inline Tower wide_table() {
    Tower tower;
    tower.tables = {{"table", -20.0, 20.0, 0.0}};
    return tower;
}

/// Rows of 1, 2, ..., n, ..., 2, 1 bricks.
inline Tower diamond(std::size_t n) {
    Tower tower = wide_table();
    for (std::size_t layer = 0; layer < 2 * n - 1; ++layer)
        add_row(tower, layer < n ? layer + 1 : 2 * n - 1 - layer, 0.0, layer);
    return tower;
}

/// Rows of 1, 2, ..., n bricks, the single one below.
inline Tower inverted_pyramid(std::size_t n) {
    Tower tower = wide_table();
    for (std::size_t layer = 0; layer < n; ++layer) add_row(tower, layer + 1, 0.0, layer);
    return tower;
}

/// Joints above joints: at every inner crossing four corners meet.
inline Tower stack_bond(std::size_t rows, std::size_t columns) {
    Tower tower = wide_table();
    for (std::size_t layer = 0; layer < rows; ++layer) add_row(tower, columns, 0.0, layer);
    return tower;
}

/// A running bond: every other row is shifted by half a brick.
inline Tower bond(std::size_t rows, std::size_t columns) {
    Tower tower = wide_table();
    for (std::size_t layer = 0; layer < rows; ++layer)
        add_row(tower, columns, layer % 2 == 0 ? -0.25 : 0.25, layer);
    return tower;
}

/// n bricks, the k-th from the top reaching `scale`/(2k) beyond the one below it, the lowest one beyond the
/// table's edge at x = 0: just balanced at scale 1.   [SLIDES-harm]
inline Tower harmonic(std::size_t n, double scale) {
    Tower tower;
    tower.tables = {{"table", -20.0, 0.0, 0.0}};
    double x = -0.5;
    for (std::size_t layer = 0; layer < n; ++layer) {
        x += scale / (2.0 * static_cast<double>(n - layer));
        tower.bodies.push_back(make_brick("b" + std::to_string(layer),
                                          {{x, 0.125 + 0.25 * static_cast<double>(layer)}, 0.0}, 1.0, 0.25));
    }
    return tower;
}

}  // namespace restraint::bricks
