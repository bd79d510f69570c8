#include "restraint/rigid/system.h"

#include <stdexcept>
#include <string>

namespace restraint::rigid {

namespace {

// Runs along an array of numbers and writes what it is given.
struct Writer {
    double* place;
    void put(double number) { *place++ = number; }
    void put(Vec3 v) {
        for (std::size_t i = 0; i < 3; ++i) put(v[i]);
    }
    void put(const Mat3& m) {
        for (double entry : m.entries) put(entry);
    }
    void put(const Quaternion& q) {
        put(q.s);
        put(q.v);
    }
};

struct Reader {
    const double* place;
    void get(double& number) { number = *place++; }
    void get(Vec3& v) {
        for (std::size_t i = 0; i < 3; ++i) get(v[i]);
    }
    void get(Mat3& m) {
        for (double& entry : m.entries) get(entry);
    }
    void get(Quaternion& q) {
        get(q.s);
        get(q.v);
    }
};

}  // namespace

Vector bodies_to_state(std::span<const RigidBody> bodies, Representation representation) {
    Vector state(state_size(representation) * bodies.size());
    Writer writer{state.data()};
    for (const RigidBody& body : bodies) {
        writer.put(body.position);
        if (representation == Representation::matrix) writer.put(body.orientation);
        else writer.put(body.quaternion);
        writer.put(body.linear_momentum);
        writer.put(body.angular_momentum);
    }
    return state;
}

void state_to_bodies(const Vector& state, std::span<RigidBody> bodies, Representation representation) {
    require_same_size("the state", state.size(), "that of the bodies",
                      state_size(representation) * bodies.size());
    Reader reader{state.data()};
    for (RigidBody& body : bodies) {
        reader.get(body.position);
        if (representation == Representation::matrix) {
            reader.get(body.orientation);
            body.quaternion = normalized(to_quaternion(body.orientation));
        } else {
            reader.get(body.quaternion);
            body.orientation = to_matrix(normalized(body.quaternion));  // [PBM-G-code-qR]
        }
        reader.get(body.linear_momentum);
        reader.get(body.angular_momentum);
        update_derived(body);
    }
}

Vector state_derivative(std::span<const RigidBody> bodies, Representation representation) {
    Vector rate(state_size(representation) * bodies.size());
    Writer writer{rate.data()};
    for (const RigidBody& body : bodies) {
        const Vec3 omega = body.angular_velocity;
        writer.put(body.velocity);
        if (representation == Representation::matrix)
            writer.put(star(omega) * body.orientation);            // [PBM-G-2.12]
        else writer.put(quaternion_rate(omega, body.quaternion));  // [PBM-G-4.2, PBM-G-code-qdot]
        writer.put(body.fixed() ? Vec3{} : body.force);
        writer.put(body.fixed() ? Vec3{} : body.torque);
    }
    return rate;
}

void normalize_orientation(RigidBody& body, Representation representation) {
    if (representation == Representation::matrix) {
        // Gram and Schmidt on the first two columns; the third is their cross product.
        const Vec3 first = normalized(body.orientation.column(0));
        const Vec3 second = body.orientation.column(1);
        const Vec3 second_part = normalized(second - dot(first, second) * first);
        body.orientation = Mat3::from_columns(first, second_part, cross(first, second_part));
        body.quaternion = normalized(to_quaternion(body.orientation));
    } else {
        body.quaternion = normalized(body.quaternion);
        body.orientation = to_matrix(body.quaternion);
    }
    update_derived(body);
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
        for (RigidBody& body : bodies) normalize_orientation(body, representation);
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
    for (const RigidBody& body : bodies)
        if (!body.fixed()) sum += body.linear_momentum;
    return sum;
}

Vec3 angular_momentum(std::span<const RigidBody> bodies) {
    Vec3 sum;
    for (const RigidBody& body : bodies)
        if (!body.fixed()) sum += body.angular_momentum + cross(body.position, body.linear_momentum);
    return sum;
}

}  // namespace restraint::rigid
