#pragma once

#include <functional>
#include <span>
#include <string>

#include "restraint/linalg/mat3.h"
#include "restraint/linalg/vec3.h"
#include "restraint/rigid/body.h"
#include "restraint/rigid/polyhedron.h"

namespace restraint::rigid {

/// What a solid's distribution of mass amounts to for its motion.
struct MassProperties {
    double mass = 0.0;  // M, kg
    Vec3 center;        // centre of mass, m
    Mat3 inertia;  // about the centre of mass: sum m ((r'.r') 1 - r' r'^T), kg m^2   [PBM-G-2.35, PBM-G-2.38]
};

/// A homogeneous box of the given edge lengths: I = M/12 diag(y^2 + z^2, x^2 + z^2, x^2 + y^2). [PBM-G-5.3]
/// All functions here take densities in kg/m^3 and lengths in m, and throw std::invalid_argument naming the
/// value if a density, a length or a mass is not positive and finite.
MassProperties box_mass(Vec3 size, double density);

/// A homogeneous ball: I = 2/5 M r^2.
MassProperties ball_mass(double radius, double density);

/// A homogeneous polyhedron, convex or not, exactly: by the divergence theorem the integrals over the volume
/// become sums over the triangles of the boundary. Throws what require_closed throws.
/// [PBM-SF-green, PBM-SF-Ixx, PBM-SF-Ixy]
MassProperties polyhedron_mass(const Polyhedron& polyhedron, double density);

/// An approximation for any solid given by a test "is this point inside?": the midpoints of n x n x n cells
/// of the box from `low` to `high`. The error falls with the share of cells that the boundary cuts, about as
/// 1/n. [PBM-SF-samp]
MassProperties sampled_mass(const std::function<bool(Vec3)>& inside, Vec3 low, Vec3 high, std::size_t n,
                            double density);

/// Point masses: the definition itself.   [PBM-G-2.14, PBM-G-2.18, PBM-G-2.35]
MassProperties particles_mass(std::span<const double> masses, std::span<const Vec3> points);

/// The properties of the same solid moved to another place.   [PBM-G-2.39]
MassProperties moved(const MassProperties& properties, const Pose& pose);

/// Several solids as one body: masses add, and the tensors after a shift to the common centre.
MassProperties united(std::span<const MassProperties> parts);

/// The same distribution with another total mass.
MassProperties with_mass(MassProperties properties, double mass);

/// A body at rest whose body space has its origin at the centre of mass: `properties.center` is not used, see
/// polyhedron_mass and moved for shapes that are given elsewhere. Throws std::invalid_argument naming the
/// body if the mass is not positive and finite, or the tensor is none that matter can have: symmetric,
/// positive definite, no principal moment larger than the sum of the two others.
RigidBody make_body(std::string name, const MassProperties& properties, Vec3 position,
                    Quaternion orientation = {});

}  // namespace restraint::rigid
