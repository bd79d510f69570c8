#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "restraint/linalg/block_sparse.h"
#include "restraint/linalg/matrix.h"
#include "restraint/linalg/sparse_rows.h"

/// What tests alone ask of matrices.
namespace restraint {

/// The square matrix with d on its diagonal and zeros elsewhere.
inline Matrix diagonal(const Vector& d) {
    Matrix result(d.size(), d.size());
    for (std::size_t i = 0; i < d.size(); ++i) result(i, i) = d[i];
    return result;
}

/// The matrix of these full rows, without its zeros.
inline SparseRows rows_of(const std::vector<Vector>& rows) {
    SparseRows result(rows[0].size());
    for (const Vector& row : rows) result.append_full_row(row);
    return result;
}

/// max_i sum_j |a_ij|, the norm that goes with max_norm of vectors.
inline double max_norm(const Matrix& a) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        double sum = 0.0;
        for (double entry : a.row(i)) sum += std::abs(entry);
        largest = std::max(largest, sum);
    }
    return largest;
}

/// The matrix of the blocks with its zeros.
inline Matrix dense(const BlockSparse& a) {
    Matrix result(a.rows(), a.cols());
    for (std::size_t k = 0; k < a.blocks().size(); ++k) {
        const BlockSparse::Block& block = a.blocks()[k];
        const double* entry = a.entries(k).data();
        for (std::size_t r = 0; r < block.ilength; ++r)
            for (std::size_t c = 0; c < block.jlength; ++c) result(block.i + r, block.j + c) += *entry++;
    }
    return result;
}

}  // namespace restraint
