// Both growing factors, the plain one and the one of sparse rows, by the same facts.

#include "restraint/linalg/growing_ldlt.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "residual.h"
#include "restraint/linalg/fast/sparse_ldlt.h"

using namespace restraint;

namespace {

/// Appends the row (column', diagonal) if it is independent, and returns its pivot.
double append(GrowingFactor& factor, Vector column, double diagonal) {
    factor.solve_forward(column);
    double pivot = diagonal;
    for (std::size_t i = 0; i < column.size(); ++i) pivot -= factor.pivot(i) * column[i] * column[i];
    if (pivot > 1e-14 * diagonal) factor.append(column, pivot);
    return pivot;
}

/// The rows of A named in `kept`, appended one after the other.
template <typename Factor>
Factor factor_of(const Matrix& a, const std::vector<std::size_t>& kept) {
    Factor factor;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        Vector column(i);
        for (std::size_t j = 0; j < i; ++j) column[j] = a(kept[i], kept[j]);
        append(factor, column, a(kept[i], kept[i]));
    }
    return factor;
}

Matrix block_of(const Matrix& a, const std::vector<std::size_t>& kept) {
    Matrix block(kept.size(), kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        for (std::size_t j = 0; j < kept.size(); ++j) block(i, j) = a(kept[i], kept[j]);
    return block;
}

/// The worst of the solutions for all unit vectors.
double inverse_ratio(const Matrix& block, const GrowingFactor& factor) {
    double worst = 0.0;
    for (std::size_t j = 0; j < block.rows(); ++j) {
        Vector unit(block.rows());
        unit[j] = 1.0;
        worst = std::max(worst, solve_ratio(block, factor.solve(unit), unit));
    }
    return worst;
}

}  // namespace

TEST_CASE_TEMPLATE(
    "growing (4) to (4 2; 2 10) leaves 9 of the new diagonal; taking the first row away gives 10 back",
    TestType, GrowingLdlt, fast::SparseLdlt) {
    TestType factor;
    CHECK(append(factor, Vector{}, 4.0) == 4.0);
    CHECK(append(factor, Vector{2}, 10.0) == 9.0);  // 10 - 2 * 2 / 4
    CHECK(factor.solve(Vector{0, -18}) == Vector{1, -2});
    factor.remove(0);
    CHECK(factor.size() == 1);
    CHECK(factor.pivot(0) == 10.0);
    CHECK(factor.solve(Vector{5}) == Vector{0.5});
}

TEST_CASE_TEMPLATE(
    "a row that depends on the others leaves nothing of its diagonal, and a pivot of nothing is refused",
    TestType, GrowingLdlt, fast::SparseLdlt) {
    TestType factor;
    append(factor, Vector{}, 4.0);
    append(factor, Vector{2}, 10.0);
    const double pivot = append(factor, Vector{6, 12}, 18.0);  // the sum of the two rows
    CHECK(std::abs(pivot) <= 1e-14);
    CHECK_THROWS_WITH_AS(factor.append(Vector{0, 0}, 0.0), "a pivot is 0.000000, but must be positive",
                         std::invalid_argument);
    CHECK(factor.size() == 2);
    CHECK(factor.solve(Vector{0, -18}) == Vector{1, -2});
}

TEST_CASE_TEMPLATE("after hundreds of rows came and went, the factor is still that of the rows there are",
                   TestType, GrowingLdlt, fast::SparseLdlt) {
    Random random(4);
    for (std::size_t n : std::initializer_list<std::size_t>{1, 2, 3, 5, 10, 50})
        for (bool scaled : {false, true}) {
            CAPTURE(n);
            CAPTURE(scaled);
            const Matrix units = scaled ? random_units(random, n) : identity(n);
            const Matrix a = units * random_gram(random, n, n + 5) * units;
            std::vector<std::size_t> kept, absent;
            for (std::size_t i = 0; i < n; ++i) absent.push_back(i);
            TestType factor;
            for (int change = 0; change < 400; ++change) {
                // Half of the rows are there on the average.
                if (random.index(n) < absent.size() && !absent.empty()) {
                    const std::size_t at = random.index(absent.size()), row = absent[at];
                    Vector column(kept.size());
                    for (std::size_t j = 0; j < kept.size(); ++j) column[j] = a(row, kept[j]);
                    const double pivot = append(factor, column, a(row, row));
                    REQUIRE(pivot > 0.0);
                    kept.push_back(row);
                    absent.erase(absent.begin() + static_cast<std::ptrdiff_t>(at));
                } else {
                    const std::size_t at = random.index(kept.size());
                    factor.remove(at);
                    absent.push_back(kept[at]);
                    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(at));
                }
                REQUIRE(factor.size() == kept.size());
            }
            const Matrix block = block_of(a, kept);
            // Every change adds a backward error of the order of eps |A|; random ones grow as the root of
            // 400.
            CHECK(inverse_ratio(block, factor) < 20.0 * lapack_bound);
            CHECK(inverse_ratio(block, factor_of<TestType>(a, kept)) < 20.0 * lapack_bound);
            const Vector b = random_vector(random, kept.size());
            CHECK(solve_ratio(block, factor.solve(b), b) < 20.0 * lapack_bound);
        }
}

TEST_CASE_TEMPLATE("rows that have few neighbours leave and come: the factor is that of the rows there are",
                   TestType, GrowingLdlt, fast::SparseLdlt) {
    Random random(8);
    for (std::size_t n : std::initializer_list<std::size_t>{5, 20, 60, 150}) {
        CAPTURE(n);
        // The inner products of rows of three numbers among 2 n; unit vectors of their own keep them apart.
        Matrix rows(n, 3 * n);
        for (std::size_t i = 0; i < n; ++i) {
            for (int e = 0; e < 3; ++e) rows(i, random.index(2 * n)) = random.uniform(0.5, 2.0);
            rows(i, 2 * n + i) = 1.0;
        }
        const Matrix a = rows * transpose(rows);
        std::vector<std::size_t> kept, absent;
        for (std::size_t i = 0; i < n; ++i) absent.push_back(i);
        TestType factor;
        for (int change = 0; change < 400; ++change) {
            if (random.index(n) < absent.size()) {
                const std::size_t at = random.index(absent.size()), row = absent[at];
                Vector column(kept.size());
                for (std::size_t j = 0; j < kept.size(); ++j) column[j] = a(row, kept[j]);
                REQUIRE(append(factor, column, a(row, row)) > 0.0);
                kept.push_back(row);
                absent.erase(absent.begin() + static_cast<std::ptrdiff_t>(at));
            } else if (!kept.empty()) {
                const std::size_t at = random.index(kept.size());
                factor.remove(at);
                absent.push_back(kept[at]);
                kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(at));
            }
            const Matrix block = block_of(a, kept);
            CHECK(inverse_ratio(block, factor) < 20.0 * lapack_bound);
            Vector b(kept.size());  // as a rule few entries that are not zero
            for (double& value : b)
                if (random.index(4) == 0) value = random.uniform(-1.0, 1.0);
            CHECK(solve_ratio(block, factor.solve(b), b) < 20.0 * lapack_bound);
        }
    }
}

TEST_CASE_TEMPLATE("two parts and then the row between them: the parts do not fill each other's rows",
                   TestType, GrowingLdlt, fast::SparseLdlt) {
    // Ten rows that all touch each other, ten others, and one that touches all: 45 + 45 + 20 entries. With
    // that one first all rows are joined by it: 21 * 20 / 2.
    const std::size_t part = 10, n = 2 * part + 1;
    Matrix a = 40.0 * identity(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && (i == n - 1 || j == n - 1 || i / part == j / part)) a(i, j) = 1.0;
    std::vector<std::size_t> between_last, between_first{n - 1};
    for (std::size_t i = 0; i < n; ++i) between_last.push_back(i);
    for (std::size_t i = 0; i + 1 < n; ++i) between_first.push_back(i);
    CHECK(factor_of<TestType>(a, between_last).entries() == 45 + 45 + 20);
    CHECK(factor_of<TestType>(a, between_first).entries() == 21 * 20 / 2);
}

TEST_CASE_TEMPLATE("the first, a middle and the last row can be removed, and no other", TestType, GrowingLdlt,
                   fast::SparseLdlt) {
    Random random(5);
    const Matrix a = random_gram(random, 5, 9);
    for (std::size_t k : std::initializer_list<std::size_t>{0, 2, 4}) {
        CAPTURE(k);
        std::vector<std::size_t> kept{0, 1, 2, 3, 4};
        TestType factor = factor_of<TestType>(a, kept);
        factor.remove(k);
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(k));
        CHECK(inverse_ratio(block_of(a, kept), factor) < 20.0 * lapack_bound);
        CHECK_THROWS_WITH(factor.remove(4), "remove: there is no row 4 in a factor of 4 rows");
    }
    TestType factor = factor_of<TestType>(a, {0, 1});
    factor.clear();
    CHECK(factor.size() == 0);
    CHECK(factor.solve(Vector{}) == Vector{});
    CHECK_THROWS_WITH_AS(factor.append(Vector{1}, 1.0), "the new row has 1 entries, but a factor row has 0",
                         std::invalid_argument);
}

TEST_CASE("up to 8 zeros between two entries of a sparse row are kept with them, 9 are not") {
    for (const std::size_t second : {9u, 10u}) {  // after the first entry, in column 0
        fast::SparseLdlt factor;
        for (std::size_t i = 0; i < 12; ++i) factor.append(Vector(i), 2.0);
        CHECK(factor.entries() == 0);
        Vector row(12);
        row[0] = row[second] = 0.5;
        factor.append(row, 3.0);
        CHECK(factor.entries() == (second == 9 ? 10 : 2));
    }
}

TEST_CASE_TEMPLATE("a row that begins late: a row before it leaves, or one that it touches, by hand",
                   TestType, GrowingLdlt, fast::SparseLdlt) {
    // 4 on the diagonal, and a last row that touches row 2 by 1 and row 3 by 2: (0, 0, 1/4, 1/2) in L, and 4
    // - 1/4 - 1 = 2.75 of its diagonal.
    const auto full = [] {
        TestType factor;
        for (std::size_t i = 0; i < 4; ++i) append(factor, Vector(i), 4.0);
        CHECK(append(factor, {0, 0, 1, 2}, 4.0) == 2.75);
        return factor;
    };
    TestType without_0 = full();
    without_0.remove(0);
    CHECK(without_0.pivot(3) == 2.75);
    CHECK(without_0.solve({0, 1, 2, 4}) == Vector{0, 0, 0, 1});  // its own column
    CHECK(without_0.solve({4, 8, 8, 6}) == Vector{1, 2, 2, 0});
    TestType without_3 = full();
    without_3.remove(3);
    CHECK(without_3.pivot(3) == 3.75);  // 4 - 1/4
    CHECK(without_3.solve({0, 0, 1, 4}) == Vector{0, 0, 0, 1});
    TestType without_2 = full();
    without_2.remove(2);
    CHECK(without_2.pivot(3) == 3.0);  // 4 - 1
    CHECK(without_2.solve({4, 8, 2, 4}) == Vector{1, 2, 0, 1});
}
