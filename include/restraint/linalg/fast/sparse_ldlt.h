#pragma once

#include <cstddef>
#include <vector>

#include "restraint/linalg/growing_ldlt.h"

namespace restraint::fast {

/// The growing factor of many sparse rows: of each row of L only the runs of columns are kept where it is not
/// zero. Rows on bodies that nothing connects share no entry of L. If rows are appended part by part, those
/// between two parts last (dissection_order.h), the rows of a part have entries in columns of that part only.
///
/// The elimination tree tells which rows a change can reach. The parent p of column j is the first row with
/// an entry in column j. If a later row i has an entry in column j, then it has one in column p too:
/// eliminating column j fills it in. So what changes in row j reaches only p, the parent of p, and so on.
class SparseLdlt final : public GrowingFactor {
  public:
    std::size_t size() const override { return rows_.size(); }
    std::size_t entries() const override;
    double pivot(std::size_t i) const override { return pivots_[i]; }
    void solve_forward(Vector& g) const override;
    void solve_backward(Vector& l) const override;
    void append(const Vector& l, double pivot) override;
    void remove(std::size_t k) override;
    void clear() override;

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Run {
        std::size_t first, size;  // columns first .. first + size - 1
        std::size_t at;           // where their entries begin
        std::size_t end() const { return first + size; }
    };
    struct Row {
        std::vector<Run> runs;  // from left to right
        std::vector<double> entries;
    };

    Row new_row(const Vector& l, std::size_t first);
    static double take_column(Row& row, std::size_t k);
    std::size_t take_from_tree(std::size_t k);
    void update(std::size_t first, Vector& w, double alpha);

    std::vector<Row> rows_;
    std::vector<double> pivots_;
    std::vector<std::size_t> parents_;  // in the tree; `none` if no row has an entry in this column
};

}  // namespace restraint::fast
