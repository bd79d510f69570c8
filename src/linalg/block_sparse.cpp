#include "restraint/linalg/block_sparse.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace restraint {

std::size_t BlockSparse::add_block(std::size_t i, std::size_t j, std::size_t ilength, std::size_t jlength) {
    if (i + ilength > rows_ || j + jlength > cols_)
        throw std::invalid_argument("a block of " + std::to_string(ilength) + " x " +
                                    std::to_string(jlength) + " at (" + std::to_string(i) + ", " +
                                    std::to_string(j) + ") reaches beyond a matrix of " +
                                    std::to_string(rows_) + " x " + std::to_string(cols_));
    blocks_.push_back({i, j, ilength, jlength, entries_.size()});
    entries_.resize(entries_.size() + ilength * jlength, 0.0);
    return blocks_.size() - 1;
}

void BlockSparse::set_zero() { std::fill(entries_.begin(), entries_.end(), 0.0); }

namespace {

/// use(row, column, entry) for every entry of every block.
template <typename Use>
void for_entries(const BlockSparse& a, Use use) {
    for (std::size_t k = 0; k < a.blocks().size(); ++k) {
        const BlockSparse::Block& block = a.blocks()[k];
        const double* entry = a.entries(k).data();
        for (std::size_t r = 0; r < block.ilength; ++r)
            for (std::size_t c = 0; c < block.jlength; ++c) use(block.i + r, block.j + c, *entry++);
    }
}

}  // namespace

Vector operator*(const BlockSparse& a, const Vector& x) {
    require_same_size("the vector", x.size(), "a matrix row", a.cols());
    Vector result(a.rows());
    for_entries(a, [&](std::size_t i, std::size_t j, double entry) { result[i] += entry * x[j]; });
    return result;
}

Vector transpose_times(const BlockSparse& a, const Vector& x) {
    require_same_size("the vector", x.size(), "a matrix column", a.rows());
    Vector result(a.cols());
    for_entries(a, [&](std::size_t i, std::size_t j, double entry) { result[j] += entry * x[i]; });
    return result;
}

}  // namespace restraint
