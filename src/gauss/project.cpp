#include "restraint/gauss/project.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tolerances.h"

namespace restraint::gauss {

namespace {

constexpr std::size_t max_size = 6;

/// Throws unless W is symmetric and its LDL' has no negative pivot beyond rounding.
void require_positive_semidefinite(const InverseMass& w) {
    double rest[max_size][max_size];
    for (std::size_t i = 0; i < w.size(); ++i)
        for (std::size_t j = 0; j < w.size(); ++j) rest[i][j] = w(i, j);
    for (std::size_t k = 0; k < w.size(); ++k) {
        for (std::size_t j = 0; j < k; ++j)
            if (w(k, j) != w(j, k))
                throw std::invalid_argument("an inverse mass is not symmetric: entry (" + std::to_string(k) +
                                            ", " + std::to_string(j) + ") is " + std::to_string(w(k, j)) +
                                            ", but (" + std::to_string(j) + ", " + std::to_string(k) +
                                            ") is " + std::to_string(w(j, k)));
        const double pivot = rest[k][k], rounding = mass_rounding * w(k, k);
        if (pivot < -rounding)
            throw std::invalid_argument("an inverse mass is not positive semidefinite: pivot " +
                                        std::to_string(k) + " is " + std::to_string(pivot));
        for (std::size_t i = k + 1; i < w.size(); ++i) {
            if (pivot <= rounding) {
                if (std::abs(rest[i][k]) > mass_rounding * std::sqrt(w(i, i) * w(k, k)))
                    throw std::invalid_argument("an inverse mass is not positive semidefinite: pivot " +
                                                std::to_string(k) + " is zero, its column is not");
                continue;
            }
            for (std::size_t j = k + 1; j < w.size(); ++j) rest[i][j] -= rest[i][k] * rest[k][j] / pivot;
        }
    }
}

}  // namespace

InverseMass InverseMass::diagonal(std::span<const double> inverse_masses) {
    InverseMass result = fixed(inverse_masses.size());
    for (std::size_t i = 0; i < result.size_; ++i) {
        const double w = inverse_masses[i];
        if (!(w >= 0.0) || !std::isfinite(w))
            throw std::invalid_argument("inverse mass " + std::to_string(i) + " is " + std::to_string(w) +
                                        ", but must be finite and not negative");
        result.entries_[i * max_size + i] = w;
    }
    return result;
}

InverseMass InverseMass::diagonal(std::initializer_list<double> inverse_masses) {
    return diagonal(std::span<const double>(inverse_masses.begin(), inverse_masses.size()));
}

InverseMass InverseMass::symmetric(std::span<const double> entries) {
    std::size_t size = 0;
    while (size * size < entries.size()) ++size;
    if (size * size != entries.size())
        throw std::invalid_argument("an inverse mass has " + std::to_string(entries.size()) +
                                    " entries, but must be square");
    if (!std::all_of(entries.begin(), entries.end(), [](double w) { return std::isfinite(w); }))
        throw std::invalid_argument("an inverse mass has an entry that is not finite");
    InverseMass result = fixed(size);
    result.diagonal_ = false;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) result.entries_[i * max_size + j] = entries[i * size + j];
    require_positive_semidefinite(result);
    return result;
}

InverseMass InverseMass::fixed(std::size_t size) {
    if (size > max_size)
        throw std::invalid_argument("a body has " + std::to_string(size) +
                                    " variables, but may have at most 6");
    InverseMass result;
    result.size_ = size;
    return result;
}

namespace {

void append_block(SparseRows& jacobian, SparseRows& lifted, const Block& block, const InverseMass& w,
                  std::size_t offset) {
    for (std::size_t i = 0; i < block.size; ++i)
        if (block.coefficients[i] != 0.0) jacobian.append(offset + i, block.coefficients[i]);
    for (std::size_t i = 0; i < block.size; ++i) {
        double value = 0.0;
        if (w.is_diagonal()) value = w(i, i) * block.coefficients[i];
        else
            for (std::size_t j = 0; j < block.size; ++j) value += w(i, j) * block.coefficients[j];
        if (value != 0.0) lifted.append(offset + i, value);
    }
}

}  // namespace

Projector::Coefficients Projector::assemble(std::span<const InverseMass> inverse_masses,
                                            std::span<const Row> rows) {
    std::vector<std::size_t> offsets{0};
    for (const InverseMass& w : inverse_masses) offsets.push_back(offsets.back() + w.size());
    Coefficients result{SparseRows(offsets.back()), SparseRows(offsets.back()), Vector(rows.size()),
                        Vector(rows.size()), Vector()};
    for (const InverseMass& w : inverse_masses)
        for (std::size_t k = 0; k < w.size(); ++k) result.units.push_back(std::sqrt(w(k, k)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto name = [i] { return "row " + std::to_string(i); };
        result.jacobian.begin_row();
        result.lifted.begin_row();
        for (const Block& block : rows[i].blocks()) {
            if (block.body >= inverse_masses.size())
                throw std::invalid_argument(name() + " names body " + std::to_string(block.body) +
                                            ", but there are " + std::to_string(inverse_masses.size()));
            if (block.size != inverse_masses[block.body].size())
                require_same_size("a block of " + name(), block.size, "body " + std::to_string(block.body),
                                  inverse_masses[block.body].size());
            for (double coefficient : block.values())
                if (!std::isfinite(coefficient))
                    throw std::invalid_argument(name() + " has a coefficient that is not finite");
            append_block(result.jacobian, result.lifted, block, inverse_masses[block.body],
                         offsets[block.body]);
        }
        if (!(rows[i].lower < optimize::infinity) || !(rows[i].upper > -optimize::infinity))
            throw std::invalid_argument(name() + " has the sides " + std::to_string(rows[i].lower) + " and " +
                                        std::to_string(rows[i].upper));
        result.lower[i] = rows[i].lower;
        result.upper[i] = rows[i].upper;
    }
    return result;
}

Projector::Projector(std::span<const InverseMass> inverse_masses, std::span<const Row> rows,
                     double side_rounding, double row_rounding)
    : rows_(assemble(inverse_masses, rows)),
      polyhedron_(
          {rows_.jacobian, rows_.lifted, rows_.lower, rows_.upper, {rows_.units.data(), rows_.units.size()}},
          side_rounding, row_rounding) {}

void Projector::require_target(const Vector& target) const {
    require_same_size("the target", target.size(), "the bodies together", rows_.jacobian.cols());
    if (!all_finite(target)) throw std::invalid_argument("the target has an entry that is not finite");
}

Projection Projector::project(const Vector& target, std::span<const optimize::Activity> warm_start,
                              std::size_t iteration_limit) {
    require_target(target);
    if (!warm_start.empty())
        require_same_size("the warm start", warm_start.size(), "the list of rows", rows_.lower.size());

    return polyhedron_.solve(target, warm_start, iteration_limit);
}

/// The rows that pull after sweeps over all rows, forth and back, from a point x and its pulls; none if few of
/// them are not active yet. Row by row, x is moved to the row's side, or as far back as the row has pulled
/// (Hildreth 1957). Such sweeps come to the nearest point slowly, but soon to most of its active rows.
std::vector<optimize::Activity> Projector::sweep(Vector x, Vector pulls) const {
    const std::size_t m = pulls.size();
    std::size_t changed = m;
    for (int sweeps = 0; changed >= few_rows && sweeps < most_sweeps; ++sweeps) {
        changed = 0;
        for (std::size_t k = 0; k < m; ++k) {
            const std::size_t i = sweeps % 2 == 0 ? k : m - 1 - k;
            const double length = polyhedron_.active().length(i), value = dot(rows_.jacobian.row(i), x),
                         to_lower = pulls[i] + (rows_.lower[i] - value) / (length * length),
                         to_upper = pulls[i] + (rows_.upper[i] - value) / (length * length),
                         pull = to_lower > 0.0 ? to_lower : std::min(to_upper, 0.0);
            if (!(length > 0.0) || pull == pulls[i]) continue;
            if ((pull == 0.0) != (pulls[i] == 0.0)) ++changed;
            add_scaled(x, pull - pulls[i], rows_.lifted.row(i));
            pulls[i] = pull;
        }
    }
    std::vector<optimize::Activity> guess(m, optimize::Activity::inactive);
    std::size_t added = 0;
    for (std::size_t i = 0; i < m; ++i) {
        if (pulls[i] == 0.0) continue;
        guess[i] = pulls[i] > 0.0 ? optimize::Activity::at_lower : optimize::Activity::at_upper;
        if (!polyhedron_.active().is_active(i)) ++added;
    }
    return added < few_rows ? std::vector<optimize::Activity>{} : guess;
}

Projection Projector::project_together(const Vector& target, std::span<const optimize::Activity> warm_start) {
    require_target(target);
    std::vector<optimize::Activity> guess(warm_start.begin(), warm_start.end());
    if (guess.empty()) guess = sweep(target, Vector(rows_.lower.size()));
    std::size_t iterations = 0;
    for (int tries = 0;; ++tries) {
        const bool is_last = guess.empty() || tries == most_tries;
        Projection answer = project(target, guess, is_last ? 0 : 1);
        answer.iterations = iterations += answer.iterations;
        if (is_last || answer.status != optimize::Status::iteration_limit) return answer;
        guess = sweep(answer.x, answer.multipliers);
    }
}

Projection project(std::span<const InverseMass> inverse_masses, const Vector& target,
                   std::span<const Row> rows, std::span<const optimize::Activity> warm_start,
                   double side_rounding, double row_rounding) {
    return Projector(inverse_masses, rows, side_rounding, row_rounding).project(target, warm_start);
}

}  // namespace restraint::gauss
