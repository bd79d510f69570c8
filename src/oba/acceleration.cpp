#include "restraint/oba/acceleration.h"

#include <algorithm>
#include <cmath>

#include "restraint/oba/tolerances.h"

namespace restraint::oba {

namespace {

/// One contact: its cone, and where the tip is.
struct Cone {
    Vec3 normal;
    std::vector<Vec3> edges;
    Vec3 bias;  // the part of the relative acceleration that the velocities cause
    Vec3 tip;
    double lowered = 0.0;  // along the axis, of TipMove::down
};

/// Bodies, rows and what the rows' sides are made of.
struct ConeProgram {
    std::vector<gauss::InverseMass> weights;
    Vector target;
    std::vector<Cone> cones;
    std::vector<gauss::Row> rows;
};

void add_bodies(const World& world, bool zero_velocity, ConeProgram& program) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const RigidBody& body = world.bodies[i];
        const bool free = world.takes_impulses(i);
        program.weights.push_back(free ? world::inverse_mass_of(body) : gauss::InverseMass::fixed(6));
        const Vec3 a = free ? world.gravity : Vec3{};
        const Vec3 turning = free && !zero_velocity
                                 ? body.inverse_inertia * cross(body.angular_momentum, body.angular_velocity)
                                 : Vec3{};
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(a[c]);
        for (std::size_t c = 0; c < 3; ++c) program.target.push_back(turning[c]);
    }
}

/// The acceleration of A's point over B's, by the bodies' accelerations alone.
Vec3 relative_acceleration(const Contact& contact, const World& world, const Vector& x) {
    const auto of = [&](std::size_t i) {
        const auto at = [&](std::size_t c) { return x[6 * i + c]; };
        return Vec3{at(0), at(1), at(2)} +
               cross(Vec3{at(3), at(4), at(5)}, contact.point - world.bodies[i].position);
    };
    return of(contact.a) - of(contact.b);
}

void add_cone(const World& world, const Contact& contact, double least, const AccelerationOptions& options,
              ConeProgram& program) {
    Cone cone;
    const Vec3 n = contact.normal, v = relative_velocity(contact, world.bodies);
    cone.normal = n;
    if (!options.zero_velocity) {
        // [OBA-6.29, OBA-6.30] n.(omega x (omega x r)) of both and 2 n'.(q_a' - q_b')
        const Vec3 turning = rigid::centripetal(world.bodies[contact.a], contact.point) -
                             rigid::centripetal(world.bodies[contact.b], contact.point);
        cone.bias = turning + (world::gap_acceleration_bias(contact, world.bodies) - dot(n, turning)) * n;
    }
    cone.tip = (1.0 / world.dt) * (least * n - v);  // [OBA-at]
    // The octagon is turned towards where the contact would slide within the frame.
    const Vec3 next = v + world.dt * (relative_acceleration(contact, world, program.target) + cone.bias);
    const ContactFrame frame = contact_frame(n, next, slow_sliding * world.dt * norm(world.gravity));
    const double mu = options.printed_cone ? world.friction / octagon_ratio() : world.friction;
    cone.edges = pyramid_edges(frame, mu);
    for (const Vec3& edge : cone.edges)
        program.rows.push_back(world::direction_row(contact, edge, world.bodies));
    program.cones.push_back(cone);
}

void add_joints(const World& world, bool zero_velocity, ConeProgram& program) {
    for (const MotionRow& equation : joint_rows(world.joints, world.bodies)) {
        program.rows.push_back(equation.row);
        program.rows.back().lower = program.rows.back().upper = zero_velocity ? 0.0 : -equation.bias;
    }
}

/// Moves the tip for the next QP, by the contact's acceleration `a`; true if it moves by more than `small`.
/// TipMove::under: to below `a`, if the contact pushes and parts. TipMove::down: along the axis, until the
/// foot of `a` is on the cone.
bool move_tip(Cone& cone, Vec3 a, bool pushes, TipMove how, double small) {
    if (how == TipMove::under) {
        const double parting = dot(cone.normal, a - cone.tip);
        if (!pushes || !(parting > small)) return false;
        cone.tip = a - parting * cone.normal;  // [OBA-6.42]
        return true;
    }
    double lower = 0.0;  // mu max_h -d_h.(a - tip)
    for (const Vec3& edge : cone.edges) lower = std::max(lower, -dot(edge - cone.normal, a - cone.tip));
    const double change = std::abs(lower - cone.lowered);
    cone.lowered = lower;
    return change > small;
}

/// 1/2 |x - target|^2 in the metric of the masses: M (x - target) = J' multipliers, so that it is half the
/// sum of the multipliers times J (x - target).
double objective(const ConeProgram& program, const gauss::Projection& answer) {
    const Vector restraint = answer.x - program.target;
    double sum = 0.0;
    for (std::size_t r = 0; r < program.rows.size(); ++r)
        sum += 0.5 * answer.multipliers[r] * along(program.rows[r], restraint);
    return sum;
}

}  // namespace

AccelerationUpdate find_accelerations(const World& world, const std::vector<Contact>& contacts,
                                      const AccelerationOptions& options, std::span<const double> least) {
    if (!least.empty()) require_same_size("the bounds", least.size(), "the contacts", contacts.size());
    ConeProgram program;
    add_bodies(world, options.zero_velocity, program);
    for (std::size_t k = 0; k < contacts.size(); ++k)
        add_cone(world, contacts[k], least.empty() ? 0.0 : least[k], options, program);
    add_joints(world, options.zero_velocity, program);

    AccelerationUpdate result;
    const double scale = norm(world.gravity) + max_norm(program.target), small = tip_rounding * scale;
    gauss::Projection answer;
    for (std::size_t moves = 0;; ++moves) {
        std::size_t r = 0;
        for (const Cone& cone : program.cones)
            for (const Vec3& edge : cone.edges)
                program.rows[r++].lower = dot(edge, cone.tip - cone.bias) - cone.lowered;
        answer = gauss::project(program.weights, program.target, program.rows, answer.active,
                                motion_rounding * scale);
        result.status = answer.status;
        result.pivots += answer.iterations;
        if (answer.status != optimize::Status::optimal) return result;
        result.objectives.push_back(objective(program, answer));

        result.forces.assign(contacts.size(), {});
        result.side_cases = r = 0;
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            Cone& cone = program.cones[k];
            for (const Vec3& edge : cone.edges) result.forces[k] += answer.multipliers[r++] * edge;
            const Vec3 a = relative_acceleration(contacts[k], world, answer.x) + cone.bias;
            const bool pushes = dot(cone.normal, result.forces[k]) > 0.0;
            if (move_tip(cone, a, pushes, options.tip_move, small)) ++result.side_cases;
        }
        if (result.side_cases == 0 || moves == options.tip_moves) break;
    }
    result.accelerations = answer.x;
    return result;
}

void apply_accelerations(World& world, const Vector& accelerations) {
    require_same_size("the accelerations", accelerations.size(), "six a body", 6 * world.bodies.size());
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        if (!world.takes_impulses(i)) continue;
        RigidBody& body = world.bodies[i];
        const auto at = [&](std::size_t c) { return accelerations[6 * i + c]; };
        const Mat3& r = body.orientation;
        const Vec3 alpha{at(3), at(4), at(5)};
        const Vec3 torque = r * (body.body_inertia * transpose_times(r, alpha)) -
                            cross(body.angular_momentum, body.angular_velocity);
        body.linear_momentum += world.dt * body.mass * Vec3{at(0), at(1), at(2)};
        body.angular_momentum += world.dt * torque;
        rigid::update_derived(body);
    }
}

Support by_accelerations(const AccelerationOptions& options) {
    return [options](World& world, const Supports& supports, const MomentumOptions&) {
        const AccelerationUpdate held = find_accelerations(world, supports.contacts, options, supports.least);
        MomentumUpdate result;
        result.status = held.status;
        result.qps = std::max<std::size_t>(held.objectives.size(), 1);
        result.pivots = held.pivots;
        for (const Vec3& force : held.forces) result.impulses.push_back(world.dt * force);
        if (held.status == optimize::Status::optimal) apply_accelerations(world, held.accelerations);
        return result;
    };
}

}  // namespace restraint::oba
