#pragma once

#include <doctest/doctest.h>

#include <functional>

#include "../claims.h"
#include "../particles/systems.h"
#include "restraint/constraints/constrained_particles.h"
#include "restraint/constraints/constrained_system.h"
#include "restraint/constraints/constraint_kinds.h"
#include "restraint/constraints/lagrangian.h"
#include "restraint/constraints/pendulum.h"
#include "restraint/gauss/project.h"

namespace restraint::constraints {

using particles::ParticleSystem, particles::Point, particles::points_under, particles::particles_at,
    particles::run, particles::run_among_walls;

/// Points under gravity, in m/s^2, and a system in which constraints hold them.
struct Held {
    ParticleSystem particles;
    ConstrainedSystem system;
    Held(Vec3 gravity, const std::vector<Point>& points)
        : particles(points_under(gravity, points)), system(particles) {}
};

/// On a curve or surface C(x) = 0.
inline PointOnCurve point_on(std::size_t point, const std::function<ImplicitValue(Vec3)>& c) {
    return PointOnCurve(point, {c});
}

}  // namespace restraint::constraints
