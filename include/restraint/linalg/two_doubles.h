#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "restraint/linalg/tolerances.h"

namespace restraint {

/// A number of about 32 decimal digits, the unevaluated sum value + rest of two doubles, where value is that
/// sum rounded to a double. Error-free sums and products of doubles give equal bits on every machine.
///
/// u = 2^-53 is the relative error of one operation on doubles. Errors below are relative to the exact result
/// (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
/// arithmetic", 2017). A result that is infinite or NaN in doubles is NaN here.
struct TwoDoubles {
    double value = 0.0, rest = 0.0;

    constexpr TwoDoubles() = default;
    constexpr TwoDoubles(double number) : value(number) {}
    constexpr TwoDoubles(double value_, double rest_) : value(value_), rest(rest_) {}

    /// The nearest double.
    constexpr double rounded() const { return value + rest; }
};

/// a + b without error (Knuth's TwoSum).
inline TwoDoubles exact_sum(double a, double b) {
    const double sum = a + b, b_in_sum = sum - a, a_in_sum = sum - b_in_sum;
    return {sum, (a - a_in_sum) + (b - b_in_sum)};
}

/// a + b without error where |a| >= |b| or a = 0 (Dekker's FastTwoSum).
inline TwoDoubles exact_sum_of_ordered(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// a b without error, where the rest does not underflow (|a b| above 2^-969). `fma` rounds a b - value once.
inline TwoDoubles exact_product(double a, double b) {
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
}

inline TwoDoubles operator-(TwoDoubles a) { return {-a.value, -a.rest}; }

/// a + b up to 3 u^2.
inline TwoDoubles operator+(TwoDoubles a, TwoDoubles b) {
    const TwoDoubles values = exact_sum(a.value, b.value), rests = exact_sum(a.rest, b.rest);
    const TwoDoubles sum = exact_sum_of_ordered(values.value, values.rest + rests.value);
    return exact_sum_of_ordered(sum.value, sum.rest + rests.rest);
}
inline TwoDoubles operator-(TwoDoubles a, TwoDoubles b) { return a + -b; }

/// a b up to 5 u^2.
inline TwoDoubles operator*(TwoDoubles a, TwoDoubles b) {
    const TwoDoubles product = exact_product(a.value, b.value);
    return exact_sum_of_ordered(product.value, product.rest + (a.value * b.rest + a.rest * b.value));
}

/// a / b up to 10 u^2: the quotient of the values, and the quotient of what it leaves.
inline TwoDoubles operator/(TwoDoubles a, TwoDoubles b) {
    const double quotient = a.value / b.value;
    const TwoDoubles left = a - b * quotient;
    return exact_sum_of_ordered(quotient, left.value / b.value);
}

inline TwoDoubles& operator+=(TwoDoubles& a, TwoDoubles b) { return a = a + b; }
inline TwoDoubles& operator-=(TwoDoubles& a, TwoDoubles b) { return a = a - b; }
inline TwoDoubles& operator*=(TwoDoubles& a, TwoDoubles b) { return a = a * b; }

inline bool operator==(TwoDoubles a, TwoDoubles b) { return a.value == b.value && a.rest == b.rest; }
inline bool operator<(TwoDoubles a, TwoDoubles b) {
    return a.value < b.value || (a.value == b.value && a.rest < b.rest);
}
inline bool operator>(TwoDoubles a, TwoDoubles b) { return b < a; }

inline TwoDoubles abs(TwoDoubles a) { return a.value < 0.0 ? -a : a; }

/// A sum of numbers and products in twice the digits of a double, with a bound on its error (Ogita, Rump and
/// Oishi, "Accurate sum and dot product", 2005): each addition and product is split into its double and its
/// rest, the rests are summed as doubles. The error is 0 where no rest occurred, as among small integers.
class AccurateSum {
  public:
    void add(double a) { add(TwoDoubles(a)); }
    void add(TwoDoubles a) {
        const TwoDoubles sum = exact_sum(sum_, a.value);
        sum_ = sum.value;
        rests_ += sum.rest + a.rest;
        rest_moduli_ += std::abs(sum.rest) + std::abs(a.rest);
        moduli_ += std::abs(a.value);
        ++terms_;
    }
    /// Adds the product a b. Of its rests the product a.rest b is rounded, and the sum with the other one is
    /// too: to cover both, a.rest b counts twice among the moduli.
    void add(TwoDoubles a, double b) {
        const TwoDoubles product = exact_product(a.value, b);
        const double rest = a.rest * b;
        add(TwoDoubles(product.value, product.rest + rest));
        rest_moduli_ += std::abs(rest);
        // Below that the rest of a product may have underflowed.
        const auto lost = [b](double factor, double of) {
            const bool may_be = std::abs(of) < product_without_rest && factor != 0.0 && b != 0.0;
            return may_be ? std::numeric_limits<double>::denorm_min() : 0.0;
        };
        lost_ += lost(a.value, product.value) + lost(a.rest, rest);
    }

    TwoDoubles total() const { return exact_sum(sum_, rests_); }
    double rounded() const { return sum_ + rests_; }

    /// The sum of the moduli of the terms.
    double moduli() const { return moduli_; }

    /// |total() - the exact sum| is at most this: 2 n u times the sum of the moduli of the rests, for two
    /// additions of each of n terms; doubled for higher powers of u, for n below 10^14.
    double error() const {
        const double additions = 2.0 * static_cast<double>(terms_);
        return additions * std::numeric_limits<double>::epsilon() * rest_moduli_ + lost_;
    }

  private:
    double sum_ = 0.0, rests_ = 0.0, moduli_ = 0.0, rest_moduli_ = 0.0, lost_ = 0.0;
    std::size_t terms_ = 0;
};

}  // namespace restraint
