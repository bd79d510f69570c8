#include "restraint/rigid/system.h"

#include <stdexcept>
#include <string>

namespace restraint::rigid {

namespace {

// Calls `use` for each number of the body's part of the state, in order.
template <class Body, class Use>
void for_each_number(Body& body, Representation representation, const Use& use) {
    const auto use_vector = [&](auto& v) {
        for (std::size_t i = 0; i < 3; ++i) use(v[i]);
    };
    use_vector(body.position);
    if (representation == Representation::matrix) {
        for (auto& entry : body.orientation.entries) use(entry);
    } else {
        use(body.quaternion.s);
        use_vector(body.quaternion.v);
    }
    use_vector(body.linear_momentum);
    use_vector(body.angular_momentum);
}

}  // namespace

Vector bodies_to_state(std::span<const RigidBody> bodies, Representation representation) {
    Vector state;
    for (const RigidBody& body : bodies)
        for_each_number(body, representation, [&](double number) { state.push_back(number); });
    return state;
}

void state_to_bodies(const Vector& state, std::span<RigidBody> bodies, Representation representation) {
    require_same_size("the state", state.size(), "that of the bodies",
                      state_size(representation) * bodies.size());
    const double* next = state.data();
    for (RigidBody& body : bodies) {
        for_each_number(body, representation, [&](double& number) { number = *next++; });
        if (representation == Representation::matrix)
            body.quaternion = normalized(to_quaternion(body.orientation));
        else body.orientation = to_matrix(normalized(body.quaternion));  // [PBM-G-code-qR]
        update_derived(body);
    }
}

Vector state_derivative(std::span<const RigidBody> bodies, Representation representation) {
    std::vector<RigidBody> rates(bodies.size());  // in each place of the state its rate   [PBM-G-code-Ddt]
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const RigidBody& body = bodies[i];
        const Vec3 omega = body.angular_velocity;
        rates[i].position = body.velocity;
        rates[i].orientation = star(omega) * body.orientation;          // [PBM-G-2.12]
        rates[i].quaternion = quaternion_rate(omega, body.quaternion);  // [PBM-G-4.2, PBM-G-code-qdot]
        if (body.fixed()) continue;
        rates[i].linear_momentum = body.force;    // [PBM-G-2.29]
        rates[i].angular_momentum = body.torque;  // [PBM-G-2.31]
    }
    return bodies_to_state(rates, representation);
}

void require_finite_forces(std::span<const RigidBody> bodies, double t) {
    for (const RigidBody& body : bodies)
        if (!is_finite(body.force) || !is_finite(body.torque))
            throw std::invalid_argument("the force on body " + body.name + " at t = " + std::to_string(t) +
                                        " s is not finite");
}

ForceFunction gravity(Vec3 acceleration) {
    return [acceleration](double, std::span<RigidBody> bodies) {
        for (RigidBody& body : bodies) add_gravity(body, acceleration);
    };
}

void System::set_state(const Vector& x, double t) {
    state_to_bodies(x, bodies, representation);
    if (normalizes)
        for (RigidBody& body : bodies) set_orientation(body, body.quaternion);
    time_ = t;
}

Vector System::derivative() {
    for (RigidBody& body : bodies) body.force = body.torque = Vec3{};
    if (forces) forces(time_, bodies);
    require_finite_forces(bodies, time_);
    return state_derivative(bodies, representation);
}

double kinetic_energy(std::span<const RigidBody> bodies) {
    double sum = 0.0;
    for (const RigidBody& body : bodies) sum += kinetic_energy(body);
    return sum;
}

Vec3 linear_momentum(std::span<const RigidBody> bodies) {
    Vec3 sum;
    for (const RigidBody& body : bodies) sum += body.linear_momentum;
    return sum;
}

Vec3 angular_momentum(std::span<const RigidBody> bodies) {
    Vec3 sum;
    for (const RigidBody& body : bodies)
        sum += body.angular_momentum + cross(body.position, body.linear_momentum);
    return sum;
}

}  // namespace restraint::rigid
