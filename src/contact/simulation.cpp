#include "restraint/contact/simulation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "restraint/contact/adjust.h"
#include "restraint/contact/resting.h"
#include "restraint/rigid/polyhedron.h"
#include "step.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

// Rounds of impulses at one moment: contacts that separated may collide after the first.
constexpr int most_rounds = 50;

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

std::string to_string(Outcome outcome) {
    static constexpr const char* texts[] = {
        "finished",
        "no contact and joint forces were found",
        "no impulses were found",
        "bodies overlap, but no time of contact was found; a shorter step may help",
        "a body turns by more than a radian in the shortest step; a shorter one may help",
        "the motion left the range of numbers; a shorter step may help",
    };
    return texts[static_cast<std::size_t>(outcome)];
}

bool simultaneous_impulses(std::span<const Contact> contacts, World& world, const Restitution& restitution,
                           double threshold, Record&) {
    const std::vector<gauss::Row> joints = velocity_rows(world.joints, world.bodies);
    return resolve_simultaneously(contacts, world.bodies, restitution, joints, threshold).status ==
           optimize::Status::optimal;
}

Simulation::Simulation(World world, const Settings& settings)
    : world_(std::move(world)), settings_(settings) {
    rigid::require_positive("the step of a simulation", settings.step, "s");
    for (const auto& [what, share] : {std::pair{"contact tolerance", settings.contact_tolerance},
                                      std::pair{"step error", settings.step_error}})
        if (!(share > 0.0 && share < 0.1))
            throw std::invalid_argument("the " + std::string(what) + " of a simulation is " +
                                        std::to_string(share) +
                                        " of a body's size, but must be positive and well below 1");
    require_sound(world_);
    if (!world_.scripts.empty() || !world_.frozen.empty())
        throw std::invalid_argument("a simulation of contact has neither scripts nor frozen bodies");
    if (!settings.forces.knows_joints && !world_.joints.empty())
        throw std::invalid_argument("the method of forces `" + std::string(settings.forces.name) +
                                    "` knows no joints; projected_forces and program_forces do");
    start_time_ = world_.time;
    next_step_ = settings.step;
    tolerance_ = settings.contact_tolerance * mean_size(world_);
    require_apart(world_, tolerance_);
    threshold_ = std::max(2.0 * std::sqrt(2.0 * norm(world_.gravity) * tolerance_),
                          speed_rounding * fastest_speed(world_));
}

// The algorithm of the notes: [start] -> impulses to what collides -> forces to what rests -> motion to the
// end of the frame, or to the first new contact, and again. What is beside it: faults that a step has left
// are closed, slow contacts brought to rest, and a frame that meets more and more contacts is ended.
Outcome Simulation::advance() {
    const double end = start_time_ + static_cast<double>(record_.frames + 1) * settings_.step;
    const double energy = total_energy(world_);
    for (std::size_t events = 0; world_.time < end;) {
        close_faults(world_, finder_, tolerance_);
        const std::vector<Contact> contacts =
            contact_points(world_, finder_.find(world_, poses_of(world_), tolerance_), tolerance_);
        if (!collide(contacts, events >= settings_.events_per_frame)) return Outcome::no_impulses;
        contacts_ = bring_to_rest(world_, contacts, threshold_);
        SmoothStep step(*this);

        const double aim = step.accurate_end(end);
        const double reached = step.outcome() == Outcome::finished ? step.move_while_clear(aim) : aim;
        if (step.outcome() != Outcome::finished) return step.outcome();
        if (reached == aim) continue;

        if (events == 2 * settings_.events_per_frame) {
            step.move(step.start());
            ++record_.stalled_frames;
            break;
        }
        ++record_.events;
        if (++events == settings_.events_per_frame) ++record_.zeno_frames;
    }
    world_.time = end;
    close_faults(world_, finder_, tolerance_);  // what is shown has none, and the next frame starts from it
    ++record_.frames;
    record_.deepest_overlap = std::max(record_.deepest_overlap,
                                       deepest_overlap(finder_.find(world_, poses_of(world_), tolerance_)));
    record_.largest_joint_error =
        std::max(record_.largest_joint_error, joint_error(world_.joints, world_.bodies));
    record_.largest_gain = std::max(record_.largest_gain, total_energy(world_) - energy);
    return Outcome::finished;
}

Vector Simulation::forces() const {
    if (forced_.empty()) return {};
    return least_forces(force_system(contacts_, world_.joints, forced_), forces_);
}

// Impulses while something approaches faster than the threshold; then no contact closes and no joint opens.
bool Simulation::collide(const std::vector<Contact>& contacts, bool inelastic) {
    const std::vector<gauss::Row> joints = velocity_rows(world_.joints, world_.bodies);
    if (contacts.empty() && joints.empty()) return true;
    const auto is_colliding = [&](const Contact& contact) {
        return classify(gap_velocity(contact, world_.bodies), threshold_) == ContactState::colliding;
    };
    const Restitution restitution = [&](std::size_t i) {
        const bool rebounds = is_colliding(contacts[i]) && !inelastic;
        return rebounds ? world_.restitution_of(contacts[i].a, contacts[i].b) : 0.0;
    };
    bool solved = true;
    for (int round = 0; round < most_rounds && solved; ++round) {
        if (std::none_of(contacts.begin(), contacts.end(), is_colliding)) break;
        if (round == 0) ++record_.collisions;
        solved = settings_.impulses(contacts, world_, restitution, threshold_, record_);
    }
    solved = solved && stop_closing(contacts, world_.bodies, joints).status == optimize::Status::optimal;
    if (!solved) ++record_.unsolved;
    return solved;  // be it slower than the threshold
}

}  // namespace restraint::contact
