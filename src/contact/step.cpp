#include "step.h"

#include <algorithm>
#include <limits>

#include "restraint/collide/passing.h"
#include "restraint/contact/adjust.h"
#include "restraint/contact/resting.h"
#include "restraint/ode/adaptive.h"
#include "restraint/ode/event.h"
#include "restraint/ode/explicit.h"
#include "tolerances.h"

namespace restraint::contact {

namespace {

// How often the first contact of a step is searched for, each time before the last one.
constexpr int most_contact_times = 50;
// Of the length that the error suggests, so much is taken. [PBM-B-adapt]
constexpr double caution = 0.9;
// rad: a body that turns by more in the shortest step is too fast.
constexpr double largest_turn = 1.0;

collide::Moving motion_of(const RigidBody& body) {
    return {body.pose(), body.velocity, body.angular_velocity};
}

}  // namespace

Simulation::SmoothStep::SmoothStep(Simulation& simulation)
    : s_(simulation),
      start_(s_.world_.time),
      bodies_(s_.world_.bodies),
      system_(bodies_, [this](double t, std::span<RigidBody> bodies) { add_forces(bodies, t); }),
      state_(system_.state()),
      here_(start_) {
    for (const Contact& contact : s_.contacts_) resting_.emplace_back(contact, bodies_);
    s_.forced_.clear();
}

bool Simulation::SmoothStep::fail(Outcome outcome) {
    outcome_ = outcome;
    s_.world_.bodies = bodies_;
    s_.world_.time = here_ = start_;
    return false;
}

bool Simulation::SmoothStep::move(double t) {
    if (outcome_ != Outcome::finished) return false;
    if (t == here_) return true;
    if (!integrate({t})) return fail(outcome_);
    s_.world_.bodies = system_.bodies;
    s_.world_.time = here_ = t;
    return true;
}

// Takes the system from the start to one time after the other, each in one step of the method.
bool Simulation::SmoothStep::integrate(std::initializer_list<double> times) {
    Vector state = state_;
    double t = start_;
    for (double next : times) {
        if (next > t && all_finite(state))
            state = ode::rk4.step(ode::derivative_of(system_), state, t, next - t);
        t = next;
    }
    if (outcome_ != Outcome::finished) return false;
    if (all_finite(state)) system_.set_state(state, t);
    if (!all_finite(state) || !all_finite(velocities(system_.bodies))) outcome_ = Outcome::blew_up;
    return outcome_ == Outcome::finished;
}

void Simulation::SmoothStep::add_forces(std::span<RigidBody> bodies, double t) {
    add_external_forces(s_.world_, bodies, t);
    if (!all_finite(free_accelerations(bodies))) outcome_ = Outcome::blew_up;
    if (outcome_ != Outcome::finished) return;
    std::vector<Contact> contacts;
    for (const MovingContact& contact : resting_) contacts.push_back(contact.now(bodies));
    const std::vector<Joint>& joints = s_.world_.joints;
    std::optional<Vector> forces;
    if (const auto find = s_.settings_.forces.find) {
        forces = find(contacts, joints, bodies, s_.record_);
    } else {
        gauss::Projection motion = project_accelerations(contacts, joints, bodies, s_.active_);
        if (motion.status == optimize::Status::optimal) forces = std::move(motion.multipliers);
        s_.active_ = std::move(motion.active);
    }
    if (!forces) {
        outcome_ = Outcome::no_forces;
        ++s_.record_.unsolved;
        return;
    }
    if (s_.forced_.empty()) {  // those at the start of the step are shown
        s_.forced_.assign(bodies.begin(), bodies.end());
        s_.forces_ = *forces;
    }
    apply_contact_forces(contacts, joints, bodies, *forces);
}

// How far apart, in m, the step to t ends as one and as two halves, the worst of all bodies: the centres, and
// points at the distance of the mean size that are turned.   [PBM-B-err]
double Simulation::SmoothStep::error_of(double t) {
    if (!move(t) || !integrate({start_ + 0.5 * (t - start_), t}))
        return std::numeric_limits<double>::infinity();
    const std::vector<RigidBody>& once = s_.world_.bodies;
    const double size = mean_size(s_.world_), h = t - start_;
    double worst = 0.0;
    for (std::size_t i = 0; i < once.size(); ++i) {
        const RigidBody &a = once[i], &b = system_.bodies[i];
        worst = std::max({worst, norm(a.position - b.position), h * norm(a.velocity - b.velocity),
                          size * max_entry(a.orientation - b.orientation),
                          h * size * norm(a.angular_velocity - b.angular_velocity)});
    }
    return worst;
}

double Simulation::SmoothStep::accurate_end(double end) {
    const double shortest = s_.settings_.step / static_cast<double>(s_.settings_.steps_per_frame);
    const double allowed = s_.settings_.step_error * mean_size(s_.world_);
    const auto fastest_turn = [&] {
        double fastest = 0.0;
        for (const RigidBody& body : s_.world_.bodies)
            fastest = std::max(fastest, norm(body.angular_velocity));
        return fastest;
    };
    // A body that turns by a whole radian deceives the two halves alike.
    double h = std::min({end - start_, s_.next_step_, largest_turn / fastest_turn()});
    h = std::max(h, std::min(shortest, end - start_));
    for (;; h = std::max(shortest, std::min(s_.next_step_, 0.5 * h))) {
        const double t = h < end - start_ ? start_ + h : end;
        const double error = error_of(t);
        const Outcome outcome = std::exchange(outcome_, Outcome::finished);
        s_.next_step_ =
            std::max(shortest, caution * std::min(5.0 * h, ode::suggested_step(h, std::min(error, 1e300),
                                                                               allowed, ode::rk4.order)));
        if (error > allowed && h > shortest) continue;
        if (outcome != Outcome::finished) fail(outcome);
        else if (fastest_turn() * h > largest_turn) fail(Outcome::too_fast);
        else move(t);
        return t;
    }
}

double Simulation::SmoothStep::move_while_clear(double end) {
    double t = end;
    for (int round = 0; round < most_contact_times && move(t); ++round) {
        const std::vector<ClosePair> deep = s_.finder_.find(s_.world_, poses_of(s_.world_), -s_.tolerance_);
        const auto overlap = deep.empty() ? passing(t) : std::pair{deep[0].parts, t};
        if (!overlap) break;
        t = time_of_contact(overlap->first, overlap->second);
        if (t == start_) break;  // an overlap that could not be closed: no progress
    }
    move(t);
    return t;
}

// The first moment at which the pair, which overlaps at the time t1, is in contact. A pair that was apart is
// caught before it touches, so that nothing need be moved back; a pair that was in contact, as a block that
// rocks on an edge until the other one strikes, when it is just too deep.
double Simulation::SmoothStep::time_of_contact(Pair parts, double t1) {
    const ode::EventFunction distance = [&](double time) {
        if (!move(time)) return std::numeric_limits<double>::quiet_NaN();
        return s_.finder_.separation(s_.world_, poses_of(s_.world_), parts).distance;
    };
    const double aim = (distance(start_) > s_.tolerance_ ? found_depth : -found_depth) * s_.tolerance_;
    const ode::EventFunction separation = [&](double time) { return distance(time) - aim; };
    if (separation(start_) <= found_width * s_.tolerance_) return start_;
    if (separation(t1) <= 0.0) {
        const ode::Event event =
            ode::regula_falsi(separation, start_, t1, {.value = found_width * s_.tolerance_});
        if (event.found) return event.nearest();
    }
    if (outcome_ == Outcome::finished) fail(Outcome::no_contact_time);
    return start_;
}

// A pair that is apart at the start and at t1, where the bodies are now, but overlaps between, and when.
std::optional<std::pair<Pair, double>> Simulation::SmoothStep::passing(double t1) {
    const std::vector<world::Part>& parts = s_.world_.parts;
    std::vector<collide::Box> boxes;
    for (const world::Part& part : parts)
        boxes.push_back(collide::swept_box(part.shape, motion_of(bodies_[part.body]),
                                           motion_of(s_.world_.bodies[part.body]), t1 - start_));
    s_.swept_.update(boxes);
    for (const auto& [i, j] : s_.swept_.pairs()) {
        if (!s_.world_.may_touch(i, j)) continue;
        const world::Part &a = parts[i], &b = parts[j];
        const collide::PairAt at = [&](double t) {
            const bool between = t > start_ && t < t1;
            if (between && !integrate({t})) fail(outcome_);
            const auto& bodies = t == start_ ? bodies_ : between ? system_.bodies : s_.world_.bodies;
            return std::pair{motion_of(bodies[a.body]), motion_of(bodies[b.body])};
        };
        if (const auto t = collide::find_passing(a.shape, b.shape, at, start_, t1, s_.tolerance_))
            return std::pair{Pair{i, j}, *t};
    }
    return {};
}

}  // namespace restraint::contact
