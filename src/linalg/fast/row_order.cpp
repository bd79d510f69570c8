#include "restraint/linalg/fast/row_order.h"

#include <utility>

#include "restraint/linalg/fast/dissection_order.h"
#include "restraint/linalg/fast/sparse_ldlt.h"

namespace restraint::fast {

SparseRows transposed(const SparseRows& a) {
    std::vector<std::size_t> next(a.cols() + 1, 0);  // where the next entry of each column goes
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (const std::size_t j : a.row(i).columns) ++next[j + 1];
    for (std::size_t j = 0; j < a.cols(); ++j) next[j + 1] += next[j];
    std::vector<std::pair<std::size_t, double>> entries(a.nonzeros());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const SparseRows::Row row = a.row(i);
        for (std::size_t e = 0; e < row.size(); ++e) entries[next[row.columns[e]]++] = {i, row.values[e]};
    }
    SparseRows result(a.rows());
    for (std::size_t j = 0, e = 0; j < a.cols(); ++j) {
        result.begin_row();
        for (; e < next[j]; ++e) result.append(entries[e].first, entries[e].second);
    }
    return result;
}

RowOrder::RowOrder(const SparseRows& rows)
    : columns(transposed(rows)), order(dissection_order(rows, columns)), place(order.size()) {
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
}

Vector RowOrder::products(SparseRows::Row row, const std::vector<std::size_t>& index,
                          std::size_t count) const {
    Vector result(count);
    for (std::size_t e = 0; e < row.size(); ++e) {
        const SparseRows::Row column = columns.row(row.columns[e]);
        for (std::size_t f = 0; f < column.size(); ++f)
            if (const std::size_t k = index[column.columns[f]]; k < count)
                result[k] += row.values[e] * column.values[f];
    }
    return result;
}

bool is_large(const SparseRows& rows) {
    return rows.rows() > 200 && 10 * rows.nonzeros() < rows.rows() * rows.cols();
}

std::unique_ptr<GrowingFactor> make_factor(const SparseRows& rows) {
    if (is_large(rows)) return std::make_unique<SparseLdlt>();
    return std::make_unique<GrowingLdlt>();
}

}  // namespace restraint::fast
