#include "restraint/optimize/neighbour_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "../random.h"
#include "restraint/linalg/row_products.h"

namespace restraint::optimize {
namespace {

/// Rows that join each knot of a net of so many knots to its right and its upper neighbour; knots and rows
/// in random order.
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

/// The largest distance of two rows in the order that share a variable.
std::size_t band(const SparseRows& rows, const std::vector<std::size_t>& order) {
    std::vector<std::size_t> first(rows.cols(), order.size());
    std::size_t widest = 0;
    for (std::size_t k = 0; k < order.size(); ++k)
        for (const std::size_t j : rows.row(order[k]).columns) {
            first[j] = std::min(first[j], k);
            widest = std::max(widest, k - first[j]);
        }
    return widest;
}

bool lists_each_row_once(std::vector<std::size_t> order) {
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != i) return false;
    return true;
}

}  // namespace

TEST_CASE("rows of a long net, listed at random, become a band four times as wide as the net at most") {
    // A front of knots that are equally far from a corner has `width` knots at most, each with two rows that
    // lead on; the rows of a knot are listed from this front and from the one before.
    Random random(1);
    for (const std::size_t width : {1u, 2u, 5u, 10u}) {
        const SparseRows rows = net(width, 60, random);
        const std::vector<std::size_t> order = neighbour_order(rows, transposed(rows));
        CAPTURE(width);
        CHECK(order.size() == rows.rows());
        CHECK(lists_each_row_once(order));
        CHECK(band(rows, order) < 4 * width);
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
    const std::vector<std::size_t> order = neighbour_order(rows, transposed(rows));
    REQUIRE(order.size() == 5);
    CHECK(lists_each_row_once(order));
    CHECK(order[0] + order[1] == 0 + 2);
    CHECK(order[2] + order[3] == 1 + 4);
    CHECK(order[4] == 3);
}

}  // namespace restraint::optimize
