#include "restraint/bricks/step_model.h"

#include <algorithm>
#include <cmath>

namespace restraint::bricks {

FineVector operator+(const FineVector& a, const FineVector& b) {
    FineVector sum(a.size());
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] = a[j] + b[j];
    return sum;
}

FineVector operator*(double factor, const FineVector& a) {
    FineVector product(a.size());
    for (std::size_t j = 0; j < product.size(); ++j) product[j] = factor * a[j];
    return product;
}

bool all_finite(const FineVector& a) {
    return std::all_of(a.begin(), a.end(), [](const Fine& x) { return std::isfinite(x.rounded()); });
}

double max_norm(const FineVector& a) {
    double largest = 0.0;
    for (const Fine& x : a) largest = std::max(largest, std::abs(x.rounded()));
    return largest;
}

double row_value(const gauss::Row& row, const FineVector& x, std::size_t coordinates) {
    Fine sum;
    for (const gauss::Block& block : row.blocks())
        for (std::size_t k = 0; k < block.size; ++k)
            sum += block.coefficients[k] * x[coordinates * block.body + k];
    return sum.rounded();
}

Energy StepModel::energy(const FineVector& positions, const FineVector& velocities) const {
    Energy sum;
    for (std::size_t j = 0; j < positions.size(); ++j) {
        const std::size_t k = j % coordinates;
        const double inverse_mass = inverse_masses[j / coordinates](k, k), velocity = velocities[j].rounded();
        if (inverse_mass == 0.0) continue;
        sum.kinetic += 0.5 * velocity * velocity / inverse_mass;
        sum.potential -= (gravity[j] * positions[j]).rounded() / inverse_mass;
    }
    return sum;
}

Step StepModel::step_from(const Tower& tower, const FineVector& positions, const FineVector& carried,
                          const FineVector& free) const {
    std::vector<Outline> now = outlines_at(positions), then = outlines_at(positions + free);
    const double size = loop_size(tower);
    // Two bodies may meet that both move as fast as the fastest one.
    double farthest = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i)
        for (std::size_t k = 0; k < now[i].corners.size(); ++k)
            farthest = std::max(farthest, norm(then[i].world_corner(k) - now[i].world_corner(k)));
    const double reach = 2.0 * farthest + 1e-3 * size;
    return {positions, carried, free, {tower, std::move(now), std::move(then), size, reach}};
}

}  // namespace restraint::bricks
