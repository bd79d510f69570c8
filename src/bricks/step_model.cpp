#include "restraint/bricks/step_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace restraint::bricks {
namespace {

/// Half of one row and half of the other, with the mean of their lower sides.
gauss::Row mean(const gauss::Row& a, const gauss::Row& b) {
    gauss::Row result;
    result.lower = 0.5 * (a.lower + b.lower);
    for (const gauss::Row* row : {&a, &b})
        for (const gauss::Block& block : row->blocks()) {
            std::array<double, 6> half{};
            for (std::size_t i = 0; i < block.size; ++i) half[i] = 0.5 * block.coefficients[i];
            result.add(block.body, std::span<const double>(half.data(), block.size));
        }
    return result;
}

}  // namespace

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

std::size_t StepModel::variables() const {
    std::size_t sum = 0;
    for (const gauss::InverseMass& w : inverse_masses_) sum += w.size();
    return sum;
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

std::vector<gauss::Row> StepModel::rows(const Step& step, const std::vector<SidednessRow>& sides) const {
    std::vector<gauss::Row> result = joints(step);
    for (const SidednessRow& row : sides) result.push_back(side(step, row));
    return result;
}

gauss::Row StepModel::side(const Step& step, const SidednessRow& side) const {
    return mean(gap_row(step, side.first), gap_row(step, side.second));
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
