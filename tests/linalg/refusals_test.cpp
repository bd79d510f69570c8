#include "../refusals.h"
#include "restraint/linalg/matrix.h"
#include "restraint/linalg/sparse_rows.h"

using namespace restraint;

TEST_CASE("sums of matrices of two shapes, and entries beyond the last column, are refused") {
    tests::check_refused({
        {[] { Matrix(2, 3) + Matrix(3, 2); }, "the left matrix is 2 x 3, but the right one is 3 x 2"},
        {[] { SparseRows(2).append(2, 1.0); }, "column 2 in a matrix of 2 columns"},
    });
}
