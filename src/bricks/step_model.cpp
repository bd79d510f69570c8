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

FineVector StepModel::gravity(Vec2 gravity) const {
    FineVector result(positions_.size());
    for (std::size_t i = 0; i < result.size() / coordinates_; ++i)
        if (inverse_masses_[i](0, 0) > 0.0) {
            result[coordinates_ * i] = gravity.x;
            result[coordinates_ * i + 1] = gravity.y;
        }
    return result;
}

double StepModel::linearise(const Step&, const FineVector&, const std::vector<SidednessRow>&,
                            std::vector<gauss::Row>&) const {
    return 0.0;
}

Step StepModel::step_from(const Tower& tower, const FineVector& positions, const FineVector& carried,
                          const FineVector& free) const {
    std::vector<Outline> now = outlines_at(positions), then = outlines_at(positions + free);
    const double size = loop_size(tower);
    // Two bodies may meet that both move as fast as the fastest one.
    double farthest = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i)
        for (std::size_t k = 0; k < now[i].corners.size(); ++k)
            farthest = std::max(
                farthest, norm((then[i].centre - now[i].centre) + (then[i].corners[k] - now[i].corners[k])));
    const double reach = 2.0 * farthest + 1e-3 * size;
    return {positions, carried, free, {tower, std::move(now), std::move(then), size, reach}};
}

}  // namespace restraint::bricks
