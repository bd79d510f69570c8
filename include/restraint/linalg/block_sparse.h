#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "restraint/linalg/vector.h"

namespace restraint {

/// An m x n matrix that is zero but for some dense blocks, kept as the list of them.   [PBM-F-block]
///
/// A constraint on a few particles, or a force between two, fills a block for each particle it touches. Its
/// blocks are added once, when the model is built, and filled anew at every evaluation. Blocks may overlap:
/// their entries add up.
class BlockSparse {
  public:
    /// A block's place: its first row i and column j, and its shape ilength x jlength.
    struct Block {
        std::size_t i, j, ilength, jlength;
        std::size_t start;  // where its entries begin, row by row, among those of all blocks
    };

    BlockSparse() = default;
    BlockSparse(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols) {}

    std::size_t rows() const { return rows_; }
    std::size_t cols() const { return cols_; }

    /// Adds a block of zeros and returns its number, counted from 0. Throws std::invalid_argument if the
    /// block reaches beyond the matrix.
    std::size_t add_block(std::size_t i, std::size_t j, std::size_t ilength, std::size_t jlength);

    /// Adds rows of zeros at the bottom: a constraint may join a model at any time.
    void add_rows(std::size_t rows) { rows_ += rows; }

    std::span<const Block> blocks() const { return blocks_; }

    /// The ilength x jlength entries of block k, row by row.
    std::span<double> entries(std::size_t k) { return {entries_.data() + blocks_[k].start, area(k)}; }
    std::span<const double> entries(std::size_t k) const {
        return {entries_.data() + blocks_[k].start, area(k)};
    }
    /// Entry (r, c) of block k, counted within the block.
    double& entry(std::size_t k, std::size_t r, std::size_t c) {
        return entries_[blocks_[k].start + r * blocks_[k].jlength + c];
    }

    /// Sets the entries of all blocks to zero; the blocks stay.
    void set_zero();

  private:
    std::size_t area(std::size_t k) const { return blocks_[k].ilength * blocks_[k].jlength; }

    std::size_t rows_ = 0, cols_ = 0;
    std::vector<Block> blocks_;
    std::vector<double> entries_;
};

/// A x: every block times its slice of x, added to its slice of the result.
Vector operator*(const BlockSparse& a, const Vector& x);

/// A'x, the same with rows and columns exchanged.
Vector transpose_times(const BlockSparse& a, const Vector& x);

}  // namespace restraint
