#pragma once

#include <algorithm>
#include <cmath>

#include "restraint/linalg/matrix.h"

/// What tests alone ask of matrices.
namespace restraint {

/// The square matrix with d on its diagonal and zeros elsewhere.
inline Matrix diagonal(const Vector& d) {
    Matrix result(d.size(), d.size());
    for (std::size_t i = 0; i < d.size(); ++i) result(i, i) = d[i];
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

}  // namespace restraint
