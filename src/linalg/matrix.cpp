#include "restraint/linalg/matrix.h"

namespace restraint {

namespace {

void require_same_shape(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols())
        throw std::invalid_argument("the left matrix is " + shape(a) + ", but the right one is " + shape(b));
}

}  // namespace

Matrix identity(std::size_t n) {
    Matrix result(n, n);
    for (std::size_t i = 0; i < n; ++i) result(i, i) = 1.0;
    return result;
}

Matrix transpose(const Matrix& a) {
    Matrix result(a.cols(), a.rows());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < a.cols(); ++j) result(j, i) = a(i, j);
    return result;
}

Matrix operator+(const Matrix& a, const Matrix& b) {
    require_same_shape(a, b);
    Matrix result = a;
    for (std::size_t k = 0; k < result.entries().size(); ++k) result.entries()[k] += b.entries()[k];
    return result;
}

Matrix operator-(const Matrix& a, const Matrix& b) { return a + (-1.0) * b; }

Matrix operator*(double s, const Matrix& a) {
    Matrix result = a;
    for (double& entry : result.entries()) entry *= s;
    return result;
}

Matrix operator*(const Matrix& a, const Matrix& b) {
    if (a.cols() != b.rows())
        throw std::invalid_argument("the left matrix is " + shape(a) + ", but the right one is " + shape(b));
    Matrix result(a.rows(), b.cols());
    // Row i of the product is the combination of b's rows with the entries of row i of a.
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t k = 0; k < a.cols(); ++k)
            for (std::size_t j = 0; j < b.cols(); ++j) result(i, j) += a(i, k) * b(k, j);
    return result;
}

Vector operator*(const Matrix& a, const Vector& x) {
    require_same_size("the vector", x.size(), "a matrix row", a.cols());
    Vector result(a.rows());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < a.cols(); ++j) result[i] += a(i, j) * x[j];
    return result;
}

Vector transpose_times(const Matrix& a, const Vector& x) {
    require_same_size("the vector", x.size(), "a matrix column", a.rows());
    Vector result(a.cols());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < a.cols(); ++j) result[j] += a(i, j) * x[i];
    return result;
}

void require_square(const std::string& what, const Matrix& a) {
    if (a.rows() != a.cols()) throw std::invalid_argument(what + " is " + shape(a) + ", but must be square");
}

}  // namespace restraint
