#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "restraint/io/text/mps.h"

namespace restraint::io {

/// A row as ROWS, RHS and RANGES have it.
struct MpsRow {
    char type;  // N E L G
    std::string name;
    std::optional<double> right_side, range;
};

/// A column as BOUNDS has it.
struct MpsColumn {
    std::string name;
    std::optional<double> lower, upper;
    std::size_t upper_line = 0;
};

/// A number and its line.
struct MpsEntry {
    double value;
    std::size_t line;
};
using MpsEntries = std::map<std::pair<std::size_t, std::size_t>, MpsEntry>;

/// What an MPS file says, section by section.
struct MpsFile {
    std::string file;                      // as messages call it
    MpsModel model;                        // its name, sense and warnings
    std::vector<MpsRow> rows;              // N rows among them
    std::vector<MpsColumn> columns;        //
    std::optional<std::size_t> objective;  // its row
    MpsEntries matrix;                     // (row, column)
    MpsEntries hessian;                    // (column, column), as the file has them
    bool has_both_triangles = false;       // of the hessian: QMATRIX
};

/// The problem that the file states, in the form of optimize. Throws FileError if the two triangles of
/// QMATRIX differ, or if the hessian is too large to be held.
MpsModel mps_problem(const MpsFile& file);

}  // namespace restraint::io
