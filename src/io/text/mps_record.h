#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace restraint::io {

/// One line of data of an MPS file, taken apart. All views look into the file; what is not there is empty.
struct MpsRecord {
    struct NamedNumber {
        std::string_view name, value;
    };
    std::string type;       // of a row: N E L G; of a bound: LO UP ...; in upper case
    std::string_view head;  // the row of ROWS, the column of COLUMNS and QUADOBJ, else the name of a set
    std::vector<NamedNumber> pairs;  // a name and a number, once or twice
};

/// The fields of a line of that section, one word each. A comment begins with a dollar sign, behind the
/// second field. Throws std::invalid_argument that says what is wrong with the line.
MpsRecord free_record(std::string_view line, std::string_view section);

/// The fields of a line in the fixed columns of the format, so that names may hold blanks.
///
///     field      1    2     3      4      5      6
///     columns   2-3  5-12  15-22  25-36  40-47  50-61
///
/// ROWS have the fields 1 and 2; bounds 1 to 4; all others 2 to 4, or 2 to 6. A comment begins with a dollar
/// sign in the first column of field 3 or 5. Throws as free_record does.
MpsRecord fixed_record(std::string_view line, std::string_view section);

/// Letters a to z as A to Z: keywords are read in either case.
std::string upper_case(std::string_view word);

}  // namespace restraint::io
