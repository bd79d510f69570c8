#include "restraint/linalg/two_doubles.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace restraint;

namespace {

const double u = std::ldexp(1.0, -53);  // half the distance from 1 to the next double

/// |a - b| up to 16 u^2 of |b|, the widest bound of the operations with room for the test's own.
bool near(TwoDoubles a, TwoDoubles b) { return abs(a - b).rounded() <= 16.0 * u * u * std::abs(b.value); }

}  // namespace

TEST_CASE("a sum keeps what a double drops: 1 + 2^-80") {
    const TwoDoubles sum = exact_sum(std::ldexp(1.0, -80), 1.0);
    CHECK(sum.value == 1.0);
    CHECK(sum.rest == std::ldexp(1.0, -80));
}

TEST_CASE("a product keeps what a double drops: (1 + 2^-30)^2 = 1 + 2^-29 + 2^-60") {
    const double a = 1.0 + std::ldexp(1.0, -30);
    const TwoDoubles product = exact_product(a, a);
    CHECK(product.value == 1.0 + std::ldexp(1.0, -29));
    CHECK(product.rest == std::ldexp(1.0, -60));
    // Large factors, whose product is still a double: (2^510 a)^2.
    const double large = std::ldexp(a, 510);
    CHECK(exact_product(large, large).rest == std::ldexp(1.0, 960));
}

TEST_CASE("thirds and their squares: each operation is right to 32 digits") {
    const TwoDoubles third = TwoDoubles(1.0) / 3.0;
    // 1/3 = 1/4 + 1/16 + ...; the double is 1/3 - 2^-54/3, and 2^-54/3 rounded is the rest.
    CHECK(third.value == 1.0 / 3.0);
    CHECK(near(third.rest, std::ldexp(1.0, -54) / 3.0));
    CHECK(near(third + third + third, 1.0));
    CHECK(near(third * 3.0, 1.0));
    CHECK(near(third * third, TwoDoubles(1.0) / 9.0));
    CHECK(near(TwoDoubles(1.0) / third, 3.0));
}

TEST_CASE("signs and order look at the rest where the values are equal") {
    const TwoDoubles above{1.0, u / 4.0}, below{1.0, -u / 4.0};
    CHECK(below < TwoDoubles(1.0));
    CHECK(above > TwoDoubles(1.0));
    CHECK_FALSE(above < above);
    CHECK(abs(-above) == above);
    CHECK(above.rounded() == 1.0);
    TwoDoubles a = above;
    a -= below;
    CHECK(a == TwoDoubles(u / 2.0));
    a += 1.0;
    a *= 2.0;
    CHECK(a == TwoDoubles(2.0, u));
}

TEST_CASE("a number that is not finite does not become one") {
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK_FALSE(std::isfinite((TwoDoubles(infinite) + 1.0).rounded()));
    CHECK_FALSE(std::isfinite((TwoDoubles(1.0) / 0.0).rounded()));
    AccurateSum sum;
    sum.add(infinite);
    CHECK_FALSE(std::isfinite(sum.rounded()));
}

TEST_CASE("1e20 + 1 - 1e20 is 1, and so are its products") {
    AccurateSum numbers, products, pairs;
    for (const double a : {1e20, 1.0, -1e20})
        numbers.add(a), products.add(a, 0.5), pairs.add(TwoDoubles(a, a / 1e20));
    CHECK(numbers.rounded() == 1.0);
    CHECK(numbers.total() == TwoDoubles(1.0));
    CHECK(products.rounded() == 0.5);
    CHECK(pairs.rounded() == 1.0 + 1e-20);  // the rests: 1 + 1e-20 - 1, and the 1 of the numbers
    CHECK(numbers.moduli() == 2e20);
    // Of the three additions the second left the rest 1: 2 * 3 additions, u each, doubled.
    CHECK(numbers.error() == 12.0 * u);
}

TEST_CASE("the bound holds where terms cancel to 1e-30 of themselves") {
    // s = sum of a_i b_i over random terms, each followed somewhere by its opposite, and one small term: all
    // that remains is that term, exactly.
    std::mt19937_64 random(20051);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (int round = 0; round < 200; ++round) {
        AccurateSum sum;
        double a[50], b[50];
        for (int i = 0; i < 50; ++i) {
            a[i] = std::ldexp(uniform(random), static_cast<int>(random() % 60)), b[i] = uniform(random);
            sum.add(a[i], b[i]);
        }
        const double small = std::ldexp(uniform(random), -40);
        sum.add(small);
        for (int i = 49; i >= 0; --i) sum.add(-a[(7 * i) % 50], b[(7 * i) % 50]);
        CHECK(abs(sum.total() - small).rounded() <= sum.error());
        CHECK(sum.error() <= 1.1e-27 * sum.moduli());  // the rests: at most 101 u of it; their error 202 u
    }
}

TEST_CASE("sums of small integers have no error; of products below 2^-1074 each may lose one least double") {
    AccurateSum integers, tiny;
    for (const double a : {3.0, -7.0, 1e15}) integers.add(a, 5.0);
    CHECK(integers.error() == 0.0);
    CHECK(integers.rounded() == 5e15 - 20.0);
    tiny.add(1e-200, 1e-200);
    tiny.add(0.0, 1e-200);
    CHECK(tiny.rounded() == 0.0);
    CHECK(tiny.error() == std::numeric_limits<double>::denorm_min());
    // From 2^-960 on the rest of a product has room below it.
    for (const int exponent : {-959, -960, -961}) {
        AccurateSum one;
        one.add(std::ldexp(1.0, -480), std::ldexp(1.0, exponent + 480));
        CHECK(one.error() == (exponent < -960 ? std::numeric_limits<double>::denorm_min() : 0.0));
    }
    AccurateSum precise;  // (1 + u/4) 3 - 3
    precise.add(TwoDoubles(1.0, u / 4.0), 3.0);
    precise.add(-3.0);
    CHECK(precise.rounded() == 0.75 * u);
}
