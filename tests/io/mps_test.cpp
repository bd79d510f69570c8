#include "restraint/io/text/mps.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "complaints.h"

using namespace restraint;
using namespace restraint::io;
using optimize::infinity;

namespace {

MpsModel read(const std::string& text) { return read_mps(text, "f.mps"); }

/// A file with the given lines in the places of RHS, RANGES, BOUNDS and so on.
std::string file_with(const std::string& rest) {
    return "NAME small\n"
           "ROWS\n"
           " N cost\n"
           " L less\n"
           " G more\n"
           " E same\n"
           "COLUMNS\n"
           " x cost 1 less 2\n"
           " x more 3\n"
           " y cost -4 same 5\n"
           " y more 6\n" +
           rest + "ENDATA\n";
}

/// The messages that files earn, and those that file_with(lines) does, behind "f.mps:"; "" if they are read.
void check_files(std::vector<Complaint> table) {
    for (Complaint& row : table) row.message = row.message.empty() ? "" : "f.mps:" + row.message;
    check_complaints(table, read);
}
void check_lines(std::vector<Complaint> table) {
    for (Complaint& row : table) row.text = file_with(row.text);
    check_files(table);
}

}  // namespace

TEST_CASE("a file becomes a problem: rows by their type, bounds 0 and infinity, minus the constant in RHS") {
    const MpsModel model =
        read(file_with("RHS\n"
                       " right less 8 more 1\n"
                       " right same 2 cost -7\n"));
    CHECK(model.name == "small");
    CHECK_FALSE(model.maximise);
    CHECK(model.row_names == std::vector<std::string>{"less", "more", "same"});
    CHECK(model.column_names == std::vector<std::string>{"x", "y"});
    const optimize::Problem& problem = model.problem;
    CHECK_NOTHROW(require_well_formed(problem));
    CHECK(problem.cost == Vector{1, -4});
    CHECK(problem.constant == 7.0);
    CHECK(problem.rows * Vector{1, 100} == Vector{2, 603, 500});
    CHECK(problem.row_lower == Vector{-infinity, 1, 2});
    CHECK(problem.row_upper == Vector{8, infinity, 2});
    CHECK(problem.lower == Vector{0, 0});
    CHECK(problem.upper == Vector{infinity, infinity});
    CHECK(problem.is_linear());
    CHECK(model.warnings.empty());
}

TEST_CASE("RANGES: |R| is the width; of an E row the sign of R says on which side of b it lies") {
    const std::string right = "RHS\n right less 8 more 1\n right same 2\n";
    MpsModel model = read(file_with(right + "RANGES\n wide less -3 more 4\n wide same 0.5\n"));
    CHECK(model.problem.row_lower == Vector{5, 1, 2});
    CHECK(model.problem.row_upper == Vector{8, 5, 2.5});
    // The order of the two sections does not matter.
    model = read(file_with("RANGES\n wide less 3 more -4\n wide same -0.5\n" + right));
    CHECK(model.problem.row_lower == Vector{5, 1, 1.5});
    CHECK(model.problem.row_upper == Vector{8, 5, 2});
}

TEST_CASE("BOUNDS: each type, with and without the name of the set") {
    const auto bounds = [](const std::string& lines) {
        const MpsModel model = read(file_with("BOUNDS\n" + lines));
        return std::pair{model.problem.lower[0], model.problem.upper[0]};
    };
    CHECK(bounds(" LO set x 1\n UP set x 2\n") == std::pair{1.0, 2.0});
    CHECK(bounds(" LO x -1\n UP x 2\n") == std::pair{-1.0, 2.0});
    CHECK(bounds(" UP x 2\n LO x -1\n") == std::pair{-1.0, 2.0});
    CHECK(bounds(" FX set x 3\n") == std::pair{3.0, 3.0});
    CHECK(bounds(" FR set x\n") == std::pair{-infinity, infinity});
    CHECK(bounds(" FR x\n") == std::pair{-infinity, infinity});
    CHECK(bounds(" FR set x 0\n") == std::pair{-infinity, infinity});
    CHECK(bounds(" MI set x\n") == std::pair{-infinity, infinity});
    CHECK(bounds(" MI set x\n UP set x 5\n") == std::pair{-infinity, 5.0});
    CHECK(bounds(" PL set x\n") == std::pair{0.0, infinity});
    CHECK(bounds(" BV set x\n") == std::pair{0.0, 1.0});
    CHECK(bounds(" LO set x -1e20\n UP set x 1e30\n") == std::pair{-infinity, infinity});
    CHECK(bounds(" LO set x -1e30\n UP set x 1e20\n") == std::pair{-infinity, infinity});
    CHECK(bounds(" LO set x -9e19\n UP set x 9e19\n") == std::pair{-9e19, 9e19});
}

TEST_CASE("an upper bound below 0 without a lower one leaves none, and says so") {
    MpsModel model = read(file_with("BOUNDS\n UP set x -2\n"));
    CHECK(model.problem.lower[0] == -infinity);
    CHECK(model.problem.upper[0] == -2.0);
    REQUIRE(model.warnings.size() == 1);
    CHECK(model.warnings[0] ==
          "f.mps:13: column \"x\" has an upper bound below 0 and no lower bound, which is -infinity then");
    for (const std::string other : {" MI set x\n", " LO set x -3\n"}) {
        model = read(file_with("BOUNDS\n UP set x -2\n" + other));
        CHECK(model.problem.lower[0] == (other[1] == 'M' ? -infinity : -3.0));
        CHECK(model.warnings.empty());
    }
    model = read(file_with("BOUNDS\n UP set x 0\n"));
    CHECK(model.problem.lower[0] == 0.0);
    CHECK(model.warnings.empty());
}

TEST_CASE("a second set of bounds is left out, with one warning") {
    const MpsModel model = read(file_with("BOUNDS\n UP one x 2\n LO two x 1\n LI two y 1\n LO one x -1\n"));
    CHECK(model.problem.lower[0] == -1.0);
    CHECK(model.problem.upper[0] == 2.0);
    REQUIRE(model.warnings.size() == 1);
    CHECK(model.warnings[0] == "f.mps:14: the second set \"two\" in BOUNDS is left out, \"one\" alone holds");
}

TEST_CASE("bounds may be Inf or Infinity, on the side where that means none; exponents may be D") {
    const MpsModel model =
        read(file_with("RHS\n r less 1.5D+1\nBOUNDS\n LO b x -Inf\n UP b x +infinity\n UP b y 2d-1\n"));
    CHECK(model.problem.row_upper[0] == 15.0);
    CHECK(model.problem.lower[0] == -infinity);
    CHECK(model.problem.upper == Vector{infinity, 0.2});
    check_lines({
        {"BOUNDS\n LO b x Inf\n", "13: the lower bound of column \"x\" is infinite"},
        {"BOUNDS\n UP b x -INFINITY\n", "13: the upper bound of column \"x\" is -infinite"},
        {"BOUNDS\n FX b x inf\n", "13: the lower bound of column \"x\" is infinite"},
    });
}

TEST_CASE("keywords in lower case, comments behind a dollar sign") {
    const MpsModel model = read(
        "name small\n"
        "objsense max\n"
        "rows\n n cost\n l less $ a row\n"
        "columns\n x cost 1 $less 5\n x less 2 $ of x\n"
        "rhs\n r less 3 $\n"
        "bounds\n up b x 4 $ far\n"
        "endata\n");
    CHECK(model.name == "small");
    CHECK(model.maximise);
    CHECK(model.problem.rows * Vector{1} == Vector{2});
    CHECK(model.problem.row_upper == Vector{3});
    CHECK(model.problem.upper == Vector{4});
    std::string text = file_with("");
    text.insert(text.find(" x cost"), "    MARK0000  'marker'                 'intorg'\n");
    check_files({{text, "8: a marker: integer variables cannot be solved for here"}});
}

TEST_CASE("a set name with a blank is read by columns, and so is a comment in field 3 or 5") {
    const std::string text =
        "NAME          SETS\n"
        "ROWS\n"
        " N  COST\n"
        " L  R1\n"
        "COLUMNS\n"
        "    X         COST                1.   R1                  2.\n"
        "RHS\n"
        "    MY RHS    R1                  3.   $ right\n"
        "BOUNDS\n"
        " UP MY BND    X                   4.\n"
        "ENDATA\n";
    CHECK(read(text).problem.row_upper == Vector{3});
    CHECK(read(text).problem.upper == Vector{4});
    // The name `SET 2` splits into a pair of words that looks like a row and its number.
    std::string digit = text;
    digit.replace(digit.find("MY RHS"), 6, "SET 2 ");
    CHECK(read(digit).problem.row_upper == Vector{3});
    std::string without_number = text;
    without_number.replace(without_number.find(" UP MY BND    X                   4."), 36,
                           " FR MY BND    X");
    CHECK(read(without_number).problem.lower == Vector{-infinity});
}

TEST_CASE("a maximisation is turned into a minimisation") {
    for (const std::string sense : {"OBJSENSE MAX\n", "OBJSENSE\n    MAXIMIZE\n"}) {
        std::string text = file_with("RHS\n right cost 3\nQUADOBJ\n x x -2\n");
        text.insert(text.find("ROWS"), sense);
        const MpsModel model = read(text);
        CHECK(model.maximise);
        CHECK(model.problem.cost == Vector{-1, 4});
        CHECK(model.problem.constant == 3.0);  // maximise ... - 3
        CHECK(model.problem.hessian == Matrix{{2, 0}, {0, 0}});
    }
    CHECK_FALSE(read("OBJSENSE\n MIN\n" + file_with("")).maximise);
}

TEST_CASE("QUADOBJ has one triangle, QMATRIX both") {
    CHECK(read(file_with("QUADOBJ\n x x 2 y 1\n y y 4\n")).problem.hessian == Matrix{{2, 1}, {1, 4}});
    CHECK(read(file_with("QUADOBJ\n y x 1\n")).problem.hessian == Matrix{{0, 1}, {1, 0}});
    CHECK(read(file_with("QMATRIX\n x x 2\n x y 1\n y x 1\n")).problem.hessian == Matrix{{2, 1}, {1, 0}});
    check_lines({
        {"QUADOBJ\n x y 1\n y x 1\n",
         "14: QUADOBJ has one triangle, but columns \"y\" and \"x\" are in both"},
        {"QMATRIX\n x y 1\n y x 2\n",
         "13: QMATRIX has both triangles, but columns \"x\" and \"y\" have no equal entry in the other one"},
        {"QMATRIX\n x y 1\n",
         "13: QMATRIX has both triangles, but columns \"x\" and \"y\" have no equal entry in the other one"},
        {"QUADOBJ\n x y 1\nQMATRIX\n", "14: QUADOBJ and QMATRIX: the hessian is given twice"},
    });
}

TEST_CASE(
    "a blank name of a set, further N rows, comments, CRLF and Fortran's ways of writing numbers are read") {
    const MpsModel model = read(
        "* a comment\r\n"
        "NAME          SMALL     with more words behind\r\n"
        "ROWS\r\n"
        " G  R1\r\n"
        "\r\n"
        "  N OBJ\r\n"
        " N  OTHER\r\n"
        "COLUMNS\r\n"
        "    X         OBJ          -.100000e+01   R1                  10.\r\n"
        "    X         OTHER               1.e+03\r\n"
        "RHS\r\n"
        "              R1                  +5.25   OBJ                 1.5\r\n"
        "RANGES\r\n"
        "BOUNDS\r\n"
        "ENDATA\r\n"
        "nothing of this is read\r\n");
    CHECK(model.problem.cost == Vector{-1});
    CHECK(model.problem.rows * Vector{1} == Vector{10});
    CHECK(model.problem.row_lower == Vector{5.25});
    CHECK(model.problem.constant == -1.5);
}

TEST_CASE("names with blanks are read by columns") {
    const std::string text =
        "NAME          BLANKS\n"
        "ROWS\n"
        " N  THE COST\n"
        " L  A      1\n"
        " E  A      2\n"
        "COLUMNS\n"
        "    MY COL 1  THE COST            2.   A      1            3.\n"
        "    MY COL 1  A      2            4.\n"
        "    Y         A      1            5.\n"
        "RHS\n"
        "    RHS 1     A      1            6.   A      2            7.\n"
        "BOUNDS\n"
        " UP BND 1     MY COL 1            8.\n"
        " FR BND 1     Y\n"
        "ENDATA\n";
    const MpsModel model = read(text);
    CHECK(model.row_names == std::vector<std::string>{"A      1", "A      2"});
    CHECK(model.column_names == std::vector<std::string>{"MY COL 1", "Y"});
    CHECK(model.problem.cost == Vector{2, 0});
    CHECK(model.problem.rows * Vector{1, 10} == Vector{53, 4});
    CHECK(model.problem.row_upper == Vector{6, 7});
    CHECK(model.problem.upper == Vector{8, infinity});
    CHECK(model.problem.lower == Vector{0, -infinity});

    // The number of the bound is left out, or a second column follows in its own place.
    const std::string bound = " UP BND 1     MY COL 1            8.";
    std::string short_of_one = text, two_columns = text;
    short_of_one.replace(short_of_one.find(bound), bound.size(), bound.substr(0, 22));
    check_files({{short_of_one, "13: a number is missing"}});
    two_columns.replace(two_columns.find(bound), bound.size(), bound + "   Y                   1.");
    check_files({{two_columns, "13: a bound has one column and one number"}});

    std::string shifted = text;
    shifted.replace(shifted.find("    Y         A"), 5, "     Y");
    check_files(
        {{shifted,
          "9: names with blanks were found, so the fields are columns 2-3, 5-12, 15-22, 25-36, 40-47 and "
          "50-61; but \"1\" stands outside of them"}});
}

TEST_CASE("what cannot be solved for here is refused with its line") {
    check_lines({
        {"BOUNDS\n LI set x 1\n", "13: bound LI: integer variables cannot be solved for here"},
        {"BOUNDS\n UI set x 1\n", "13: bound UI: integer variables cannot be solved for here"},
        {"BOUNDS\n SC set x 1\n", "13: bound SC: semi-continuous variables cannot be solved for here"},
    });
    std::string text = file_with("");
    text.insert(text.find(" x cost"), "    MARK0000  'MARKER'                 'INTORG'\n");
    check_files({{text, "8: a marker: integer variables cannot be solved for here"}});
}

TEST_CASE("a quadratic program whose dense matrix would not fit is refused at the line that asks for it") {
    std::string text = "NAME\nROWS\n N c\nCOLUMNS\n";
    for (int j = 0; j <= 20000; ++j) text += " x" + std::to_string(j) + " c 1\n";
    check_files({{text + "ENDATA\n", ""}});
    check_files({{text + "QUADOBJ\n x0 x0 1\nENDATA\n",
                  "20007: a quadratic program of 20001 variables; at most 20000 can be held"}});
}

TEST_CASE("a repeated entry is an error and not a sum") {
    std::string text = file_with("");
    text.insert(text.find(" y cost"), " x less 1\n");
    check_files({{text, "10: row \"less\" of column \"x\": the entry of line 8 is repeated"}});
    check_lines({
        {"RHS\n r less 1\n r less 1\n", "14: the right side of row \"less\" is given twice"},
        {"RANGES\n r less 1 less 2\n", "13: the range of row \"less\" is given twice"},
        {"BOUNDS\n UP b x 1\n FX b x 1\n", "14: the upper bound of column \"x\" is given twice"},
        {"BOUNDS\n LO b x 1\n FX b x 1\n", "14: the lower bound of column \"x\" is given twice"},
        {"BOUNDS\n LO b x 1\n BV b x\n", "14: the lower bound of column \"x\" is given twice"},
        {"BOUNDS\n LO b x 1\n FR b x\n", "14: the lower bound of column \"x\" is given twice"},
        {"QUADOBJ\n x x 1\n x x 1\n", "14: columns \"x\" and \"x\": the entry of line 13 is repeated"},
    });
    text = file_with("");
    text.insert(text.find("COLUMNS"), " L less\n");
    check_files({{text, "7: row \"less\" comes twice"}});
    check_lines({
        {"RHS\nRHS\n", "13: section RHS comes twice"},
        {"RHS\n one less 1\n two more 1\n",
         "14: a second set \"two\" in RHS: this file is read with set \"one\" alone"},
        {"RANGES\n one less 1\n two more 1\n",
         "14: a second set \"two\" in RANGES: this file is read with set \"one\" alone"},
        {"RANGES\n one less 1\n more 1\n",
         "14: a second set \"\" in RANGES: this file is read with set \"one\" alone"},
    });
}

TEST_CASE("a file that is not MPS gets a line that says what is wrong where") {
    check_files({
        {"", "1: the file ends without ENDATA"},
        {"NAME\nROWS\n N c\n", "3: the file ends without ENDATA"},
        {" x 1\n", "1: a line of data before the first section"},
        {"NAME\nSOS1\n",
         "2: unknown section \"SOS1\"; known are NAME OBJSENSE ROWS COLUMNS RHS RANGES BOUNDS QUADOBJ "
         "QMATRIX ENDATA "},
        {"COLUMNS\n", "1: section COLUMNS comes before ROWS"},
        {"ROWS\n E e\nCOLUMNS\n", "3: ROWS has no N row: there is no objective"},
        {"ROWS\n N c\nRHS\n", "3: section RHS comes before COLUMNS"},
        {"ROWS\n X c\n", "2: a row is of type N, E, L or G, not \"X\""},
        {"OBJSENSE MOST\n", "1: OBJSENSE is MAX or MIN, not \"MOST\""},
    });
    check_lines({
        {"RHS\n r nowhere 1\n", "13: row \"nowhere\" is not in ROWS"},
        {"BOUNDS\n UP b z 1\n", "13: column \"z\" is not in COLUMNS"},
        {"BOUNDS\n XX b x 1\n", "13: a bound is of type LO, UP, FX, FR, MI, PL or BV, not \"XX\""},
        {"BOUNDS\n UP\n",
         "13: 1 word, but such a line is: type, name of the set (may be missing), column, number"},
        {"RHS\n r less nan\n", "13: \"nan\" is not a finite number"},
        {"RHS\n r less inf\n", "13: \"inf\" is not a finite number"},
        {"RHS\n r less 1,5\n", "13: \"1,5\" is not a number: the decimal sign is a point"},
        {"RHS\n r less 1e999\n", "13: \"1e999\" is beyond the range of a double"},
        {"RANGES\n r cost 1\n", "13: a range on row \"cost\", which is of type N"},
        {"RHS extra\n", "12: unexpected \"extra\" behind RHS"},
    });
}

TEST_CASE("a file is read from standard input as well") {
    std::istringstream input(file_with(""));
    CHECK(load_mps("-", input).name == "small");
    CHECK_THROWS_WITH_AS(load_mps("no/such/file.mps", input),
                         "no/such/file.mps: cannot be opened: No such file or directory", FileError);
}
