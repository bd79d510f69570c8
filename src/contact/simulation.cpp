#include "restraint/contact/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "restraint/contact/adjust.h"

namespace restraint::contact {

namespace {

// As a share of the contact tolerance: a state from which a part of a frame starts has no overlap deeper
// than this.
constexpr double start_depth = 0.1;
// Rounds of simultaneous impulses at one moment: contacts that separated may collide after the first.
constexpr int most_rounds = 50;
// Joints are closed when they are open by more than this share of the mean size.
constexpr double joint_tolerance = 1e-10;

// The time in which no body turns by more than this, under the torque that it holds: a step of a method of
// fourth order is then wrong by 0.2^5/120, some millionths. From omega t + alpha t^2/2 = 0.2.
constexpr double largest_turn = 0.2;  // rad
double time_of_largest_turn(std::span<const RigidBody> bodies) {
    double shortest = std::numeric_limits<double>::infinity();
    for (const RigidBody& body : bodies) {
        if (body.fixed()) continue;
        const double omega = norm(body.angular_velocity), alpha = norm(rigid::angular_acceleration(body));
        shortest = std::min(
            shortest, 2.0 * largest_turn / (omega + std::sqrt(omega * omega + 2.0 * alpha * largest_turn)));
    }
    return shortest;
}

double fastest_turn(std::span<const RigidBody> bodies) {
    double fastest = 0.0;
    for (const RigidBody& body : bodies) fastest = std::max(fastest, norm(body.angular_velocity));
    return fastest;
}

// Refuses bodies that overlap at the start, and joints that are open, by more than the tolerance.
void require_apart(const World& world, double tolerance) {
    for (const ClosePair& pair : CloseFinder().find(world, poses_of(world), tolerance))
        if (pair.separation.distance < -tolerance)
            throw std::invalid_argument(
                "bodies " +
                names(world, {world.parts[pair.parts.first].body, world.parts[pair.parts.second].body}) +
                " overlap at the start by " + std::to_string(-pair.separation.distance) + " m");
    for (const Joint& joint : world.joints)
        if (const double error = joint_error(std::span(&joint, 1), world.bodies); error > tolerance)
            throw std::invalid_argument("the joint of " + names(world, {joint.a, joint.b}) + " is open by " +
                                        std::to_string(error) + " m at the start");
}

}  // namespace

Simulation::Simulation(World world, const Settings& settings)
    : world_(std::move(world)), settings_(settings) {
    if (!(settings.step > 0.0) || !std::isfinite(settings.step))
        throw std::invalid_argument("the step of a simulation is " + std::to_string(settings.step) +
                                    " s, but must be positive and finite");
    if (!(settings.contact_tolerance > 0.0 && settings.contact_tolerance < 0.1))
        throw std::invalid_argument("the contact tolerance of a simulation is " +
                                    std::to_string(settings.contact_tolerance) +
                                    " of a body's size, but must be positive and well below 1");
    require_sound(world_);
    if (!world_.scripts.empty() || !world_.frozen.empty())
        throw std::invalid_argument("a simulation of contact has neither scripts nor frozen bodies");
    start_time_ = world_.time;
    tolerance_ = settings.contact_tolerance * mean_size(world_);
    require_apart(world_, tolerance_);
    threshold_ = 2.0 * std::sqrt(2.0 * norm(world_.gravity) * tolerance_);
    // Without gravity nothing comes to rest by itself; what is left is rounding.
    threshold_ = std::max(threshold_, 1e-9 * fastest_speed(world_));
}

// Every part of a frame: [start] -> impulses -> forces -> motion -> [new contact, or end of the frame].
void Simulation::advance() {
    const double end = start_time_ + static_cast<double>(record_.frames + 1) * settings_.step;
    for (std::size_t events = 0;;) {
        close_faults();
        look_around();
        const std::vector<Contact> contacts = contact_points(world_, near_, tolerance_);
        collide(contacts, events >= settings_.events_per_frame);
        const std::vector<MovingContact> resting = bring_to_rest(contacts);
        forces_ = Vector();

        const Part part{world_.time, world_.bodies,
                        rigid::bodies_to_state(world_.bodies, rigid::Representation::quaternion), resting};
        const double aim = part_end(part, end);
        const double reached = move_while_clear(part, aim);
        if (reached == end) break;
        if (reached == aim) continue;
        if (events == 2 * settings_.events_per_frame) {
            move(part, part.t0);
            look_around();
            ++record_.stalled_frames;
            break;
        }
        ++record_.events;
        if (++events == settings_.events_per_frame) ++record_.zeno_frames;
    }
    world_.time = end;
    close_faults();  // so that what is shown has none, and the next frame starts from what was shown
    look_around();
    ++record_.frames;
    record_.deepest_overlap = std::max(record_.deepest_overlap, deepest_overlap(near_));
    record_.largest_joint_error =
        std::max(record_.largest_joint_error, joint_error(world_.joints, world_.bodies));
}

// Where a part ends if nothing happens: in it no body turns by much more than largest_turn, as the torques at
// its start and the velocities at its end say.
double Simulation::part_end(const Part& part, double end) {
    const double shortest = settings_.step / static_cast<double>(settings_.parts_per_frame);
    double length = std::max(time_of_largest_turn(world_.bodies), shortest);
    for (;; length *= 0.5) {
        const double aim = std::min(end, part.t0 + length);
        move(part, aim);
        const double turn = fastest_turn(world_.bodies) * (aim - part.t0);
        if (turn <= 1.5 * largest_turn) return aim;
        if (length > shortest) continue;
        if (turn <= 1.0) return aim;
        throw std::runtime_error("at t = " + std::to_string(part.t0) + " s a body turns by " +
                                 std::to_string(turn) + " rad in " + std::to_string(aim - part.t0) +
                                 " s, the shortest part of a frame; a shorter step may help");
    }
}

// From the start of the part to the time t, in one step of the method, with the forces of the resting
// contacts.
void Simulation::move(const Part& part, double t) {
    rigid::System system(std::move(world_.bodies), [&](double time, std::span<RigidBody> bodies) {
        add_forces(bodies, time, part.resting);
    });
    const ode::Derivative derivative = ode::derivative_of(system);
    const Vector state =
        t > part.t0 ? settings_.method.step(derivative, part.start, part.t0, t - part.t0) : part.start;
    system.set_state(state, t);
    world_.bodies = std::move(system.bodies);
    world_.time = t;
    if (!all_finite(state))
        throw std::runtime_error("the motion left the range of numbers at t = " + std::to_string(t) +
                                 " s; a shorter step may help");
}

void Simulation::add_external_forces(std::span<RigidBody> bodies, double t) const {
    for (RigidBody& body : bodies) {
        body.force = body.torque = Vec3{};
        rigid::add_gravity(body, world_.gravity);
    }
    if (world_.forces) world_.forces(t, bodies);
}

void Simulation::add_forces(std::span<RigidBody> bodies, double t, std::span<const MovingContact> resting) {
    add_external_forces(bodies, t);
    if (resting.empty() && world_.joints.empty()) return;
    std::vector<Contact> contacts;
    for (const MovingContact& contact : resting) contacts.push_back(contact.now(bodies));
    const Vector forces = solve_forces(contacts, bodies);
    if (forces.empty()) {
        ++record_.unsolved;
        return;
    }
    apply_contact_forces(contacts, world_.joints, bodies, forces);
    if (forces_.empty()) forces_ = forces;  // those at the start of the step are shown
}

// The forces of the resting contacts and the joints; none if there are no right ones. Where the projection
// gives up, which it does when masses or sizes differ by many powers of ten, the program has an answer.
Vector Simulation::solve_forces(std::span<const Contact> contacts, std::span<const RigidBody> bodies) {
    if (settings_.forces == ForceMethod::projection) {
        const std::size_t rows = contacts.size() + joint_rows(world_.joints, bodies).size();
        if (active_.size() != rows) active_.clear();
        RestingMotion motion = project_accelerations(contacts, world_.joints, bodies, active_);
        if (motion.status == optimize::Status::optimal) {
            active_ = std::move(motion.active);
            return motion.forces;
        }
    }
    const ForceSystem system = force_system(contacts, world_.joints, bodies);
    if (settings_.forces == ForceMethod::heuristic) {
        const HeuristicSolution solution = solve_by_heuristic(system);
        ++record_.heuristic_steps[static_cast<std::size_t>(solution.step)];
        return solution.forces;
    }
    const ForceSolution solution = solve_force_program(system);
    return solution.status == optimize::Status::optimal ? solution.forces : Vector();
}

void Simulation::look_around() { near_ = finder_.find(world_, poses_of(world_), tolerance_); }

// Overlaps and open joints, which integration leaves, by the least displacement that closes them.
void Simulation::close_faults() {
    const double open = joint_tolerance * mean_size(world_);
    for (int round = 0; round < 4; ++round) {
        look_around();
        const bool closed = joint_error(world_.joints, world_.bodies) <= open;
        if (closed && deepest_overlap(near_) <= start_depth * tolerance_) return;
        std::vector<gauss::Row> rows;
        for (const Contact& contact : contact_points(world_, near_, tolerance_)) {
            rows.push_back(gap_row(contact, world_.bodies));
            rows.back().lower = -contact.gap;
        }
        for (const JointRow& joint : joint_rows(world_.joints, world_.bodies)) {
            rows.push_back(joint.row);
            rows.back().lower = rows.back().upper = -joint.value;
        }
        if (!displace(world_.bodies, rows)) return;
    }
}

// Impulses while something approaches faster than the threshold; then no contact closes and no joint opens.
void Simulation::collide(const std::vector<Contact>& contacts, bool inelastic) {
    const std::vector<gauss::Row> joints = velocity_rows(world_.joints, world_.bodies);
    if (contacts.empty() && joints.empty()) return;
    const Restitution restitution = [&](std::size_t i) {
        const bool colliding = gap_velocity(contacts[i], world_.bodies) < -threshold_;
        return colliding && !inelastic ? world_.restitution_of(contacts[i].a, contacts[i].b) : 0.0;
    };
    for (int round = 0; round < most_rounds && is_colliding(contacts); ++round) {
        if (round == 0) ++record_.collisions;
        if (settings_.impulses == ImpulseModel::simultaneous) {
            resolve_simultaneously(contacts, world_.bodies, restitution, joints, threshold_);
        } else {
            SequentialOptions options;
            options.threshold = threshold_;
            options.order = settings_.order;
            resolve_sequentially(contacts, world_.bodies, restitution, options, joints);
        }
    }
    stop_closing(contacts, world_.bodies, joints);  // be it slower than the threshold
}

bool Simulation::is_colliding(const std::vector<Contact>& contacts) const {
    return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
        return classify(gap_velocity(contact, world_.bodies), threshold_) == ContactState::colliding;
    });
}

// Of the contacts that open slower than the threshold, those that are pressed are stopped: a force acts there
// (then f d'' = 0 keeps it closed), or d'' is zero to within rounding. Their gaps and gap velocities become
// zero. This ends a rocking that does not leave the band of the tolerance, and takes away the errors of the
// last step, which would grow: for rounding, a stack is an upturned pendulum. Returns all the slow ones: they
// rest, or open. The bodies are left with the forces on them.
std::vector<MovingContact> Simulation::bring_to_rest(const std::vector<Contact>& contacts) {
    std::vector<Contact> slow, pressed;
    for (const Contact& contact : contacts)
        if (gap_velocity(contact, world_.bodies) <= threshold_) slow.push_back(contact);
    add_external_forces(world_.bodies, world_.time);
    if (!slow.empty() || !world_.joints.empty()) {
        const RestingMotion motion = project_accelerations(slow, world_.joints, world_.bodies);
        if (motion.status == optimize::Status::optimal) {
            apply_contact_forces(slow, world_.joints, world_.bodies, motion.forces);
            const double rounding = 1e-9 * norm(world_.gravity);
            for (std::size_t i = 0; i < slow.size(); ++i)
                if (motion.forces[i] > 0.0 || gap_acceleration(slow[i], world_.bodies) <= rounding)
                    pressed.push_back(slow[i]);
        }
    }
    std::vector<MovingContact> moving, still;
    for (const Contact& contact : slow) moving.emplace_back(contact, world_.bodies);
    for (const Contact& contact : pressed) still.emplace_back(contact, world_.bodies);
    close_gaps(pressed, world_.bodies);
    stop_gaps(still, world_.joints, world_.bodies);
    contacts_.clear();
    for (MovingContact& contact : moving) {
        contacts_.push_back(contact.now(world_.bodies));
        contact = MovingContact(contacts_.back(), world_.bodies);
    }
    return moving;
}

}  // namespace restraint::contact
