#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// Chapter linalg: the hand-written linear algebra that every other chapter stands on.
///
/// Read in this order: tolerances.h, two_doubles.h (numbers and sums in twice the digits), vector.h,
/// dense_matrix.h, matrix.h (a dense matrix, and its algebra), inner.h and sparse_rows.h (a matrix with few
/// entries in each row, and its products); ldlt.h, lu.h (factors of a dense matrix, each with its solve),
/// growing_ldlt.h (a factor of a matrix that gains and loses rows), sparse_lu.h (the factor of a basis of the
/// simplex method); conjugate_gradient.h and block_sparse.h (large systems); vec2.h, vec3.h, mat3.h,
/// quaternion.h (plane and space). What only large problems need is in the folder fast. Sizes are
/// std::size_t, entries double, storage row by row. Shapes that do not fit throw std::invalid_argument and
/// name both.
namespace restraint {

/// A column of n real numbers, with the arithmetic of a vector space.
///
/// It is a class of its own and not a std::vector<double>, so that `x + y` is the sum of two vectors in every
/// chapter.
class Vector {
  public:
    Vector() = default;
    explicit Vector(std::size_t size, double value = 0.0) : entries_(size, value) {}
    Vector(std::initializer_list<double> entries) : entries_(entries) {}

    std::size_t size() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    double& operator[](std::size_t i) { return entries_[i]; }
    double operator[](std::size_t i) const { return entries_[i]; }
    double* data() { return entries_.data(); }
    const double* data() const { return entries_.data(); }
    auto begin() { return entries_.begin(); }
    auto end() { return entries_.end(); }
    auto begin() const { return entries_.begin(); }
    auto end() const { return entries_.end(); }
    void push_back(double value) { entries_.push_back(value); }
    /// Takes entry i out; those after it move up by one.
    void erase(std::size_t i) { entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i)); }
    void resize(std::size_t size, double value = 0.0) { entries_.resize(size, value); }

    friend bool operator==(const Vector&, const Vector&) = default;

  private:
    std::vector<double> entries_;
};

/// Throws std::invalid_argument "WHAT has A entries, but OTHER has B" unless a == b.
inline void require_same_size(const std::string& what, std::size_t a, const std::string& other,
                              std::size_t b) {
    if (a != b)
        throw std::invalid_argument(what + " has " + std::to_string(a) + " entries, but " + other + " has " +
                                    std::to_string(b));
}

/// x += s y.
inline Vector& add_scaled(Vector& x, double s, const Vector& y) {
    require_same_size("the left vector", x.size(), "the right one", y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += s * y[i];
    return x;
}

inline Vector& operator+=(Vector& x, const Vector& y) { return add_scaled(x, 1.0, y); }
inline Vector& operator-=(Vector& x, const Vector& y) { return add_scaled(x, -1.0, y); }
inline Vector& operator*=(Vector& x, double s) {
    for (double& entry : x) entry *= s;
    return x;
}
inline Vector operator+(Vector x, const Vector& y) { return x += y; }
inline Vector operator-(Vector x, const Vector& y) { return x -= y; }
inline Vector operator-(Vector x) { return x *= -1.0; }
inline Vector operator*(double s, Vector x) { return x *= s; }
inline Vector operator*(Vector x, double s) { return x *= s; }

/// x'y, summed from the first entry to the last.
inline double dot(const Vector& x, const Vector& y) {
    require_same_size("the left vector", x.size(), "the right one", y.size());
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

/// The length sqrt(x'x).
inline double norm(const Vector& x) { return std::sqrt(dot(x, x)); }

/// max |x_i|; 0 for the empty vector.
inline double max_norm(std::span<const double> x) {
    double largest = 0.0;
    for (double entry : x) largest = std::max(largest, std::abs(entry));
    return largest;
}

/// True if no entry is NaN or infinite.
inline bool all_finite(std::span<const double> x) {
    return std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); });
}

/// Throws std::invalid_argument "WHAT holds a NaN or an infinity" if it does.
inline void require_finite(const std::string& what, const Vector& x) {
    if (!all_finite(x)) throw std::invalid_argument(what + " holds a NaN or an infinity");
}

}  // namespace restraint
