#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "restraint/linalg/block_sparse.h"
#include "restraint/linalg/vec3.h"
#include "restraint/linalg/vector.h"

/// Chapter constraints: conditions C = 0 on the positions of points, kept by forces that are computed from C
/// and not made by springs.   [PBM-F-vwork]
///
/// Read in this order: constraint.h (constraint objects and their blocks), constraint_kinds.h (distance,
/// circle, curve, nail, line, equal points), constrained_system.h (all constraints together: equation
/// 11), constrained_particles.h (constraints and walls), lagrangian.h (parametric dynamics, equation 13) and
/// pendulum.h (a parametric model).
///
/// Symbols, as in the notes: q all positions (3n), C constraint function, J = dC/dq, Q applied forces, W =
/// M^-1, lambda multipliers, J' lambda constraint forces; k_s and k_d feedback. f^ of the notes is
/// `constraint force`. The particles of the last chapter are one model under constraints. This chapter uses
/// /// only that there are points with masses and forces (ode/mechanics.h), and in one place their walls.
namespace restraint::constraints {

/// Where a constraint writes: its slice of C, and its blocks of J and Jdot, one for each of its points.
/// [PBM-F-block]
struct ConstraintSlice {
    Vector& value;
    BlockSparse &jacobian, &jacobian_dot;
    std::size_t first_row = 0;    // i, where the slice begins
    std::size_t first_block = 0;  // in both matrices: one block a point

    /// C_r, component r of the constraint.
    void set_value(std::size_t r, double c);
    /// dC_r/dx of its k-th point, and the time derivative of that.
    void set_gradient(std::size_t r, std::size_t k, Vec3 gradient, Vec3 gradient_dot);
};

/// A constraint C = 0 on a few points. It knows the points by their numbers, and how to evaluate itself.
class Constraint {
  public:
    /// points: the points that C depends on; size: how many components C has (ilength).
    Constraint(std::vector<std::size_t> points, std::size_t size);
    virtual ~Constraint() = default;

    const std::vector<std::size_t>& points() const { return points_; }
    std::size_t size() const { return size_; }

    /// Evaluates C, J and Jdot at the positions x and velocities v of its points, in its own order; every
    /// entry must be set. Cdot is J v: C may depend on time only through the points.
    virtual void evaluate(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                          ConstraintSlice slice) const = 0;

  private:
    std::vector<std::size_t> points_;
    std::size_t size_;
};

/// Constraints put together: the global C, J and Jdot.   [PBM-F-Cdot, PBM-F-Cddot]
class ConstraintSet {
  public:
    /// For a model of n points, 3n coordinates.
    explicit ConstraintSet(std::size_t points);

    /// Adds a constraint and makes its blocks. Throws std::invalid_argument if it names a point that does not
    /// exist, or one point twice. The reference holds until the constraint is removed.
    template <std::derived_from<Constraint> C>
    const C& add(C constraint) {
        require_points(constraint);
        auto owned = std::make_unique<C>(std::move(constraint));
        const C& added = *owned;
        constraints_.push_back({std::move(owned), 0, 0});
        make_blocks(constraints_.back());
        return added;
    }
    /// Removes a constraint that was added: the structure may change at any time.   [PBM-F-sum]
    /// Throws std::invalid_argument if it was never added.
    void remove(const Constraint& constraint);

    /// Lets every constraint write its slice of C and its blocks of J and Jdot. positions q, velocities qdot
    /// (3n).
    void evaluate(const Vector& positions, const Vector& velocities);

    /// "constraint 2, on points 0 and 5": the one that component r of C belongs to.
    std::string name_of(std::size_t r) const;

    std::size_t size() const { return value_.size(); }                 // m, the number of components of C
    const Vector& value() const { return value_; }                     // C (m)
    const BlockSparse& jacobian() const { return jacobian_; }          // J (m x 3n)         [PBM-SG-J]
    const BlockSparse& jacobian_dot() const { return jacobian_dot_; }  // Jdot (m x 3n)   [PBM-F-Jdot]

  private:
    struct Member {
        std::unique_ptr<Constraint> constraint;
        std::size_t first_block;  // in both matrices: one block a point
        std::size_t first_row;    // i, where its slice begins
    };
    void require_points(const Constraint& constraint) const;
    void make_blocks(Member& member);

    std::size_t points_;
    std::vector<Member> constraints_;
    Vector value_;
    BlockSparse jacobian_, jacobian_dot_;
};

}  // namespace restraint::constraints
