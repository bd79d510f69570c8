#include "restraint/constraints/constraint.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace restraint::constraints {

void ConstraintSlice::set_value(std::size_t r, double c) { value[first_row + r] = c; }

void ConstraintSlice::set_gradient(std::size_t r, std::size_t k, Vec3 gradient, Vec3 gradient_dot) {
    for (std::size_t i = 0; i < 3; ++i) {
        jacobian.entry(first_block + k, r, i) = gradient[i];
        jacobian_dot.entry(first_block + k, r, i) = gradient_dot[i];
    }
}

Constraint::Constraint(std::vector<std::size_t> points, std::size_t size)
    : points_(std::move(points)), size_(size) {}

ConstraintSet::ConstraintSet(std::size_t points)
    : points_(points), jacobian_(0, 3 * points), jacobian_dot_(0, 3 * points) {}

void ConstraintSet::require_points(const Constraint& constraint) const {
    const std::vector<std::size_t>& points = constraint.points();
    for (std::size_t point : points) {
        if (point >= points_)
            throw std::invalid_argument("a constraint names point " + std::to_string(point) +
                                        ", but the model has " + std::to_string(points_));
        if (std::count(points.begin(), points.end(), point) > 1)
            throw std::invalid_argument("a constraint names point " + std::to_string(point) + " twice");
    }
}

/// A slice of C, and a block of J and Jdot for each point, at the end of what there is.
void ConstraintSet::make_blocks(Member& member) {
    const Constraint& constraint = *member.constraint;
    member.first_row = size();
    member.first_block = jacobian_.blocks().size();
    value_.resize(member.first_row + constraint.size());
    for (BlockSparse* matrix : {&jacobian_, &jacobian_dot_}) {
        matrix->add_rows(constraint.size());
        for (std::size_t point : constraint.points())
            matrix->add_block(member.first_row, 3 * point, constraint.size(), 3);
    }
}

void ConstraintSet::remove(const Constraint& constraint) {
    const auto gone = std::find_if(constraints_.begin(), constraints_.end(), [&](const Member& member) {
        return member.constraint.get() == &constraint;
    });
    if (gone == constraints_.end())
        throw std::invalid_argument("a constraint to be removed is none of the set");
    constraints_.erase(gone);
    value_ = Vector();
    jacobian_ = jacobian_dot_ = BlockSparse(0, 3 * points_);
    for (Member& member : constraints_) make_blocks(member);
}

std::string ConstraintSet::name_of(std::size_t r) const {
    std::size_t k = 0;
    while (k + 1 < constraints_.size() && constraints_[k + 1].first_row <= r) ++k;
    std::string name = "constraint " + std::to_string(k) + ", on the points";
    for (std::size_t point : constraints_.at(k).constraint->points()) name += " " + std::to_string(point);
    return name;
}

void ConstraintSet::evaluate(const Vector& positions, const Vector& velocities) {
    require_same_size("the positions", positions.size(), "a jacobian row", 3 * points_);
    require_same_size("the velocities", velocities.size(), "a jacobian row", 3 * points_);
    std::vector<Vec3> x, v;
    for (const auto& [constraint, first_block, first_row] : constraints_) {
        x.clear();
        v.clear();
        for (std::size_t point : constraint->points()) {
            const std::size_t j = 3 * point;
            x.push_back({positions[j], positions[j + 1], positions[j + 2]});
            v.push_back({velocities[j], velocities[j + 1], velocities[j + 2]});
        }
        constraint->evaluate(x, v, {value_, jacobian_, jacobian_dot_, first_row, first_block});
    }
}

}  // namespace restraint::constraints
