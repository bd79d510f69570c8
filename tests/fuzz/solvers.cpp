// Bytes as a small problem with small whole numbers, where ties, repeated rows and contradictions are
// everywhere.

#include <cstddef>
#include <cstdint>

#include "bytes.h"
#include "judge.h"
#include "restraint/linalg/matrix.h"

namespace {

using restraint::fuzz::Bytes;

/// A side: absent, or a whole number from -4 to 4.
double side(Bytes& bytes, double absent) {
    const int n = bytes.number(-6, 4);
    return n < -4 ? absent : n;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace restraint;
    Bytes bytes{data, size};
    const auto n = static_cast<std::size_t>(bytes.number(0, 6));
    const auto m = static_cast<std::size_t>(bytes.number(0, 8));
    optimize::Problem problem = optimize::unconstrained(n);
    for (std::size_t j = 0; j < n; ++j) {
        problem.cost[j] = bytes.number(-4, 4);
        problem.lower[j] = side(bytes, -optimize::infinity);
        problem.upper[j] = side(bytes, optimize::infinity);
    }
    problem.row_lower = Vector(m);
    problem.row_upper = Vector(m);
    for (std::size_t i = 0; i < m; ++i) {
        problem.rows.begin_row();
        for (std::size_t j = 0; j < n; ++j)
            if (const int a = bytes.number(-3, 3); a != 0) problem.rows.append(j, a);
        problem.row_lower[i] = side(bytes, -optimize::infinity);
        problem.row_upper[i] = side(bytes, optimize::infinity);
    }
    // H = B'B with few rows in B: semidefinite. No rows: a linear program.
    const auto rank = static_cast<std::size_t>(bytes.number(0, 4));
    if (rank > 0 && n > 0) {
        Matrix b(rank, n);
        for (double& entry : b.entries()) entry = bytes.number(-2, 2);
        problem.hessian = transpose(b) * b;
    }
    fuzz::judge(problem);
    return 0;
}
