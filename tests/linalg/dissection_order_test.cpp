#include "restraint/linalg/fast/dissection_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "../random.h"
#include "restraint/linalg/fast/row_order.h"
#include "restraint/linalg/fast/sparse_ldlt.h"

namespace restraint::fast {
namespace {

/// Rows that join each knot of a net, `width` by `length` knots, to its right and its upper neighbour; knots
/// and rows in random order.
SparseRows net(std::size_t width, std::size_t length, Random& random) {
    std::vector<std::size_t> name(width * length);
    for (std::size_t k = 0; k < name.size(); ++k) name[k] = k;
    for (std::size_t k = name.size(); k > 1; --k) std::swap(name[k - 1], name[random.index(k)]);
    std::vector<std::pair<std::size_t, std::size_t>> joints;
    for (std::size_t x = 0; x < length; ++x)
        for (std::size_t y = 0; y < width; ++y) {
            if (x + 1 < length) joints.emplace_back(name[x * width + y], name[(x + 1) * width + y]);
            if (y + 1 < width) joints.emplace_back(name[x * width + y], name[x * width + y + 1]);
        }
    for (std::size_t k = joints.size(); k > 1; --k) std::swap(joints[k - 1], joints[random.index(k)]);
    SparseRows rows(name.size());
    for (const auto& [one, other] : joints) {
        rows.begin_row();
        rows.append(one, 1.0);
        rows.append(other, -1.0);
    }
    return rows;
}

/// How many entries the factor of A A' has, its rows in this order: a row is joined to all later ones that it
/// shares a variable with, and so are, once it is eliminated, those with each other.
std::size_t entries_of_factor(const SparseRows& rows, const std::vector<std::size_t>& order) {
    std::vector<std::set<std::size_t>> later(order.size());  // of the row at this place, the places
    std::vector<std::vector<std::size_t>> places(rows.cols());
    for (std::size_t k = 0; k < order.size(); ++k)
        for (const std::size_t j : rows.row(order[k]).columns) {
            for (const std::size_t before : places[j]) later[before].insert(k);
            places[j].push_back(k);
        }
    std::size_t entries = 0;
    for (const std::set<std::size_t>& joined : later) {
        entries += joined.size();
        if (!joined.empty()) later[*joined.begin()].insert(std::next(joined.begin()), joined.end());
    }
    return entries;
}

bool lists_each_row_once(std::vector<std::size_t> order) {
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != i) return false;
    return true;
}

}  // namespace

TEST_CASE("four times as many knots in a square net make the factor less than six times as long") {
    // n log n is what nested dissection needs; a band of n rows is root n wide: eight times.
    Random random(1);
    for (const std::size_t side : {20u, 40u}) {
        std::size_t entries[2];
        for (const std::size_t times : {1u, 2u}) {
            const SparseRows rows = net(times * side, times * side, random);
            const std::vector<std::size_t> order = dissection_order(rows, transposed(rows));
            CHECK(order.size() == rows.rows());
            CHECK(lists_each_row_once(order));
            entries[times - 1] = entries_of_factor(rows, order);
        }
        CAPTURE(side);
        CAPTURE(entries[0]);
        CAPTURE(entries[1]);
        CHECK(entries[1] < 6 * entries[0]);
    }
}

TEST_CASE("twice as long a net makes the factor twice as long, and a few rows at the seam") {
    Random random(2);
    std::size_t entries[2];
    for (const std::size_t times : {1u, 2u}) {
        const SparseRows rows = net(4, times * 100, random);
        entries[times - 1] = entries_of_factor(rows, dissection_order(rows, transposed(rows)));
    }
    CAPTURE(entries[0]);
    CAPTURE(entries[1]);
    CHECK(entries[1] < 2.2 * static_cast<double>(entries[0]));
    CHECK(entries[1] > 1.8 * static_cast<double>(entries[0]));
}

TEST_CASE("of a chain of 200 links the middle one is listed last, and all before it are the two halves") {
    SparseRows rows(201);
    for (std::size_t i = 0; i < 200; ++i) {
        rows.begin_row();
        rows.append(i, 1.0);
        rows.append(i + 1, -1.0);
    }
    const std::vector<std::size_t> order = dissection_order(rows, transposed(rows));
    REQUIRE(lists_each_row_once(order));
    const std::size_t last = order.back();
    CHECK(last >= 50);  // well in the middle: a quarter of the rows on either side
    CHECK(last < 150);
    const auto is_left = [&](std::size_t i) { return i < last; };
    const auto change = std::adjacent_find(order.begin(), order.end() - 1, [&](std::size_t a, std::size_t b) {
        return is_left(a) != is_left(b);
    });
    REQUIRE(change != order.end() - 1);
    CHECK(std::all_of(change + 1, order.end() - 1,
                      [&](std::size_t i) { return is_left(i) != is_left(*change); }));
}

TEST_CASE(
    "a chain of 60 links is not cut; of 61 the first is cut that leaves a quarter, 15.25, on either side") {
    const auto chain = [](std::size_t links) {
        SparseRows rows(links + 1);
        for (std::size_t i = 0; i < links; ++i) {
            rows.begin_row();
            rows.append(i, 1.0);
            rows.append(i + 1, -1.0);
        }
        return dissection_order(rows, transposed(rows));
    };
    const std::vector<std::size_t> whole = chain(60);
    for (std::size_t i = 0; i < 60; ++i) CHECK(whole[i] == i);
    CHECK(chain(61).back() == 16);
    CHECK(chain(64).back() == 16);  // a quarter exactly
    CHECK(chain(65).back() == 17);
}

TEST_CASE(
    "the fewest rows are cut: one link among pairs of links, if a quarter of the rows is on either side") {
    // 50 knots, joined to the next by two rows each, but at one place by one: 97 rows, of which a quarter is
    // 24.25. Before place p there are 2 p rows.
    const auto last_of = [](std::size_t p) {
        SparseRows rows(50);
        std::vector<std::size_t> knot;
        for (std::size_t k = 0; k + 1 < 50; ++k)
            for (int copy = k == p ? 1 : 0; copy < 2; ++copy) {
                rows.begin_row();
                rows.append(k, 1.0);
                rows.append(k + 1, -1.0);
                knot.push_back(k);
            }
        return knot[dissection_order(rows, transposed(rows)).back()];
    };
    CHECK(last_of(20) == 20);
    CHECK(last_of(13) == 13);
    CHECK(last_of(12) != 12);  // 24 rows are too few
    CHECK(last_of(35) == 35);  // 2 (48 - 35) = 26
    CHECK(last_of(36) != 36);  // 24
}

TEST_CASE("more than 200 rows of which less than a tenth is filled are kept as sparse ones") {
    const auto filled = [](std::size_t count, std::size_t columns) {  // two entries in each row
        SparseRows rows(columns);
        for (std::size_t i = 0; i < count; ++i) {
            rows.begin_row();
            rows.append(0, 1.0);
            rows.append(1, 1.0);
        }
        return rows;
    };
    for (const auto& [count, columns, large] :
         {std::tuple{201u, 21u, true}, {201u, 20u, false}, {200u, 21u, false}}) {
        const SparseRows rows = filled(count, columns);
        CHECK(is_large(rows) == large);
        CHECK((dynamic_cast<SparseLdlt*>(make_factor(rows).get()) != nullptr) == large);
    }
}

TEST_CASE("islands are listed one after the other, and rows without entries last") {
    SparseRows rows(5);  // 0 - 3 - 1 and 2 - 4, by turns
    for (const auto& [one, other] :
         std::vector<std::pair<std::size_t, std::size_t>>{{0, 3}, {2, 4}, {3, 1}}) {
        rows.begin_row();
        rows.append(one, 1.0);
        rows.append(other, 1.0);
    }
    rows.begin_row();
    rows.begin_row();
    rows.append(4, 2.0);
    const std::vector<std::size_t> order = dissection_order(rows, transposed(rows));
    REQUIRE(order.size() == 5);
    CHECK(lists_each_row_once(order));
    CHECK(order[0] + order[1] == 0 + 2);
    CHECK(order[2] + order[3] == 1 + 4);
    CHECK(order[4] == 3);
}

}  // namespace restraint::fast
