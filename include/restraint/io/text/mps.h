#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "restraint/io/text/errors.h"
#include "restraint/optimize/problem.h"

namespace restraint::io {

/// The linear or quadratic program of an MPS or QPS file.
struct MpsModel {
    std::string name;                       // what stands behind NAME
    bool maximise = false;                  // OBJSENSE says so
    optimize::Problem problem;              // to be minimised: of a maximisation, the objective times -1
    std::vector<std::string> row_names;     // one a row of the problem
    std::vector<std::string> column_names;  // one a variable
    std::vector<std::string> warnings;      // FILE:LINE: what to look at
};

/// Reads MPS and QPS, the format of the collections of test problems.
///
///     NAME     a name, and whatever else stands there
///     OBJSENSE MAX or MIN, on this line or on the next; minimise if there is none
///     ROWS     N (the first is the objective, others are left out), E, L, G, and a name
///     COLUMNS  column, row, number, and perhaps row, number
///     RHS      a set's name (may be blank), row, number, ...; on the objective: minus the constant
///     RANGES   a set's name, row, number R, ...: |R| is the distance of the row's sides; E rows are
///              [b, b + R] or [b + R, b] by the sign of R
///     BOUNDS   type, set, column, number: LO, UP, FX; without a number: FR, MI (no lower), PL (no upper),
///              BV (0..1)
///     QUADOBJ  column, column, number: one triangle of H, the objective having 1/2 x'Hx
///     QMATRIX  column, column, number: both triangles of H, which must agree
///     ENDATA
///
/// Without bounds 0 <= x. UP with a negative number and no lower bound leaves x without a lower bound, and
/// warns. A side of 1e20 or more in modulus is the format's way to write an absent one; bounds may be Inf or
/// Infinity as well. A second set of bounds is left out, and warns. Keywords may be in lower case, an
/// exponent may be a D. A comment has an asterisk in its first column, or begins with a dollar sign in the
/// field of a name behind the first. Fields are words; where that fails, because a name holds a blank, they
/// are the columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61.
///
/// Throws FileError `NAME:LINE: what is wrong` for what is not as above: integer variables, a second set of
/// right sides or ranges, an entry or a side given twice, a name that is not known, a number that is NaN or
/// infinite.
MpsModel read_mps(std::string_view text, const std::string& name);

/// Reads the file at `path`, or standard input if that is "-". At most 256 MiB.
MpsModel load_mps(const std::string& path, std::istream& standard_input);

}  // namespace restraint::io
