#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../near.h"
#include "../refusals.h"
#include "residual.h"
#include "restraint/linalg/conjugate_gradient.h"
#include "restraint/linalg/growing_ldlt.h"
#include "restraint/linalg/inner.h"
#include "restraint/linalg/ldlt.h"
#include "restraint/linalg/lu.h"
#include "restraint/linalg/mat3.h"
#include "restraint/linalg/sparse_lu.h"

using namespace restraint;

// Facts on either side of a limit.

namespace {

constexpr double eps = 0x1p-52;

/// The columns of a dense matrix as sparse candidates; zeros are no entries.
std::vector<std::size_t> chosen_rows(SparseLu& lu, const Matrix& a) {
    SparseRows columns(a.rows());
    std::vector<SparseRows::Row> list;
    for (std::size_t j = 0; j < a.cols(); ++j) {
        columns.begin_row();
        for (std::size_t i = 0; i < a.rows(); ++i)
            if (a(i, j) != 0.0) columns.append(i, a(i, j));
    }
    for (std::size_t j = 0; j < a.cols(); ++j) list.push_back(columns.row(j));
    return lu.factor(a.rows(), list);
}

}  // namespace

TEST_CASE("the rank of (1 1; 1 1 + d) is 2 from more than n eps = 2 eps on, whatever the units") {
    CHECK(factor_ldlt({{1, 0}, {0, 1e-14}}).rank == 2);
    CHECK(factor_ldlt({{1, 0}, {0, 1e-300}}).rank == 2);
    for (const double unit : {1.0, 0x1p-300, 0x1p300}) {
        const Matrix s{{1, 0}, {0, unit}};
        CHECK(factor_ldlt(s * Matrix{{1, 1}, {1, 1 + 2 * eps}} * s).rank == 1);
        CHECK(factor_ldlt(s * Matrix{{1, 1}, {1, 1 + 3 * eps}} * s).rank == 2);
        CHECK(factor_lu(s * Matrix{{1, 1}, {1, 1 + 2 * eps}} * s).pivots == 1);
        CHECK(factor_lu(s * Matrix{{1, 1}, {1, 1 + 3 * eps}} * s).pivots == 2);
    }
}

TEST_CASE(
    "what is left below the rank may be 100 n eps of its row and column: more is an indefinite matrix") {
    // On the diagonal of (1 1; 1 1 - d): 4.4e-14. Off it, of three rows that are all alike but for one entry:
    // 6.7e-14.
    for (const double unit : {1.0, 0x1p-100, 0x1p100}) {
        const Matrix s{{1, 0}, {0, unit}}, t{{unit, 0, 0}, {0, 1, 0}, {0, 0, 4}};
        for (const double d : {4.3e-14, 4.6e-14, 1e-12})
            CHECK(factor_ldlt(s * Matrix{{1, 1}, {1, 1 - d}} * s).semidefinite == (d < 4.4e-14));
        for (const double d : {6.5e-14, -6.5e-14, 6.8e-14, -6.8e-14})
            CHECK(factor_ldlt(t * Matrix{{1, 1, 1}, {1, 1, 1 + d}, {1, 1 + d, 1}} * t).semidefinite ==
                  (std::abs(d) < 6.6e-14));
    }
}

TEST_CASE(
    "the next pivot of LDL' is the row that has kept the largest share; the upper triangle is not read") {
    // Of rows 1 and 2 the first has kept .19 of its diagonal, the other all of it.
    const Ldlt factor = factor_ldlt({{1, 99, 99}, {0.9, 1, 99}, {0, 0, 0.5}});
    CHECK(factor.order == std::vector<std::size_t>{0, 2, 1});
    CHECK(factor.pivots[1] == 0.5);
    CHECK(factor.pivots[2] == tests::near(0.19, 1e-15));
    CHECK(norm(solve(factor, {1.9, 1.9, 2}) - Vector{1, 1, 4}) <= 1e-14);
    CHECK(factor_ldlt({{4, 99}, {2, 10}}).pivots == Vector{4, 9});  // of equal shares the first
}

TEST_CASE(
    "the pivot of a column is its largest entry, each over the largest of its row; of equal ones the first") {
    CHECK(factor_lu({{1, 1000}, {0.5, 0.1}}).order == std::vector<std::size_t>{1, 0});
    CHECK(factor_lu({{1, 1}, {-1, 1}}).order == std::vector<std::size_t>{0, 1});
    CHECK(factor_lu({{1, -2}, {1, 1}}).order == std::vector<std::size_t>{1, 0});
}

TEST_CASE("right-hand sides that do not fit or are not finite are refused") {
    const double infinity = std::numeric_limits<double>::infinity();
    GrowingLdlt growing;
    growing.append(Vector{}, 4.0);
    const LinearMap same = [](const Vector& x) { return x; };
    tests::check_refused({
        {[] { solve(factor_ldlt(identity(2)), Vector(3)); },
         "the right-hand side has 3 entries, but a row of the LDL' factor has 2"},
        {[&] {
             solve(factor_ldlt(identity(2)), {1, infinity});
         },
         "the right-hand side holds a NaN or an infinity"},
        {[] { factor_ldlt(Matrix(2, 3)); }, "the matrix of an LDL' factor is 2 x 3, but must be square"},
        {[] { solve(factor_lu(identity(2)), Vector(3)); },
         "the right-hand side has 3 entries, but a row of the LU factor has 2"},
        {[&] {
             solve(factor_lu(identity(2)), {1, infinity});
         },
         "the right-hand side holds a NaN or an infinity"},
        {[] { factor_lu(Matrix(2, 3)); }, "the matrix of an LU factor is 2 x 3, but must be square"},
        {[&] { growing.solve(Vector(2)); }, "the right-hand side has 2 entries, but a factor row has 1"},
        {[&] {
             Vector two(2);
             growing.solve_backward(two);
         },
         "the right-hand side has 2 entries, but a factor row has 1"},
        {[&] { growing.append(Vector(2), 1.0); }, "the new row has 2 entries, but a factor row has 1"},
        {[&] { growing.append(Vector(1), 0.0); }, "a pivot is 0.000000, but must be positive"},
        {[&] { least_squares_conjugate_gradient(same, same, {infinity}); },
         "the right-hand side holds a NaN or an infinity"},
        {[&] { conjugate_gradient(same, {1.0}, {.inverse_diagonal = {infinity}}); },
         "the inverse diagonal holds a NaN or an infinity"},
        {[&] {
             conjugate_gradient(same, {1.0}, {.inverse_diagonal = {1.0, 1.0}});
         },
         "the inverse diagonal has 2 entries, but the right-hand side has 1"},
        {[] { Matrix(2, 3) * Matrix(2, 3); }, "the left matrix is 2 x 3, but the right one is 2 x 3"},
        {[] { Matrix(2, 3) * Vector(2); }, "the vector has 2 entries, but a matrix row has 3"},
        {[] { transpose_times(Matrix(2, 3), Vector(3)); },
         "the vector has 3 entries, but a matrix column has 2"},
    });
}

TEST_CASE("the inner product of any length, in whole numbers: each entry has its partner") {
    for (std::size_t n = 0; n <= 20; ++n) {
        CAPTURE(n);
        Vector x(n), y(n);
        double sum = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = std::ldexp(1.0, static_cast<int>(i));
            y[i] = static_cast<double>(2 * i + 3);
            sum += x[i] * y[i];
        }
        CHECK(inner(x.data(), y.data(), n) == sum);
        Vector z = y;
        add_scaled(z.data(), -2.0, x.data(), n);
        for (std::size_t i = 0; i < n; ++i) CHECK(z[i] == y[i] - 2 * x[i]);
    }
}

TEST_CASE("a column of which 1e-10 is left depends on the others; an entry of 1e-15 of its column is none") {
    SparseLu lu;
    for (const double left : {0.9e-10, 1.1e-10, -1.1e-10}) {
        const auto chosen = chosen_rows(lu, {{1, 1}, {0, left}});
        CHECK(chosen[0] == 0);
        CHECK(chosen[1] == (std::abs(left) < 1e-10 ? SparseLu::none : 1));
    }
    // Columns (1, e), which pivots on row 0, and (0, 1): the right side (1, 0) is (1, e) - e (0, 1).
    for (const double e : {0.9e-15, 1.1e-15, -1.1e-15}) {
        const auto chosen = chosen_rows(lu, {{4, 0}, {4 * e, 1}});
        CHECK(chosen[0] == 0);
        Vector x{4, 0};
        lu.solve(x);
        CHECK(x[0] == 1.0);
        CHECK(x[1] == (std::abs(e) < 1e-15 ? 0.0 : -4 * e));
    }
}

TEST_CASE(
    "the pivot stands in the row with the fewest entries to come, if it is a tenth of the largest or more") {
    // The first column has entries in rows 0 and 1; of the other two columns, two have an entry in row 0, one
    // in row 1.
    SparseLu lu;
    for (const double entry : {0.09, 0.11, -0.11}) {
        const auto chosen = chosen_rows(lu, {{1, 1, 3}, {entry, 1, 0}, {0, 1, 1}});
        CHECK(chosen[std::abs(entry) < 0.1 ? 0 : 1] == 0);
    }
    // Of rows with as many entries the larger entry, be it the first or the second.
    CHECK(chosen_rows(lu, {{1, 1}, {0.5, 3}})[0] == 0);
    CHECK(chosen_rows(lu, {{0.5, 1}, {1, 3}})[1] == 0);
}

TEST_CASE("columns within 1e-14 of a plane have no inverse") {
    const auto leaning = [](double height) {
        return Mat3::from_columns({2, 0, 0}, {3, 3 * height, 0}, {0, 0, 5});
    };
    CHECK_THROWS_WITH_AS(inverse(leaning(0.9e-14)), "a 3 x 3 matrix to be inverted is singular",
                         std::invalid_argument);
    const Mat3 a = leaning(1.1e-14), back = inverse(a) * a;
    CHECK(max_entry(back - Mat3::identity()) <= 1e-2);  // eps / 1e-14
    CHECK_NOTHROW(inverse(leaning(-1.1e-14)));
    CHECK_THROWS_WITH(inverse(leaning(std::nan(""))), "a 3 x 3 matrix to be inverted is singular");
}
