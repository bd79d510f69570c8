#include "restraint/gauss/residual.h"

#include <algorithm>
#include <cmath>

namespace restraint::gauss {
namespace {

/// A row at the projection x, and what it is made of.
struct RowValue {
    double change = 0.0;     // J (x - target)
    double moduli = 0.0;     // the sum of the moduli of the terms of `change`
    double length = 0.0;     // sqrt(J W J')
    double violation = 0.0;  // beyond the lower side (positive multipliers push there) or the upper one
    double slack = 0.0;      // from the side that the multiplier belongs to
};

RowValue evaluate(std::span<const InverseMass> inverse_masses, const std::vector<std::size_t>& offsets,
                  const Vector& target, const Row& row, const Projection& projection, double multiplier) {
    RowValue result;
    AccurateSum below, above, change;  // lower - J x, J x - upper, J (x - target)
    double square = 0.0;
    below.add(row.lower);
    above.add(-row.upper);
    for (const Block& block : row.blocks()) {
        const InverseMass& w = inverse_masses[block.body];
        for (std::size_t k = 0; k < block.size; ++k) {
            const std::size_t j = offsets[block.body] + k;
            const double coefficient = block.coefficients[k];
            below.add(-coefficient, projection.x[j]);
            above.add(coefficient, projection.x[j]);
            change.add(coefficient, projection.x[j]);
            change.add(-coefficient, target[j]);
            result.moduli += std::abs(coefficient * (projection.x[j] - target[j]));
            for (std::size_t l = 0; l < block.size; ++l)
                square += coefficient * w(k, l) * block.coefficients[l];
        }
    }
    result.change = change.rounded();
    result.length = std::sqrt(square);
    // (an absent side is infinite, and a sum with it is NaN)
    const double under = std::isfinite(row.lower) ? below.rounded() : -optimize::infinity;
    const double over = std::isfinite(row.upper) ? above.rounded() : -optimize::infinity;
    result.violation = std::max({0.0, under, over});
    result.slack = std::abs(multiplier > 0.0 ? under : over);
    return result;
}

}  // namespace

double kkt_residual(std::span<const InverseMass> inverse_masses, const Vector& target,
                    std::span<const Row> rows, const Projection& projection, double side_rounding) {
    std::vector<std::size_t> offsets{0};
    for (const InverseMass& w : inverse_masses) offsets.push_back(offsets.back() + w.size());

    std::vector<RowValue> values;
    double work = 0.0, largest_pull = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double multiplier = projection.multipliers[i];
        values.push_back(evaluate(inverse_masses, offsets, target, rows[i], projection, multiplier));
        work += multiplier * values[i].change;
        largest_pull = std::max(largest_pull, std::abs(multiplier) * values[i].length);
    }
    // |x - target| in the metric of the masses, which has one unit where x has several.
    const double distance = std::sqrt(std::max(0.0, work));

    double worst = 0.0;
    Vector left = projection.x - target;  // less W J' multipliers
    Vector moduli(left.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RowValue& v = values[i];
        const double multiplier = projection.multipliers[i];
        const double size = v.length * distance + v.moduli + side_rounding;
        worst = std::max(worst, (v.violation - side_rounding) / size);
        if (multiplier == 0.0) continue;
        worst = std::max(worst,
                         std::abs(multiplier) * v.length / largest_pull * (v.slack - side_rounding) / size);
        for (const Block& block : rows[i].blocks())
            for (std::size_t k = 0; k < block.size; ++k)
                for (std::size_t l = 0; l < block.size; ++l) {
                    const std::size_t j = offsets[block.body] + k;
                    const double term = inverse_masses[block.body](k, l) * block.coefficients[l] * multiplier;
                    left[j] -= term;
                    moduli[j] += std::abs(term);
                }
    }
    for (std::size_t body = 0; body < inverse_masses.size(); ++body)
        for (std::size_t k = 0; k < inverse_masses[body].size(); ++k) {
            const std::size_t j = offsets[body] + k;
            const double size = std::sqrt(inverse_masses[body](k, k)) * distance + moduli[j];
            if (left[j] != 0.0) worst = std::max(worst, size > 0.0 ? std::abs(left[j]) / size : 1.0);
        }
    return worst;
}

}  // namespace restraint::gauss
