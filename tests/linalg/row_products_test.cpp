#include "restraint/linalg/row_products.h"

#include <doctest/doctest.h>

#include "../random.h"

using namespace restraint;

namespace {

/// Rows full, half full, with a gap, and empty, in a stated random order.
SparseRows some_rows(std::size_t rows, std::size_t cols, Random& random) {
    SparseRows a(cols);
    for (std::size_t i = 0; i < rows; ++i) {
        Vector row(cols);
        const std::size_t kind = random.index(5);
        for (std::size_t j = 0; j < cols; ++j) {
            const bool there = kind < 2 || (kind == 2 && 2 * j < cols) || (kind == 3 && j % 3 != 1);
            if (there) row[j] = random.normal();
        }
        a.append_full_row(row);
    }
    return a;
}

}  // namespace

TEST_CASE("A full row is appended without its zeros") {
    SparseRows a(4);
    a.append_full_row({0.0, 2.0, 3.0, 0.0});
    a.append_full_row({1.0, 0.0, 3.0, 4.0});
    a.append_full_row(Vector(4));
    REQUIRE(a.rows() == 3);
    CHECK(a.nonzeros() == 5);
    CHECK(a.row(0).size() == 2);
    CHECK(a.row(0).consecutive);
    CHECK(a.row(0).columns[0] == 1);
    CHECK(a.row(1).size() == 3);
    CHECK_FALSE(a.row(1).consecutive);
    CHECK(a.row(1).columns[2] == 3);
    CHECK(a.row(2).size() == 0);
    CHECK(a * Vector{1.0, 10.0, 100.0, 1000.0} == Vector{320.0, 4301.0, 0.0});
    CHECK_THROWS_WITH_AS(a.append_full_row({1.0, 2.0}), "the full row has 2 entries, but a matrix row has 4",
                         std::invalid_argument);
}

TEST_CASE("The columns of a matrix are the rows of its transpose, and twice transposed it is itself") {
    SparseRows a(3);  // (0 2 3), (0 0 0), (5 0 4)
    a.append_full_row({0.0, 2.0, 3.0});
    a.append_full_row(Vector(3));
    a.append_full_row({5.0, 0.0, 4.0});
    const SparseRows columns = transposed(a);
    REQUIRE(columns.rows() == 3);
    CHECK(columns.cols() == 3);
    CHECK(columns.nonzeros() == 4);
    CHECK(columns * Vector{1.0, 10.0, 100.0} == Vector{500.0, 2.0, 403.0});
    const SparseRows again = transposed(columns);
    for (std::size_t j = 0; j < 3; ++j) {
        Vector unit(3);
        unit[j] = 1.0;
        CHECK(again * unit == a * unit);
    }
}

TEST_CASE("Several rows at once give the bits of one row after the other") {
    Random random(20);
    for (int run = 0; run < 200; ++run) {
        const std::size_t rows = 1 + random.index(12), cols = 1 + random.index(40);
        const SparseRows a = some_rows(rows, cols, random);
        std::vector<std::size_t> selection(random.index(15));
        for (std::size_t& i : selection) i = random.index(rows);
        Vector x(cols), s(selection.size());
        for (double& v : x) v = random.normal();
        for (double& v : s) v = random.normal();
        const std::vector<long double> long_x(x.begin(), x.end()), long_s(s.begin(), s.end());

        Vector products(selection.size()), sum = x;
        std::vector<long double> long_products(selection.size()), long_sum = long_x;
        for (std::size_t k = 0; k < selection.size(); ++k) {
            const SparseRows::Row row = a.row(selection[k]);
            products[k] = dot(row, x);
            add_scaled(sum, s[k], row);
            for (std::size_t e = 0; e < row.size(); ++e) {
                long_products[k] += row.values[e] * long_x[row.columns[e]];
                long_sum[row.columns[e]] += long_s[k] * row.values[e];
            }
        }
        CHECK(selected_times(a, selection, x) == products);
        CHECK(selected_times(a, selection, long_x) == long_products);
        Vector y = x;
        add_selected(y, a, selection, s);
        CHECK(y == sum);
        std::vector<long double> long_y = long_x;
        add_selected(long_y, a, selection, long_s);
        CHECK(long_y == long_sum);
    }
}

TEST_CASE("Products with selected rows refuse vectors that do not fit") {
    SparseRows a(2);
    a.append_full_row({1.0, 2.0});
    const std::vector<std::size_t> both_times = {0, 0};
    Vector x{1.0, 1.0};
    CHECK_THROWS_WITH_AS(selected_times(a, both_times, Vector(3)),
                         "the vector has 3 entries, but a matrix row has 2", std::invalid_argument);
    CHECK_THROWS_WITH_AS(add_selected(x, a, both_times, Vector(1)),
                         "the list of factors has 1 entries, but the selection has 2", std::invalid_argument);
}
