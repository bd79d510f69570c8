#include "restraint/linalg/sparse_lu.h"

#include <doctest/doctest.h>

#include <cmath>

#include "residual.h"

using namespace restraint;

namespace {

/// The columns of a dense matrix as sparse candidates.
struct Candidates {
    explicit Candidates(const Matrix& a) : columns(a.rows()) {
        for (std::size_t j = 0; j < a.cols(); ++j) {
            columns.begin_row();
            for (std::size_t i = 0; i < a.rows(); ++i)
                if (a(i, j) != 0.0) columns.append(i, a(i, j));
        }
        for (std::size_t j = 0; j < a.cols(); ++j) list.push_back(columns.row(j));
    }
    SparseRows columns;
    std::vector<SparseRows::Row> list;
};

/// A random matrix in which an entry is there with the given probability, and the diagonal always.
Matrix random_sparse(Random& random, std::size_t n, double density) {
    Matrix a(n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i == j || random.chance(density)) a(i, j) = random.uniform(-1.0, 1.0);
    return a;
}

/// Columns in the order in which the factors keep them: column r of the result pivots on row r.
Matrix ordered(const Matrix& a, const std::vector<std::size_t>& chosen) {
    Matrix b(a.rows(), a.rows());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t r = 0; r < a.rows(); ++r) b(i, r) = a(i, chosen[r]);
    return b;
}

}  // namespace

TEST_CASE("a 2 x 2 matrix by hand: column 1 pivots on row 0") {
    // B = (0 2; 3 0): 3 x0 = 6 and 2 x1 = 8, so x0 = 2 and x1 = 4. Row 0 holds column 1 alone: x[0] is x1.
    const Candidates b(Matrix{{0, 2}, {3, 0}});
    SparseLu lu;
    const std::vector<std::size_t> chosen = lu.factor(2, b.list);
    REQUIRE(chosen == std::vector<std::size_t>{1, 0});
    Vector x{8, 6};
    lu.solve(x);
    CHECK(x == Vector{4, 2});
    Vector y{8, 6};  // costs of the columns: 8 of column 1, 6 of column 0:  2 y0 = 8, 3 y1 = 6
    lu.solve_transposed(y);
    CHECK(y == Vector{4, 2});
}

TEST_CASE("solutions with B and B' leave residuals of rounding size, whatever the density") {
    for (const std::size_t n : sizes)
        for (const double density : {0.02, 0.1, 0.5, 1.0}) {
            const std::uint64_t seed = 1000 + n;
            CAPTURE(seed);
            CAPTURE(density);
            Random random(seed);
            const Matrix a = random_sparse(random, n, density);
            const Candidates candidates(a);
            SparseLu lu;
            const std::vector<std::size_t> chosen = lu.factor(n, candidates.list);
            const Matrix b = ordered(a, chosen);
            const Vector right = random_vector(random, n);
            Vector x = right, y = right;
            lu.solve(x);
            lu.solve_transposed(y);
            // Pivots may be a tenth of the largest entry, so that factors grow more than with full pivoting.
            CHECK(solve_ratio(b, x, right) < 10 * lapack_bound);
            CHECK(solve_ratio(transpose(b), y, right) < 10 * lapack_bound);
        }
}

TEST_CASE("after any number of exchanged columns the factors are those of the new matrix") {
    const std::uint64_t seed = 7;
    CAPTURE(seed);
    Random random(seed);
    const std::size_t n = 20;
    const Matrix a = random_sparse(random, n, 0.2);
    const Candidates candidates(a);
    SparseLu lu;
    Matrix b = ordered(a, lu.factor(n, candidates.list));
    for (std::size_t k = 0; k < 40; ++k) {
        Vector column = random_vector(random, n);
        const Vector entering = column;
        lu.solve(column);
        std::size_t r = 0;  // exchange where the pivot is largest
        for (std::size_t i = 0; i < n; ++i)
            if (std::abs(column[i]) > std::abs(column[r])) r = i;
        lu.replace_column(r, column);
        for (std::size_t i = 0; i < n; ++i) b(i, r) = entering[i];
    }
    CHECK(lu.exchanges() == 40);
    const Vector right = random_vector(random, n);
    Vector x = right, y = right;
    lu.solve(x);
    lu.solve_transposed(y);
    CHECK(max_norm(b * x - right) < 1e-11);  // 40 exchanges lose a few digits of 16
    CHECK(max_norm(transpose(b) * y - right) < 1e-11);
}

TEST_CASE("B' y = c where an entry of y becomes 0 and then not 0") {
    // The identity, then column 1 becomes (3, 1), then column 0 (7, 2) = B (1, 2), then (10, 3) = B (1, 1):
    // 10 y0 + 3 y1 = 1  and  3 y0 + y1 = 1. The last exchange gives y0 = 1 - 1 = 0, the one before -2.
    const Candidates b(Matrix{{1, 0}, {0, 1}});
    SparseLu lu;
    lu.factor(2, b.list);
    lu.replace_column(1, {3, 1});
    lu.replace_column(0, {1, 2});
    lu.replace_column(0, {1, 1});
    Vector y{1, 1};
    lu.solve_transposed(y);
    CHECK(y == Vector{-2, 7});
}

TEST_CASE("new factors are due after 100 exchanges, and `factor` forgets the exchanges") {
    const Candidates b(Matrix{{1, 0}, {0, 1}});
    SparseLu lu;
    lu.factor(2, b.list);
    while (!lu.is_long()) lu.replace_column(0, {1, 1});
    CHECK(lu.exchanges() == 100);
    lu.factor(2, b.list);
    CHECK(lu.exchanges() == 0);
    Vector x{3, 4};
    lu.solve(x);
    CHECK(x == Vector{3, 4});
}

TEST_CASE("of dependent candidates as many are taken as are independent, and the rows left are named") {
    // Columns (1,1,0), (2,2,0), (1,0,0): the first two are parallel, no column reaches row 2.
    const Candidates candidates(Matrix{{1, 2, 1}, {1, 2, 0}, {0, 0, 0}});
    SparseLu lu;
    const std::vector<std::size_t> chosen = lu.factor(3, candidates.list);
    CHECK(chosen[2] == SparseLu::none);
    CHECK(chosen[0] != SparseLu::none);
    CHECK(chosen[1] != SparseLu::none);
    CHECK(chosen[0] != chosen[1]);
    // Row 2 gets the identity's column: B of (1,1,0) or its double, (1,0,0) and (0,0,1). With the right side
    // (3, 2, 7): 2 of (1,1,0), or 1 of its double, 1 of (1,0,0), 7 of (0,0,1).
    const std::size_t parallel = chosen[0] == 2 ? chosen[1] : chosen[0];
    Vector x{3, 2, 7};
    lu.solve(x);
    CHECK(x[chosen[0] == 2 ? 1 : 0] == (parallel == 0 ? 2.0 : 1.0));
    CHECK(x[chosen[0] == 2 ? 0 : 1] == 1.0);
    CHECK(x[2] == 7.0);
}

TEST_CASE("where a row is left the factors are called again, with its column of the identity") {
    // Of the one column (2, 1) and (0, 1):  2 y0 + y1 = 1  and  y1 = 1  have the solution (0, 1).
    const Candidates one(Matrix{{2, 0}, {1, 0}}), both(Matrix{{2, 0}, {1, 1}});
    SparseLu lu;
    const std::vector<std::size_t> chosen = lu.factor(2, std::span(one.list).first(1));
    REQUIRE(chosen == std::vector<std::size_t>{0, SparseLu::none});
    lu.factor(2, both.list);
    Vector y{1, 1};
    lu.solve_transposed(y);
    CHECK(y == Vector{0, 1});
}

TEST_CASE("a remainder that is only rounding does not become a pivot") {
    // Column 2 = 1/3 column 0 + 1/3 column 1, up to the rounding of the thirds.
    const double third = 1.0 / 3.0;
    const Candidates candidates(Matrix{{0.1, 0.7, third * 0.1 + third * 0.7},
                                       {0.3, 0.2, third * 0.3 + third * 0.2},
                                       {0.5, 0.9, third * 0.5 + third * 0.9}});
    SparseLu lu;
    std::size_t left = 0;
    for (const std::size_t candidate : lu.factor(3, candidates.list))
        if (candidate == SparseLu::none) ++left;
    CHECK(left == 1);
}

TEST_CASE("an arrow keeps its shape: no entry fills in, and its solution has not a bit of rounding") {
    // Full first row and column and a diagonal. Eliminated from the tip, everything would fill in, with
    // multipliers 0.5/20 that doubles round. Eliminated from the diagonal, of ones, all numbers are multiples
    // of 1/4: the last pivot is 20 - 29/4, and the solution k + 1 of B x = B (1, ..., 30) comes out exactly.
    const std::size_t n = 30;
    Matrix arrow = identity(n);
    for (std::size_t k = 1; k < n; ++k) {
        arrow(0, k) = 0.5;
        arrow(k, 0) = 0.5;
    }
    arrow(0, 0) = 20.0;
    const Candidates candidates(arrow);
    SparseLu lu;
    const std::vector<std::size_t> chosen = lu.factor(n, candidates.list);
    Vector exact(n), x(n);
    for (std::size_t k = 0; k < n; ++k) exact[k] = static_cast<double>(k + 1);
    x = ordered(arrow, chosen) * exact;
    lu.solve(x);
    CHECK(x == exact);
}
