#include "restraint/optimize/neighbour_order.h"

namespace restraint::optimize {

namespace {

/// All variables that hang together with the first one, the nearest first; `reached` marks them with `mark`.
std::vector<std::size_t> outwards(const SparseRows& a, const SparseRows& columns, std::size_t first,
                                  std::vector<std::size_t>& reached, std::size_t mark) {
    std::vector<std::size_t> queue{first};
    std::vector<char> is_followed(a.rows(), 0);  // a row leads to new variables once only
    reached[first] = mark;
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const std::size_t i : columns.row(queue[next]).columns) {
            if (is_followed[i]) continue;
            is_followed[i] = 1;
            for (const std::size_t j : a.row(i).columns) {
                if (reached[j] == mark) continue;
                reached[j] = mark;
                queue.push_back(j);
            }
        }
    return queue;
}

}  // namespace

std::vector<std::size_t> neighbour_order(const SparseRows& a, const SparseRows& columns) {
    std::vector<std::size_t> order, reached(a.cols(), 0);
    std::vector<char> is_listed(a.rows(), 0);
    const auto list = [&](std::size_t i) {
        if (!is_listed[i]) order.push_back(i);
        is_listed[i] = 1;
    };
    for (std::size_t first = 0; first < a.cols(); ++first) {
        if (reached[first] != 0) continue;
        // The last variable that is reached is at an end; from there the last one is at the other end.
        const std::size_t one_end = outwards(a, columns, first, reached, 1).back();
        const std::size_t other_end = outwards(a, columns, one_end, reached, 2).back();
        for (const std::size_t j : outwards(a, columns, other_end, reached, 3))
            for (const std::size_t i : columns.row(j).columns) list(i);
    }
    for (std::size_t i = 0; i < a.rows(); ++i) list(i);
    return order;
}

}  // namespace restraint::optimize
