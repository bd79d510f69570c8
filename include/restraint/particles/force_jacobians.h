#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/block_sparse.h"
#include "restraint/linalg/mat3.h"

namespace restraint::particles {

/// df/dx and df/dv of all particles as two block-sparse matrices (3n x 3n), with one 3 x 3 block (i, j) where
/// the force on particle i depends on particle j.   [PBM-SD-cg]
///
/// Both have blocks at the same places. A block is made when an entry is first added to it, and is then kept:
/// after the first step of a model no memory is allocated.
class ForceJacobians {
  public:
    explicit ForceJacobians(std::size_t particles = 0)
        : dx_(3 * particles, 3 * particles), dv_(3 * particles, 3 * particles), rows_(particles) {}

    std::size_t particles() const { return rows_.size(); }

    /// Adds to df_i/dx_j (N/m) and df_i/dv_j (N s/m).
    void add(std::size_t i, std::size_t j, const Mat3& df_dx, const Mat3& df_dv);
    void set_zero();

    const BlockSparse& df_dx() const { return dx_; }
    const BlockSparse& df_dv() const { return dv_; }

  private:
    struct Entry {
        std::size_t j, block;
    };
    std::size_t block(std::size_t i, std::size_t j);

    BlockSparse dx_, dv_;
    std::vector<std::vector<Entry>> rows_;  // the blocks of each row of particles, a dozen or so
};

}  // namespace restraint::particles
