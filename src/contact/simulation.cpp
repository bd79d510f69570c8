#include "restraint/contact/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "restraint/collide/time_of_contact.h"

namespace restraint::contact {

namespace {

// All as shares of the contact tolerance. A state from which a part of a frame starts has no overlap deeper
// than `start_depth`; a contact time is found when the gap (or the overlap, see first_contact) is
// `found_depth`, give or take `found_width`: so a new overlap is deeper than those at the start, and time
// goes on in every part. An accepted state is not deeper than 1.
constexpr double start_depth = 0.1, found_depth = 0.5, found_width = 0.35;
// Rounds of simultaneous impulses at one moment: contacts that separated may collide after the first.
constexpr int most_rounds = 50;
// Joints are closed when they are open by more than this share of the mean size.
constexpr double joint_tolerance = 1e-10;

std::vector<gauss::Row> rows_of(std::span<const JointRow> joints) {
    std::vector<gauss::Row> rows;
    for (const JointRow& joint : joints) rows.push_back(joint.row);
    return rows;
}

double fastest_speed(const World& world) {
    double fastest = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
        fastest = std::max(fastest, norm(world.bodies[i].velocity) +
                                        world.shapes[i].size * norm(world.bodies[i].angular_velocity));
    return fastest;
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
    require_sound(world_, settings.contact_tolerance);
    start_time_ = world_.time;
    const double size = mean_size(world_);
    tolerance_ = settings.contact_tolerance * size;
    threshold_ = 2.0 * std::sqrt(2.0 * norm(world_.gravity) * tolerance_);
    // Without gravity nothing comes to rest by itself; what is left is rounding.
    threshold_ = std::max(threshold_, 1e-9 * fastest_speed(world_));
}

// Every part of a frame: [start] -> impulses -> forces -> motion -> [new contact, or end of the frame].
void Simulation::advance() {
    const double end = start_time_ + static_cast<double>(record_.frames + 1) * settings_.step;
    for (std::size_t events = 0;; ++events) {
        if (events == settings_.events_per_frame) ++record_.zeno_frames;
        close_faults();
        finder_.update(world_, tolerance_);
        const std::vector<Contact> contacts = finder_.contacts(world_, tolerance_);
        collide(contacts, events >= settings_.events_per_frame);
        const std::vector<MovingContact> resting = bring_to_rest(contacts);
        forces_ = Vector();

        const Vector start = rigid::bodies_to_state(world_.bodies, rigid::Representation::quaternion);
        const double t0 = world_.time;
        move(start, t0, end, resting);
        finder_.update(world_, tolerance_);
        if (finder_.smallest_gap() >= -tolerance_) break;
        if (events == 2 * settings_.events_per_frame) {
            rigid::state_to_bodies(start, world_.bodies, rigid::Representation::quaternion);
            finder_.update(world_, tolerance_);
            ++record_.stalled_frames;
            break;
        }
        const double t = first_contact(start, t0, end, resting);
        move(start, t0, t, resting);
        ++record_.events;
    }
    world_.time = end;
    ++record_.frames;
    record_.deepest_overlap = std::max(record_.deepest_overlap, -finder_.smallest_gap());
    record_.largest_joint_error =
        std::max(record_.largest_joint_error, joint_error(world_.joints, world_.bodies));
}

// From the state `start` at t0 to the time t, in one step of the method, with the forces of the resting
// contacts.
void Simulation::move(const Vector& start, double t0, double t, std::span<const MovingContact> resting) {
    rigid::System system(std::move(world_.bodies), [&](double time, std::span<RigidBody> bodies) {
        add_forces(bodies, time, resting);
    });
    const ode::Derivative derivative = ode::derivative_of(system);
    const Vector state = t > t0 ? settings_.method.step(derivative, start, t0, t - t0) : start;
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

// The forces of the resting contacts and the joints; none if there are no right ones.
Vector Simulation::solve_forces(std::span<const Contact> contacts, std::span<const RigidBody> bodies) {
    if (settings_.forces == ForceMethod::projection) {
        const std::size_t rows = contacts.size() + joint_rows(world_.joints, bodies).size();
        if (active_.size() != rows) active_.clear();
        RestingMotion motion = project_accelerations(contacts, world_.joints, bodies, active_);
        if (motion.status != optimize::Status::optimal) return {};
        active_ = std::move(motion.active);
        return motion.forces;
    }
    const ForceSystem system = force_system(contacts, world_.joints, bodies);
    if (settings_.forces == ForceMethod::program) {
        const ForceSolution solution = solve_force_program(system);
        return solution.status == optimize::Status::optimal ? solution.forces : Vector();
    }
    const HeuristicSolution solution = solve_by_heuristic(system);
    ++record_.heuristic_steps[static_cast<std::size_t>(solution.step)];
    return solution.forces;
}

// Overlaps and open joints, which integration leaves, by the least displacement that closes them.
void Simulation::close_faults() {
    const double open = joint_tolerance * mean_size(world_);
    for (int round = 0; round < 4; ++round) {
        finder_.update(world_, tolerance_);
        const bool closed = joint_error(world_.joints, world_.bodies) <= open;
        if (closed && finder_.smallest_gap() >= -start_depth * tolerance_) return;
        std::vector<gauss::Row> rows;
        for (const Contact& contact : finder_.contacts(world_, tolerance_)) {
            rows.push_back(gap_row(contact, world_.bodies));
            rows.back().lower = -contact.gap;
        }
        for (const JointRow& joint : joint_rows(world_.joints, world_.bodies)) {
            rows.push_back(joint.row);
            rows.back().lower = rows.back().upper = -joint.value;
        }
        if (!displace(rows)) return;
    }
}

// Impulses while something approaches faster than the threshold; then no contact closes and no joint opens.
void Simulation::collide(const std::vector<Contact>& contacts, bool inelastic) {
    const std::vector<gauss::Row> joints = rows_of(joint_rows(world_.joints, world_.bodies));
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
// rest, or open.
std::vector<MovingContact> Simulation::bring_to_rest(const std::vector<Contact>& contacts) {
    std::vector<Contact> slow, pressed;
    for (const Contact& contact : contacts)
        if (gap_velocity(contact, world_.bodies) <= threshold_) slow.push_back(contact);
    if (!slow.empty()) {
        add_external_forces(world_.bodies, world_.time);
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
    close(pressed);
    stop(still);
    contacts_.clear();
    for (MovingContact& contact : moving) {
        contacts_.push_back(contact.now(world_.bodies));
        contact = MovingContact(contacts_.back(), world_.bodies);
    }
    return moving;
}

// The least displacement that makes the gaps zero. Redundant contacts ask for the same up to the rounding of
// two coordinates and, where faces are not quite parallel, up to some small part of their gaps.
void Simulation::close(std::span<const Contact> contacts) {
    double widest = 0.0;
    for (const Contact& contact : contacts) widest = std::max(widest, std::fabs(contact.gap));
    std::vector<gauss::Row> rows;
    for (const Contact& contact : contacts) {
        const double blur = 2.5e-16 * max_norm(contact.point) + 1e-3 * widest;
        rows.push_back(gap_row(contact, world_.bodies));
        rows.back().lower = -contact.gap - blur;
        rows.back().upper = -contact.gap + blur;
    }
    displace(std::move(rows));
}

// The nearest velocities at which neither these contacts nor the joints open or close.
void Simulation::stop(std::span<const MovingContact> contacts) {
    std::vector<gauss::Row> rows = rows_of(joint_rows(world_.joints, world_.bodies));
    for (const MovingContact& contact : contacts) {
        rows.push_back(gap_row(contact.now(world_.bodies), world_.bodies));
        rows.back().upper = 0.0;
    }
    if (rows.empty()) return;
    const gauss::Projection still =
        gauss::project(inverse_masses(world_.bodies), velocities(world_.bodies), rows);
    if (still.status == optimize::Status::optimal) set_velocities(world_.bodies, still.x);
}

// The least displacement, in the metric of the masses, that fulfils the rows. Momenta stay.
bool Simulation::displace(std::vector<gauss::Row> rows) {
    // In units of the largest fault, so that it is well above the rounding that the projection allows for.
    double unit = 0.0;
    for (const gauss::Row& row : rows) unit = std::max({unit, row.lower, -row.upper});
    if (unit == 0.0) return true;
    for (gauss::Row& row : rows) {
        row.lower /= unit;
        row.upper /= unit;
    }
    // The joints of a closed loop are redundant, and agree with each other only to a small part of what they
    // are open.
    constexpr double rounding = 1e-3;
    const Vector nowhere(6 * world_.bodies.size());
    const gauss::Projection shift =
        gauss::project(inverse_masses(world_.bodies), nowhere, rows, {}, rounding);
    if (shift.status != optimize::Status::optimal) return false;
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
        RigidBody& body = world_.bodies[i];
        if (body.fixed()) continue;
        const double* d = shift.x.data() + 6 * i;
        body.position += unit * Vec3{d[0], d[1], d[2]};
        rigid::set_orientation(body, from_rotation_vector(unit * Vec3{d[3], d[4], d[5]}) * body.quaternion);
    }
    return true;
}

std::vector<collide::Pair> Simulation::overlapping() const {
    std::vector<collide::Pair> pairs;
    for (const ContactFinder::Gap& gap : finder_.gaps())
        if (gap.separation.distance < -tolerance_) pairs.push_back(gap.pair);
    return pairs;
}

// The first moment at which a pair that overlaps at the time t1 is in contact. Pairs that were apart are
// caught before they touch, so that nothing need be moved back; pairs that were in contact, as a block that
// rocks on an edge until the other one strikes, when they are just too deep.
double Simulation::first_contact(const Vector& start, double t0, double t1,
                                 std::span<const MovingContact> resting) {
    std::vector<collide::Pair> pairs = overlapping();
    std::map<collide::Pair, double> aims;
    double t = t1;
    for (int round = 0; !pairs.empty() && round < 20; ++round) {
        move(start, t0, t0, resting);
        for (const collide::Pair& pair : pairs)
            aims[pair] = (distance(pair) > tolerance_ ? found_depth : -found_depth) * tolerance_;
        const collide::SeparationAt separation = [&](double time) {
            move(start, t0, time, resting);
            double smallest = std::numeric_limits<double>::infinity();
            for (const collide::Pair& pair : pairs)
                smallest = std::min(smallest, distance(pair) - aims[pair]);
            return smallest;
        };
        if (separation(t0) <= found_width * tolerance_)
            return t0;  // an overlap that could not be closed: no progress
        t = collide::false_position(separation, t0, t, found_width * tolerance_).time;
        // Another pair may have been deep in each other by then, and apart again at t1.
        move(start, t0, t, resting);
        finder_.update(world_, tolerance_);
        pairs = overlapping();
    }
    return t;
}

double Simulation::distance(const collide::Pair& pair) const {
    const auto [i, j] = pair;
    return collide::find_separation(world_.shapes[i], world_.bodies[i].pose(), world_.shapes[j],
                                    world_.bodies[j].pose())
        .distance;
}

}  // namespace restraint::contact
