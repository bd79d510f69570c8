#include "restraint/gauss/residual.h"

#include <algorithm>
#include <cmath>

namespace restraint::gauss {

double kkt_residual(std::span<const InverseMass> inverse_masses, const Vector& target,
                    std::span<const Row> rows, const Projection& projection, double side_rounding) {
    std::vector<std::size_t> offsets{0};
    for (const InverseMass& w : inverse_masses) offsets.push_back(offsets.back() + w.size());

    Vector pull = projection.x - target;  // less what the rows pull: W J' multipliers
    Vector pull_size(pull.size());
    const double change = max_norm(pull);
    double largest_multiplier = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        largest_multiplier = std::max(largest_multiplier, std::abs(projection.multipliers[i]));

    double worst = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double multiplier = projection.multipliers[i];
        long double value = 0.0L;
        double size = change;
        for (const Block& block : rows[i].blocks()) {
            const std::size_t at = offsets[block.body];
            const InverseMass& w = inverse_masses[block.body];
            for (std::size_t k = 0; k < block.size; ++k) {
                value += static_cast<long double>(block.coefficients[k]) * projection.x[at + k];
                size += std::abs(block.coefficients[k] * (projection.x[at + k] - target[at + k]));
                for (std::size_t l = 0; l < block.size; ++l) {
                    const double term = w(k, l) * block.coefficients[l] * multiplier;
                    pull[at + k] -= term;
                    pull_size[at + k] += std::abs(term);
                }
            }
        }
        const double below = static_cast<double>(rows[i].lower - value);  // positive: violated
        const double above = static_cast<double>(value - rows[i].upper);
        const double violation = std::max(below, above) - side_rounding;
        if (violation > 0.0) worst = std::max(worst, violation / (size + side_rounding));
        if (multiplier == 0.0) continue;
        const double slack = std::max(0.0, std::abs(multiplier > 0.0 ? below : above) - side_rounding);
        if (slack > 0.0)
            worst =
                std::max(worst, std::abs(multiplier) / largest_multiplier * slack / (size + side_rounding));
    }
    for (std::size_t j = 0; j < pull.size(); ++j)
        if (pull[j] != 0.0) worst = std::max(worst, std::abs(pull[j]) / (change + pull_size[j]));
    return worst;
}

}  // namespace restraint::gauss
