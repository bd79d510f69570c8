#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace restraint::io {

/// One line of data of an MPS file, taken apart. All texts look into the file; what is not there is empty.
struct MpsRecord {
    struct Pair {
        std::string_view name, value;
    };
    std::string_view type;    // of a row: N E L G; of a bound: LO UP ...
    std::string_view head;    // the row of ROWS, the column of COLUMNS and QUADOBJ, else the name of a set
    std::vector<Pair> pairs;  // a name and a number, once or twice
};

/// How the fields of a line are found: in the columns that the format was born with, or split at blanks.
///
///     field      1    2     3      4      5      6
///     columns   2-3  5-12  15-22  25-36  40-47  50-61
///
/// ROWS have the fields 1 and 2; bounds 1 to 4; all others 2 to 4, or 2 to 6.
enum class MpsLayout { fixed, free };

/// Fixed, if a name holds a blank and could not be read otherwise: if a line split at blanks is no record of
/// its section (too many words, no number where one should be, a name that is not known), while nothing of it
/// stands between the fields.
MpsLayout mps_layout(std::span<const std::string_view> lines);

/// The fields of a line in that section. Throws std::invalid_argument that says what is wrong with the line.
MpsRecord mps_record(std::string_view line, std::string_view section, MpsLayout layout);

/// Letters a to z as A to Z: keywords are read in either case.
std::string upper_case(std::string_view word);

/// True if the line is blank, or a comment: an asterisk in the first column.
bool is_mps_comment(std::string_view line);

/// True if a section begins here: the first column is not blank.
bool is_mps_section(std::string_view line);

}  // namespace restraint::io
