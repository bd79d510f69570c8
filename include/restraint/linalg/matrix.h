#pragma once

#include "restraint/linalg/dense_matrix.h"

namespace restraint {

/// The n x n identity.
Matrix identity(std::size_t n);

/// A', n x m.
Matrix transpose(const Matrix& a);

/// Sums, products; shapes that do not fit throw std::invalid_argument and name both.
Matrix operator+(const Matrix& a, const Matrix& b);
Matrix operator-(const Matrix& a, const Matrix& b);
Matrix operator*(double s, const Matrix& a);
Matrix operator*(const Matrix& a, const Matrix& b);
Vector operator*(const Matrix& a, const Vector& x);

/// A'x without forming A'.
Vector transpose_times(const Matrix& a, const Vector& x);

/// Throws std::invalid_argument "WHAT is m x n, but must be square" unless it is.
void require_square(const std::string& what, const Matrix& a);

}  // namespace restraint
