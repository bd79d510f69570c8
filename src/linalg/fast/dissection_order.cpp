#include "restraint/linalg/fast/dissection_order.h"

#include <algorithm>
#include <utility>

#include "restraint/linalg/fast/row_order.h"

namespace restraint::fast {

namespace {

/// A part of at most 60 rows is not cut; ...
constexpr std::size_t smallest_part = 60;

/// ... nor is one of which no cut leaves at least this share of the rows on either side.
constexpr double balance = 0.25;

struct Dissection {
    Dissection(const SparseRows& rows, const SparseRows& variables)
        : a(rows),
          columns(variables),
          is_listed(a.rows(), 0),
          is_done(a.cols(), 0),
          reached(a.cols(), 0),
          followed(a.rows(), 0),
          front(a.cols(), 0) {}

    const SparseRows &a, &columns;  // A, A'
    std::vector<std::size_t> order;
    std::vector<char> is_listed;                 // rows, those that are kept for later included
    std::vector<char> is_done;                   // variables
    std::vector<std::size_t> reached, followed;  // by which walk, variables and rows
    std::vector<std::size_t> front;              // of a variable: how far from where the walk began
    std::size_t walks = 0;

    std::vector<std::size_t> walk(std::size_t first);
    std::vector<std::size_t> cut(const std::vector<std::size_t>& rows) const;
    void list(const std::vector<std::size_t>& variables);
    void list_part(std::size_t first);
};

/// All variables that rows connect with the first one, the nearest first.
std::vector<std::size_t> Dissection::walk(std::size_t first) {
    ++walks;
    std::vector<std::size_t> queue{first};
    reached[first] = walks;
    front[first] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const std::size_t i : columns.row(queue[next]).columns) {
            if (is_listed[i] || followed[i] == walks) continue;  // a row leads to new variables once only
            followed[i] = walks;
            for (const std::size_t j : a.row(i).columns) {
                if (reached[j] == walks) continue;
                reached[j] = walks;
                front[j] = front[queue[next]] + 1;
                queue.push_back(j);
            }
        }
    return queue;
}

/// The fewest rows whose removal leaves two parts; none if the smaller part would have less than the share
/// `balance` of all rows.
std::vector<std::size_t> Dissection::cut(const std::vector<std::size_t>& rows) const {
    // A row joins two fronts next to each other, or lies in one.
    const auto span = [&](std::size_t i) {
        std::size_t nearest = front[a.row(i).columns[0]], farthest = nearest;
        for (const std::size_t j : a.row(i).columns) {
            nearest = std::min(nearest, front[j]);
            farthest = std::max(farthest, front[j]);
        }
        return std::pair(nearest, farthest);
    };
    std::vector<std::size_t> within, across;  // how many rows of front f; of fronts f and f + 1
    for (const std::size_t i : rows) {
        const auto [nearest, farthest] = span(i);
        within.resize(std::max(within.size(), farthest + 1), 0);
        across.resize(within.size(), 0);
        ++(nearest == farthest ? within : across)[nearest];
    }
    const std::size_t all = rows.size();
    std::size_t before = 0, best = all, best_front = 0;
    for (std::size_t f = 0; f + 1 < within.size(); ++f) {
        before += within[f];
        const std::size_t after = all - before - across[f];
        const bool is_balanced =
            static_cast<double>(std::min(before, after)) >= balance * static_cast<double>(all);
        if (is_balanced && across[f] < best) {
            best = across[f];
            best_front = f;
        }
        before += across[f];
    }
    std::vector<std::size_t> between;
    if (best == all) return between;
    for (const std::size_t i : rows)
        if (span(i) == std::pair(best_front, best_front + 1)) between.push_back(i);
    return between;
}

/// The rows of a part whose variables are walked through in this order.
void Dissection::list(const std::vector<std::size_t>& variables) {
    std::vector<std::size_t> rows;
    for (const std::size_t j : variables)
        for (const std::size_t i : columns.row(j).columns) {
            if (is_listed[i]) continue;
            is_listed[i] = 1;
            rows.push_back(i);
        }
    const std::vector<std::size_t> between = rows.size() > smallest_part ? cut(rows) : rows;
    if (between.empty() || between.size() == rows.size()) {
        order.insert(order.end(), rows.begin(), rows.end());
        for (const std::size_t j : variables) is_done[j] = 1;
        return;
    }
    for (const std::size_t i : rows) is_listed[i] = 0;
    for (const std::size_t i : between) is_listed[i] = 1;
    for (const std::size_t j : variables)
        if (!is_done[j]) list_part(j);
    order.insert(order.end(), between.begin(), between.end());
}

/// Lists the rows of all variables that are connected with this one.
void Dissection::list_part(std::size_t first) {
    // The variable farthest from any other is at one end of the part; the one farthest from that, at the
    // other.
    const std::size_t one_end = walk(first).back();
    list(walk(walk(one_end).back()));
}

}  // namespace

std::vector<std::size_t> dissection_order(const SparseRows& a, const SparseRows& columns) {
    Dissection dissection(a, columns);
    for (std::size_t j = 0; j < a.cols(); ++j)
        if (!dissection.is_done[j] && columns.row(j).size() > 0) dissection.list_part(j);
    for (std::size_t i = 0; i < a.rows(); ++i)
        if (a.row(i).size() == 0) dissection.order.push_back(i);
    return dissection.order;
}

}  // namespace restraint::fast
