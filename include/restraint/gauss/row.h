#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "restraint/linalg/two_doubles.h"
#include "restraint/linalg/vector.h"

/// Chapter gauss: the true motion is the admissible motion closest to the free one, in the metric of the
/// masses.   [ROTE-Q]
///
/// Read row.h (what a constraint is), project.h (the one projection, of accelerations, velocities or
/// positions; src/GAUSS.md derives it), residual.h (how well an answer fulfils its conditions).
namespace restraint::gauss {

/// The coefficients of one body's variables in a constraint row: 2 for a particle of the plane, 3 for a brick
/// or a particle of space, 6 for a rigid body of space.
struct Block {
    std::size_t body = 0;
    std::size_t size = 0;
    std::array<double, 6> coefficients{};

    std::span<const double> values() const { return {coefficients.data(), size}; }
};

/// One linear constraint  lower <= sum over blocks of coefficients . x_body <= upper.
///
/// A contact has lower finite, upper infinite; a joint has equal sides. With a unit normal in the
/// coefficients, the multiplier of the row is the force (unknown accelerations), the impulse (velocities), or
/// the force times dt^2 (positions).
class Row {
  public:
    static constexpr std::size_t max_blocks = 4;

    double lower = 0.0;
    double upper = std::numeric_limits<double>::infinity();

    /// Adds the coefficients of one body. A second block of the same body is added to the first.
    Row& add(std::size_t body, std::initializer_list<double> coefficients) {
        return add(body, std::span<const double>(coefficients.begin(), coefficients.size()));
    }
    Row& add(std::size_t body, std::span<const double> coefficients) {
        if (coefficients.size() > 6)
            throw std::invalid_argument("a block of a row has at most 6 coefficients");
        for (std::size_t k = 0; k < count_; ++k)
            if (blocks_[k].body == body) {
                if (blocks_[k].size != coefficients.size())
                    throw std::invalid_argument("two blocks of one body in a row have different sizes");
                for (std::size_t i = 0; i < coefficients.size(); ++i)
                    blocks_[k].coefficients[i] += coefficients[i];
                return *this;
            }
        if (count_ == max_blocks) throw std::invalid_argument("a row touches at most 4 bodies");
        Block& block = blocks_[count_++];
        block.body = body;
        block.size = coefficients.size();
        for (std::size_t i = 0; i < coefficients.size(); ++i) block.coefficients[i] = coefficients[i];
        return *this;
    }

    std::span<const Block> blocks() const { return {blocks_.data(), count_}; }

  private:
    std::array<Block, max_blocks> blocks_{};
    std::size_t count_ = 0;
};

/// J x of the row, where each body has `size` of the variables x: summed with the digits that its difference
/// from a side needs.
inline TwoDoubles row_value(const Row& row, const Vector& x, std::size_t size) {
    AccurateSum sum;
    for (const Block& block : row.blocks())
        for (std::size_t k = 0; k < block.size; ++k) sum.add(block.coefficients[k], x[size * block.body + k]);
    return sum.total();
}

}  // namespace restraint::gauss
