#include "restraint/linalg/conjugate_gradient.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "residual.h"
#include "restraint/linalg/ldlt.h"

using namespace restraint;

namespace {

LinearMap map_of(const Matrix& a) {
    return [a](const Vector& x) { return a * x; };
}
LinearMap transposed_map_of(const Matrix& a) {
    return [a](const Vector& x) { return transpose_times(a, x); };
}

}  // namespace

TEST_CASE("(2 1; 1 2) x = (3, 3): the residual is an eigenvector, so one step is enough [PBM-SD-cg]") {
    const ConjugateGradient found = conjugate_gradient(map_of(Matrix{{2, 1}, {1, 2}}), Vector{3, 3});
    CHECK(found.converged);
    CHECK(found.iterations == 1);
    CHECK(found.x == Vector{1, 1});
}

TEST_CASE("n different eigenvalues take n steps, and the answer is that of LDL'") {
    Random random(11);
    for (std::size_t n : sizes) {
        CAPTURE(n);
        // Eigenvalues in [n, n + 4 n]: about ten digits in 50 steps, all of them in 2 n.
        Matrix a = random_gram(random, n, n) + static_cast<double>(n) * identity(n);
        const Vector b = random_vector(random, n);
        const ConjugateGradient found = conjugate_gradient(map_of(a), b);
        CHECK(found.converged);
        CHECK(found.iterations <= 2 * n);
        CHECK(found.residual <= 2e-12);
        CHECK(max_norm(found.x - solve(factor_ldlt(a), b)) <= 1e-11 * max_norm(found.x));
    }
}

TEST_CASE("the diagonal as preconditioner takes away wild units") {
    Random random(12);
    const std::size_t n = 40;
    Vector unit(n);  // 2^-3 to 2^3: the condition grows from about 3 to 3 2^12
    for (double& u : unit) u = std::ldexp(1.0, static_cast<int>(random.index(7)) - 3);
    const Matrix units = diagonal(unit);
    const Matrix a = units * (random_gram(random, n, n) + 40.0 * identity(n)) * units;
    // x = (1, ..., 1).
    Vector b = a * Vector(n, 1.0);
    ConjugateGradientOptions options;
    options.inverse_diagonal = Vector(n);
    for (std::size_t i = 0; i < n; ++i) options.inverse_diagonal[i] = 1.0 / a(i, i);
    const ConjugateGradient found = conjugate_gradient(map_of(a), b, options);
    CHECK(found.converged);
    CHECK(found.iterations <= n);
    CHECK(max_norm(found.x - Vector(n, 1.0)) <= 3.0 * 0x1p12 * 1e-12);  // the condition times the tolerance
    // Without it n steps are not enough.
    options.inverse_diagonal = Vector();
    options.iteration_limit = n;
    CHECK_FALSE(conjugate_gradient(map_of(a), b, options).converged);
}

TEST_CASE("a constraint that is stated twice shares its multiplier between the copies [PBM-F-cg]") {
    // J W J' for one constraint with J W J' = 4, stated twice: 4 (1 1; 1 1) lambda = (8, 8). All lambda with
    // lambda_1 + lambda_2 = 2 do; the shortest is (1, 1).
    const Matrix a{{4, 4}, {4, 4}};
    const ConjugateGradient plain = conjugate_gradient(map_of(a), Vector{8, 8});
    CHECK(plain.converged);
    CHECK(plain.x == Vector{1, 1});
    const ConjugateGradient squared = least_squares_conjugate_gradient(map_of(a), map_of(a), Vector{8, 8});
    CHECK(squared.converged);
    CHECK(squared.x == Vector{1, 1});
}

TEST_CASE("two copies that disagree have no solution, but a least-squares one: the mean [PBM-F-cg]") {
    // 4 (lambda_1 + lambda_2) = 6 and = 10: best is 8, the shortest (1, 1), each missed by 2.
    const Matrix a{{4, 4}, {4, 4}};
    const Vector b{6, 10};
    CHECK_FALSE(conjugate_gradient(map_of(a), b).converged);
    const ConjugateGradient found = least_squares_conjugate_gradient(map_of(a), map_of(a), b);
    CHECK(found.converged);
    CHECK(max_norm(found.x - Vector{1, 1}) <= 1e-15);
    CHECK(std::abs(found.residual - std::sqrt(8.0 / 136.0)) <= 1e-15);
}

TEST_CASE("least squares by conjugate gradients is the shortest of the best, whatever shape and rank") {
    Random random(13);
    for (std::size_t m : {1u, 3u, 10u, 20u})
        for (std::size_t n : {1u, 3u, 10u, 20u})
            for (bool deficient : {false, true}) {
                CAPTURE(m);
                CAPTURE(n);
                CAPTURE(deficient);
                const std::size_t rank = std::max<std::size_t>(1, std::min<std::size_t>(m, n) / 2);
                const Matrix a = deficient ? random_matrix(random, m, rank) * random_matrix(random, rank, n)
                                           : random_matrix(random, m, n);
                const Vector b = random_vector(random, m);
                ConjugateGradientOptions options;
                options.tolerance = 1e-10;
                const ConjugateGradient found =
                    least_squares_conjugate_gradient(map_of(a), transposed_map_of(a), b, options);
                CHECK(found.converged);
                // The recursion's A'r and that of x differ by rounding times |A|^2 |x|.
                CHECK(norm(transpose_times(a, b - a * found.x)) <=
                      2e-10 *
                          (norm(transpose_times(a, b)) + 1e-4 * max_norm(a) * max_norm(a) * norm(found.x)));
                // Shortest: x is in the row space, so a multiple of any null vector of A only lengthens it.
                // Check by x = A'w with the best w.
                const ConjugateGradient w =
                    least_squares_conjugate_gradient(transposed_map_of(a), map_of(a), found.x, options);
                CHECK(w.residual <= 1e-6);
            }
}

TEST_CASE("conjugate gradients end on what they cannot solve") {
    CHECK(conjugate_gradient(map_of(Matrix(0, 0)), Vector{}).converged);
    CHECK(conjugate_gradient(map_of(Matrix(2, 2)), Vector{0, 0}).converged);
    CHECK_FALSE(conjugate_gradient(map_of(Matrix(2, 2)), Vector{1, 0}).converged);
    CHECK_FALSE(conjugate_gradient(map_of(Matrix{{1, 0}, {0, -1}}), Vector{1, 2}).converged);
    ConjugateGradientOptions one_step;
    one_step.iteration_limit = 1;
    CHECK_FALSE(conjugate_gradient(map_of(Matrix{{1, 0}, {0, 2}}), Vector{1, 1}, one_step).converged);
    CHECK_THROWS_WITH(
        conjugate_gradient(map_of(identity(1)), Vector{std::numeric_limits<double>::infinity()}),
        "the right-hand side holds a NaN or an infinity");
}

TEST_CASE("a right-hand side of any size has the answer of that size: no square vanishes or overflows") {
    // (2 1; 1 2) x = s (4, 5) has x = s (1, 2); (1; 1) x = s (1, 3) in the least squares has x = 2 s.
    for (const double s : {1e-300, 1e-200, 1e-162, 1e154, 1e200, 1e300}) {
        CAPTURE(s);
        const ConjugateGradient found =
            conjugate_gradient(map_of(Matrix{{2, 1}, {1, 2}}), Vector{4 * s, 5 * s});
        CHECK(found.converged);
        CHECK(found.residual <= 1e-12);
        CHECK(std::abs(found.x[0] / s - 1.0) <= 1e-12);
        CHECK(std::abs(found.x[1] / s - 2.0) <= 1e-12);
        const Matrix column{{1}, {1}};
        const ConjugateGradient least =
            least_squares_conjugate_gradient(map_of(column), transposed_map_of(column), Vector{s, 3 * s});
        CHECK(least.converged);
        CHECK(std::abs(least.x[0] / s - 2.0) <= 1e-12);
    }
    // Where the answer is no number, nothing has converged.
    CHECK(!conjugate_gradient(map_of(Matrix{{1e-10}}), Vector{1e300}).converged);
    const auto nan = [](const Vector& x) { return std::numeric_limits<double>::quiet_NaN() * x; };
    CHECK(!conjugate_gradient(nan, Vector{1}).converged);
}
