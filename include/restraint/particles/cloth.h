#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "restraint/linalg/vec2.h"
#include "restraint/particles/behaviour.h"

namespace restraint::particles {

/// The pattern of a piece of cloth, flat as the tailor cuts it: (u, v) in m, u along the warp threads, v
/// along the weft.
struct ClothPattern {
    std::vector<Vec2> points;
    std::vector<std::array<std::size_t, 3>> triangles;  // counter-clockwise
};

/// A rectangle of width x height m with (columns + 1) x (rows + 1) points, row by row from (0, 0); every cell
/// is cut in two by a diagonal, in turn one and the other, so that the cloth has no preferred diagonal.
ClothPattern rectangular_pattern(std::size_t columns, std::size_t rows, double width, double height);

/// What the cloth resists, each per area of the pattern or (bending) as a plate does.
struct ClothMaterial {
    double density = 0.2;         // kg/m^2
    double stretch_warp = 100.0;  // N/m, against threads along u getting longer or shorter
    double stretch_weft = 100.0;  // N/m, against threads along v getting longer or shorter
    double shear = 10.0;          // N/m (per rad^2), against the threads leaving the right angle
    double bend = 1e-5;           // N m, against the warp threads being bent
    double damping = 0.0;         // s: every energy is damped with this times its constant
    double bend_of_weft = 1.0;    // against the weft threads being bent, as a multiple of `bend`
};

/// A triangle of the pattern, with the numbers that do not change with the motion.
///
/// T is the affine map that takes the triangle (a, b, c) of the pattern to its place (a', b', c') in space
/// [PBM-SE-T]; it is linear in the places, so  T(u) = dx/du = sum over the corners of du_i x_i, and likewise
/// T(v).
struct ClothTriangle {
    std::array<std::size_t, 3> corner{};  // particles
    double area = 0.0;                    // A in the pattern, m^2
    std::array<double, 3> du{}, dv{};     // 1/m

    Vec3 warp(const std::array<Vec3, 3>& x) const { return du[0] * x[0] + du[1] * x[1] + du[2] * x[2]; }
    Vec3 weft(const std::array<Vec3, 3>& x) const { return dv[0] * x[0] + dv[1] * x[1] + dv[2] * x[2]; }
};

/// An edge between two triangles, with the numbers that do not change with the motion.
struct ClothEdge {
    std::array<std::size_t, 4>
        corner{};         // particles: the ends of the edge (1 and 2) between the opposite corners
    double area = 0.0;    // A of both triangles in the pattern, m^2
    double l_perp = 0.0;  // mean of their heights over the edge, m: how far the bend reaches
    double bend = 0.0;    // N m: a fold at an edge along v bends the warp, along u the weft, else none
};

/// A piece of cloth as one force object:   [PBM-SE-triEs, PBM-SE-triEsh, PBM-SE-triEb]
///
///     E = sum over triangles  1/2 (k_warp S_u^2 + k_weft S_v^2) A + 1/2 k_shear (pi/2 - theta)^2 A
///       + sum over edges along a thread  1/2 k_bend kappa^2 A,   kappa = (angle at the edge) / l_perp
///
/// [PBM-SE-kappa]
///
/// The shear is pi/2 - theta, theta = acos(T(u).T(v) / (|T(u)||T(v)|)) the angle between the threads
/// [PBM-SE-theta, PBM-SE-trith]. The slides take theta itself, whose energy falls when cloth
/// is sheared; and the slide for triangles forgets to divide by the lengths.
///
/// S_u = |T(u)| - 1 and S_v = |T(v)| - 1 are the threads' relative lengthening
/// [PBM-SE-Su, PBM-SE-triSu]. The last sum is the slide's 1/2 k integral of kappa_u^2 + kappa_v^2
/// [PBM-SE-Ebend]: a fold at an edge along u bends the weft threads, at one along v the warp threads. A fold
/// at a diagonal of a rectangular pattern is twist, kappa_uv, which the slide's integral does not have. So
/// cloth rolled up at 45 degrees to its threads has half the energy of cloth rolled up along one, and twisted
/// cloth none. A plate
/// has 2 (1 - nu) kappa_uv^2 + 2 nu kappa_u kappa_v besides, nu being Poisson's ratio.
///
/// Each energy is damped as behaviour functions are: f_i = -A (k C + k_d Cdot) dC/dx_i.
///
/// Its matrices are -A k dC/dx dC/dx' and -A k_d dC/dx dC/dx', and for stretched threads the term of dn/dx
/// too; terms that would make them indefinite (of pressed threads, of the second derivatives of angles) are
/// left out. A thread of length zero, or a triangle without area, has no direction: its force is 0.
class Cloth : public ConditionForce {
  public:
    /// particle[i] stands for point i of the pattern. Throws std::invalid_argument if a constant is
    /// negative, a triangle is not counter-clockwise or names a point that the pattern does not have, or an
    /// edge belongs to three triangles.
    Cloth(const ClothPattern& pattern, const std::vector<std::size_t>& particle,
          const ClothMaterial& material);

    const std::vector<ClothTriangle>& triangles() const { return triangles_; }
    const std::vector<ClothEdge>& edges() const { return edges_; }

    void check(const ParticleSystem& system) const override;

  private:
    void for_each_condition(const ParticleSystem& system, const Visit& visit) const override;

    std::vector<ClothTriangle> triangles_;
    std::vector<ClothEdge> edges_;
    ClothMaterial material_;
};

/// Adds a particle for each point of the pattern, at place(u, v), and the cloth between them; returns the
/// particles. Each has a third of the mass of its triangles.
std::vector<std::size_t> add_cloth(ParticleSystem& system, const ClothPattern& pattern,
                                   const ClothMaterial& material, const std::function<Vec3(Vec2)>& place);

}  // namespace restraint::particles
