#pragma once

#include <cmath>

#include "oba_bodies.h"

namespace restraint::scenes {

/// The measures of an hourglass for n bodies of size 1 and the given volume in m^3: a square funnel, slanted
/// by `slope` rad, above a box.
struct Hourglass {
    Hourglass(std::size_t n, double clear, double volume)
        : row(std::ceil(std::cbrt(static_cast<double>(n)))), neck(clear), bulk(volume) {}
    double row;  // bodies in a row of the filled funnel
    double neck, bulk, slope = 0.7;
    double width() const { return std::max(1.3 * row + 1.0, neck + 3.0); }
    /// Height of the neck over the floor: what lies loosely fills 0.6 of its room, and heaps up.
    double box() const {
        return std::max(0.5 * width(), bulk / (0.6 * width() * width()) + 0.3 * width()) + 1.0;
    }
    double rim() const { return box() + 0.5 * (width() - neck) * std::tan(slope); }
    double height() const { return rim() + 1.3 * (row + 1.0); }
};

/// Adds floor, walls and funnel, glass in front and behind, and fills n bodies above it in layers; `add` adds
/// one at a place.
inline Staging hourglass(std::size_t n, const Hourglass& glass,
                         const std::function<void(World&, Vec3)>& add) {
    Staging staging;
    World& world = staging.world;
    const double width = glass.width(), slope = glass.slope, t = 0.5;
    add_shaft(world, width, width, glass.height());
    for (const double side : {-1.0, 1.0}) {
        // A slope's upper face runs from the neck's edge to the wall.
        const double length = 0.5 * (width - glass.neck) / std::cos(slope);
        const double away = 0.25 * (width + glass.neck) + 0.5 * t * std::sin(slope);
        const double z = 0.5 * (glass.box() + glass.rim()) - 0.5 * t * std::cos(slope);
        add_wall(world, {length, width, t}, {side * away, 0, z}, {0, -side * slope, 0});
        add_glass(world, {width, length, t}, {0, side * away, z}, {side * slope, 0, 0});
    }
    const auto row = static_cast<std::size_t>(glass.row);
    for (std::size_t i = 0; i < n; ++i) {
        const auto place = [&](std::size_t k) {
            return 1.3 * (static_cast<double>(k % row) - 0.5 * (glass.row - 1.0));
        };
        const std::size_t layer = i / (row * row);
        const double shift = layer % 2 == 0 ? 0.05 : -0.05;
        add(world,
            {place(i) + shift, place(i / row) - shift, glass.rim() + 0.7 + 1.3 * static_cast<double>(layer)});
    }
    staging.last_word = [neck = glass.box()](const World& w) {
        return how_many(w, "below the neck", [neck](Vec3 x) { return x.z < neck; });
    };
    return staging;
}

}  // namespace restraint::scenes
