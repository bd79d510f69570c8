#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "restraint/io/text/mps.h"

namespace restraint::io {

/// What an MPS file says, before anything is made of it.
struct MpsContents {
    struct Row {
        char type;  // N E L G
        std::string name;
        std::optional<double> right_side, range;
    };
    struct Column {
        std::string name;
        std::optional<double> lower, upper;  // as BOUNDS has them
        std::size_t upper_line = 0;
    };
    /// A number and its line.
    struct Entry {
        double value;
        std::size_t line;
    };
    using Entries = std::map<std::pair<std::size_t, std::size_t>, Entry>;

    std::string name;
    bool maximise = false;
    std::optional<std::size_t> objective;  // its row
    std::vector<Row> rows;
    std::vector<Column> columns;
    Entries matrix;   // (row, column)
    Entries hessian;  // (column, column), as the file has them
    std::vector<std::string> warnings;
    bool both_triangles = false;  // of the hessian: QMATRIX, not QUADOBJ
};

/// The problem that the file describes; `file` is its name in messages. Throws FileError if the two triangles
/// of the hessian disagree, or if it is too large to be held.
MpsModel mps_model(const MpsContents& contents, const std::string& file);

}  // namespace restraint::io
