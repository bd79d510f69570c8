#include "restraint/rigid/mass.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "tolerances.h"

namespace restraint::rigid {

namespace {

// (r.r) 1 - r r^T, the tensor of a unit mass at r.   [PBM-G-2.35]
Mat3 point_tensor(Vec3 r) { return dot(r, r) * Mat3::identity() + -1.0 * outer(r, r); }

// The second moments C = integral of r r^T dm give I = trace(C) 1 - C.   [PBM-SF-Ixx, PBM-SF-Ixy]
Mat3 tensor_of_moments(const Mat3& c) { return trace(c) * Mat3::identity() + -1.0 * c; }

// The leading minors of a positive definite matrix are positive, here above `least` of products of `size`.
bool is_positive_definite(const Mat3& a, double size, double least) {
    return a(0, 0) > least * size && a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0) > least * size * size &&
           determinant(a) > least * size * size * size;
}

// I = trace(C) 1 - C with second moments C that are positive semidefinite: that is, no moment is larger than
// the sum of the two others.
bool is_of_matter(const Mat3& inertia) {
    const double size = max_entry(inertia);
    if (!is_finite(inertia) || max_entry(inertia - transpose(inertia)) > no_moment * size) return false;
    const Mat3 moments = (0.5 * trace(inertia) + moment_rounding * size) * Mat3::identity() + -1.0 * inertia;
    return is_positive_definite(inertia, size, no_moment) && is_positive_definite(moments, size, 0.0);
}

}  // namespace

MassProperties box_mass(Vec3 size, double density) {
    for (std::size_t i = 0; i < 3; ++i) require_positive("the edge of a box", size[i], "m");
    require_positive("the density of a box", density, "kg/m^3");
    const double mass = density * size.x * size.y * size.z;
    const double xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
    return {mass, {}, (mass / 12.0) * Mat3::diagonal({yy + zz, xx + zz, xx + yy})};  // [PBM-G-5.3]
}

MassProperties ball_mass(double radius, double density) {
    require_positive("the radius of a ball", radius, "m");
    require_positive("the density of a ball", density, "kg/m^3");
    const double pi = std::acos(-1.0);
    const double mass = density * 4.0 / 3.0 * pi * radius * radius * radius;
    return {mass, {}, (0.4 * mass * radius * radius) * Mat3::identity()};
}

MassProperties polyhedron_mass(const Polyhedron& polyhedron, double density) {
    require_closed(polyhedron);
    require_positive("the density of a polyhedron", density, "kg/m^3");
    // Integrals over the solid are those over the tetrahedra that its triangles span with any point; the
    // parts outside cancel, as their volumes are negative. A point among the vertices keeps the rounding
    // small.
    Vec3 origin;
    for (Vec3 vertex : polyhedron.vertices)
        origin += vertex / static_cast<double>(polyhedron.vertices.size());

    double volume = 0.0;
    Vec3 first_moment;
    Mat3 second_moments;
    for (const auto& face : polyhedron.faces)
        for (std::size_t k = 1; k + 1 < face.size(); ++k) {
            const Vec3 a = polyhedron.vertices[face[0]] - origin, b = polyhedron.vertices[face[k]] - origin,
                       c = polyhedron.vertices[face[k + 1]] - origin;
            const double six_volumes = dot(a, cross(b, c));
            const Vec3 sum = a + b + c;
            // Over a tetrahedron (0, a, b, c) of volume V: integral of 1 = V, of r = V/4 (a + b + c), and
            // of r r^T = V/20 (a a^T + b b^T + c c^T + (a + b + c)(a + b + c)^T).
            volume += six_volumes / 6.0;
            first_moment += (six_volumes / 24.0) * sum;
            second_moments = second_moments + (six_volumes / 120.0) *
                                                  (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum));
        }
    const double mass = density * volume;
    const Vec3 center = first_moment / volume;
    const Mat3 about_origin = density * tensor_of_moments(second_moments);
    return {mass, origin + center,
            about_origin + -mass * point_tensor(center)};  // shift to the centre of mass
}

MassProperties sampled_mass(const std::function<bool(Vec3)>& inside, Vec3 low, Vec3 high, std::size_t n,
                            double density) {
    const Vec3 cell = (high - low) / static_cast<double>(n);
    for (std::size_t i = 0; i < 3; ++i) require_positive("the edge of a sampling cell", cell[i], "m");
    require_positive("the density of a sampled solid", density, "kg/m^3");
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < n; ++k) {
                const Vec3 p = low + Vec3{(static_cast<double>(i) + 0.5) * cell.x,
                                          (static_cast<double>(j) + 0.5) * cell.y,
                                          (static_cast<double>(k) + 0.5) * cell.z};
                if (inside(p)) points.push_back(p);
            }
    if (points.empty()) throw std::invalid_argument("no sample point is inside the solid; take more cells");
    const std::vector<double> masses(points.size(), density * cell.x * cell.y * cell.z);
    return particles_mass(masses, points);
}

MassProperties particles_mass(std::span<const double> masses, std::span<const Vec3> points) {
    if (masses.size() != points.size())
        throw std::invalid_argument("there are " + std::to_string(masses.size()) + " masses, but " +
                                    std::to_string(points.size()) + " points");
    std::vector<MassProperties> particles(masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i) particles[i] = {masses[i], points[i], {}};
    return united(particles);
}

MassProperties moved(const MassProperties& properties, const Pose& pose) {
    const Mat3& r = pose.orientation;
    return {properties.mass, pose.to_world(properties.center),
            r * properties.inertia * transpose(r)};  // [PBM-G-2.39]
}

MassProperties united(std::span<const MassProperties> parts) {
    MassProperties sum;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        require_positive("the mass of part " + std::to_string(i), parts[i].mass, "kg");
        sum.mass += parts[i].mass;                      // [PBM-G-2.14]
        sum.center += parts[i].mass * parts[i].center;  // [PBM-G-2.18]
    }
    require_positive("the mass of all parts", sum.mass, "kg");
    sum.center = sum.center / sum.mass;
    for (const MassProperties& part : parts)
        sum.inertia =
            sum.inertia + part.inertia + part.mass * point_tensor(part.center - sum.center);  // [PBM-G-2.35]
    return sum;
}

MassProperties with_mass(MassProperties properties, double mass) {
    require_positive("the mass of a body", mass, "kg");
    properties.inertia = (mass / properties.mass) * properties.inertia;
    properties.mass = mass;
    return properties;
}

RigidBody make_body(std::string name, const MassProperties& properties, Vec3 position,
                    Quaternion orientation) {
    require_positive("body " + name + ": its mass", properties.mass, "kg");
    if (!is_of_matter(properties.inertia))
        throw std::invalid_argument("body " + name +
                                    ": its inertia tensor must be symmetric and positive definite, with no "
                                    "moment above the sum of the others; a solid with volume has such a one");
    RigidBody body = make_fixed(std::move(name), position, orientation);
    body.mass = properties.mass;
    body.inverse_mass = 1.0 / properties.mass;
    body.body_inertia = properties.inertia;
    body.inverse_body_inertia = inverse(properties.inertia);
    update_derived(body);
    return body;
}

}  // namespace restraint::rigid
