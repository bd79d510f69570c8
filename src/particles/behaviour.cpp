#include "restraint/particles/behaviour.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "restraint/particles/force_jacobians.h"
#include "restraint/particles/forces.h"

namespace restraint::particles {

void ConditionForce::apply(ParticleSystem& system) const {
    for_each_condition(system, [&](const Condition& condition) {
        double rate = 0.0;  // Cdot
        for (const auto& [particle, gradient, share] : condition.slopes)
            rate += dot(gradient, system.particles[particle].v);
        const double pull = -condition.k_s * condition.c - condition.k_d * rate;
        for (const auto& [particle, gradient, share] : condition.slopes)
            system.particles[particle].f += pull * gradient;  // [PBM-C-2]
    });
}

double ConditionForce::energy(const ParticleSystem& system) const {
    double sum = 0.0;
    for_each_condition(system, [&](const Condition& condition) {
        sum += condition.k_s / 2 * condition.c * condition.c;  // [PBM-C-energy]
    });
    return sum;
}

void ConditionForce::add_jacobians(const ParticleSystem& system, ForceJacobians& jacobians) const {
    for_each_condition(system, [&](const Condition& condition) {
        for (const Condition::Slope& p : condition.slopes)
            for (const Condition::Slope& q : condition.slopes) {
                const Mat3 product = outer(p.gradient, q.gradient);
                jacobians.add(p.particle, q.particle,
                              -condition.k_s * (product + p.share * q.share * condition.curvature),
                              -condition.k_d * product);
            }
    });
}

BehaviourForce::BehaviourForce(std::vector<std::size_t> particles, Behaviour behaviour, double k_s,
                               double k_d)
    : particles_(std::move(particles)), behaviour_(std::move(behaviour)), k_s_(k_s), k_d_(k_d) {
    require_not_negative("k_s of a behaviour force", k_s);
    require_not_negative("k_d of a behaviour force", k_d);
}

BehaviourValue BehaviourForce::evaluate(const ParticleSystem& system) const {
    std::vector<Vec3> positions;
    for (std::size_t i : particles_) positions.push_back(system.at(i).x);
    BehaviourValue value = behaviour_(positions);
    require_same_size("the gradient of a behaviour function", value.gradient.size(), "its value",
                      value.c.size());
    for (const auto& row : value.gradient)
        require_same_size("a gradient", row.size(), "the list of particles", particles_.size());
    return value;
}

void BehaviourForce::check(const ParticleSystem& system) const {
    const auto [c, gradient] = evaluate(system);
    for (std::size_t r = 0; r < c.size(); ++r) {
        double slope = 0.0;
        for (const Vec3& part : gradient[r]) slope += std::abs(part.x) + std::abs(part.y) + std::abs(part.z);
        if (!std::isfinite(c[r]) || !std::isfinite(slope))
            throw std::invalid_argument("a behaviour function is not finite where its particles are");
        if (c[r] != 0.0 && slope == 0.0)
            throw std::invalid_argument("a behaviour function is " + std::to_string(c[r]) +
                                        " and not 0, but has no slope where its particles are");
    }
}

void BehaviourForce::for_each_condition(const ParticleSystem& system, const Visit& visit) const {
    const auto [c, gradient] = evaluate(system);
    for (std::size_t r = 0; r < c.size(); ++r) {
        Condition condition{c[r], k_s_, k_d_, {}};
        for (std::size_t k = 0; k < particles_.size(); ++k)
            condition.slopes.push_back({particles_[k], gradient[r][k]});
        visit(condition);
    }
}

BehaviourForce coincide(std::size_t a, std::size_t b, double k_s, double k_d) {
    const Behaviour behaviour = [](const std::vector<Vec3>& x) {
        const Vec3 c = x[0] - x[1];  // [PBM-C-behav1]
        const Vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        return BehaviourValue{{c.x, c.y, c.z},
                              {{e[0], -e[0]}, {e[1], -e[1]}, {e[2], -e[2]}}};  // [PBM-C-ex1grad]
    };
    return {{a, b}, behaviour, k_s, k_d};
}

std::size_t grab(ParticleSystem& system, std::size_t i, Path hand, double k_s, double k_d) {
    const std::size_t mouse = system.particles.size();
    BehaviourForce spring = coincide(i, mouse, k_s, k_d);  // which throws before the hand is added
    system.add_particle(1.0, system.at(i).x);
    system.control(mouse, std::move(hand));
    system.add_force(std::move(spring));  // [PBM-C-mousespring]
    return mouse;
}

}  // namespace restraint::particles
