#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "../random.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/tower.h"

namespace restraint::bricks {

/// Bricks of 1 x 1/4 dropped one after the other at random places of a field, each to the first height at
/// which nothing is in its way: they touch in faces of any length and leave gaps. The table is in the middle
/// of the field; bricks that miss it and all others are dropped again.   field, table   their widths, m
inline Tower random_heap(std::size_t bricks, double field, double table, Random& random) {
    constexpr double width = 1.0, height = 0.25;
    Tower tower;
    tower.tables.push_back({"table", -0.5 * table, 0.5 * table, 0.0});
    while (tower.bodies.size() < bricks) {
        const double x = random.uniform(-0.5, 0.5) * field;
        int row = std::abs(x) < 0.5 * (table + width) ? 0 : -1;
        for (const Body& below : tower.bodies)
            if (std::abs(below.pose.position.x - x) < width)
                row = std::max(row, static_cast<int>(below.pose.position.y / height - 0.5) + 1);
        if (row < 0) continue;
        const Pose pose{{x, (row + 0.5) * height}, 0.0};
        tower.bodies.push_back(
            make_brick("b" + std::to_string(tower.bodies.size() + 1), pose, width, height));
    }
    return tower;
}

}  // namespace restraint::bricks
