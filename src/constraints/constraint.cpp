#include "restraint/constraints/constraint.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace restraint::constraints {

void ConstraintSlice::set_value(std::size_t r, double c) {
    set_.value_[set_.constraints_[constraint_].first_row + r] = c;
}

void ConstraintSlice::set_gradient(std::size_t r, std::size_t k, Vec3 gradient, Vec3 gradient_dot) {
    const std::size_t block = set_.constraints_[constraint_].first_block + k;
    for (std::size_t i = 0; i < 3; ++i) {
        set_.jacobian_.entry(block, r, i) = gradient[i];
        set_.jacobian_dot_.entry(block, r, i) = gradient_dot[i];
    }
}

Constraint::Constraint(std::vector<std::size_t> points, std::size_t size)
    : points_(std::move(points)), size_(size) {}

ConstraintSet::ConstraintSet(std::size_t points)
    : points_(points), jacobian_(0, 3 * points), jacobian_dot_(0, 3 * points) {}

/// A slice of C, and a block of J and Jdot for each point, at the end of what there is.
void ConstraintSet::make_blocks(const Constraint& constraint) {
    const std::vector<std::size_t>& points = constraint.points();
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (points[k] >= points_)
            throw std::invalid_argument("a constraint names point " + std::to_string(points[k]) +
                                        ", but the model has " + std::to_string(points_));
        if (std::count(points.begin(), points.end(), points[k]) > 1)
            throw std::invalid_argument("a constraint names point " + std::to_string(points[k]) + " twice");
    }
    first_row_ = size();
    first_block_ = jacobian_.blocks().size();
    value_.resize(first_row_ + constraint.size());
    for (BlockSparse* matrix : {&jacobian_, &jacobian_dot_}) {
        matrix->add_rows(constraint.size());
        for (std::size_t point : points) matrix->add_block(first_row_, 3 * point, constraint.size(), 3);
    }
}

void ConstraintSet::evaluate(const Vector& positions, const Vector& velocities) {
    require_same_size("the positions", positions.size(), "a jacobian row", 3 * points_);
    require_same_size("the velocities", velocities.size(), "a jacobian row", 3 * points_);
    std::vector<Vec3> x, v;
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
        const Constraint& constraint = *constraints_[i].constraint;
        x.clear();
        v.clear();
        for (std::size_t point : constraint.points()) {
            const std::size_t j = 3 * point;
            x.push_back({positions[j], positions[j + 1], positions[j + 2]});
            v.push_back({velocities[j], velocities[j + 1], velocities[j + 2]});
        }
        constraint.evaluate(x, v, ConstraintSlice(*this, i));
    }
}

}  // namespace restraint::constraints
