#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "restraint/contact/heuristic.h"
#include "restraint/contact/impulse.h"
#include "restraint/ode/explicit.h"
#include "restraint/world/close_pairs.h"

namespace restraint::contact {

enum class ImpulseModel {
    simultaneous,  // all collisions of a moment at once   [BARAFF89-29]
    sequential,    // one after the other   [PBM-G-code-FindAll]
};
enum class ForceMethod {
    projection,  // the accelerations nearest to the free ones
    program,     // the quadratic program in the contact forces   [PBM-G-code-qp]
    heuristic,   // Baraff's linear programs
};

struct Settings {
    double step = 0.01;  // s, a frame
    ImpulseModel impulses = ImpulseModel::simultaneous;
    ContactOrder order = ContactOrder::listed;  // of sequential impulses
    ForceMethod forces = ForceMethod::projection;
    ode::ExplicitMethod method = ode::rk4;
    /// A gap counts as closed up to this share of the mean size of the bodies, and so does an overlap: to
    /// this accuracy contact times are found, and no body is ever deeper in another one. With 1e-6 a block
    /// rocks itself to rest in thousands of ever smaller impacts; larger values end that sooner.
    double contact_tolerance = 1e-6;
    /// A frame in which a body turns by more than 0.2 rad is gone through in parts, no shorter than this
    /// share of it: what still turns by more than a radian in one is an error.
    std::size_t parts_per_frame = 1000;
    std::size_t events_per_frame = 50;  // returns to a contact time; more is the Zeno case, see Simulation
};

/// What has happened since the beginning. What a run should say when it ends.
struct Record {
    std::size_t frames = 0;
    std::size_t events = 0;          // returns to the time of a new contact
    std::size_t collisions = 0;      // moments at which impulses were applied
    std::size_t zeno_frames = 0;     // frames in which the limit of events was reached; see Simulation
    std::size_t stalled_frames = 0;  // ... and even so did not come to an end: the rest of them was left out
    std::size_t unsolved = 0;        // evaluations in which no forces could be found, and none were applied
    std::size_t heuristic_steps[4] = {0, 0, 0, 0};  // of ForceMethod::heuristic, by HeuristicStep
    double deepest_overlap = 0.0;                   // m, of all accepted states
    double largest_joint_error = 0.0;               // m, of all accepted states
};

/// The whole simulation of the notes: integrate; if something has gone into something else, go back to the
/// moment of contact; give impulses to what collides and forces to what rests; go on.   (PBM part G, sections
/// 6 to 9)
///
/// A frame that meets more contact times than `events_per_frame` is the Zeno case: infinitely many bounces in
/// a finite time, as of a ball that comes to rest. From there on the frame's collisions are taken with
/// restitution zero, which ends the bounces; it is counted. (Usually the threshold of resting contact ends
/// them before.)
///
/// Small faults are taken back at the start of each part of a frame: overlaps and open joints by the least
/// displacement, in the metric of the masses, that closes them; slow gap velocities by the nearest velocities
/// without. Both are below the tolerance of contact and its threshold.
class Simulation {
  public:
    /// Throws what require_sound throws, and std::invalid_argument for a step that is not positive or a
    /// contact tolerance that is not between 0 and 0.1.
    Simulation(World world, const Settings& settings);

    /// One frame. Deterministic: the same world gives the same bits. Throws std::runtime_error if the motion
    /// leaves the range of numbers, or a body turns too fast for even the shortest part of a frame.
    void advance();

    const World& world() const { return world_; }
    const Record& record() const { return record_; }
    const CloseFinder& finder() const { return finder_; }

    /// The contacts that rested at the start of the last part of the last frame, with their forces (and after
    /// them those of the joints' rows).
    const std::vector<Contact>& contacts() const { return contacts_; }
    const Vector& forces() const { return forces_; }

    /// Approaches slower than this are resting contact, m/s: twice the speed of a fall through the contact
    /// tolerance, but no less than the rounding of the fastest speed at the start.   [PBM-G-code-colliding]
    double threshold() const { return threshold_; }
    /// The contact tolerance in m.
    double tolerance() const { return tolerance_; }

  private:
    /// The start of a part of a frame.
    struct Part {
        double t0;  // s
        std::vector<RigidBody> bodies;
        Vector start;                            // their state
        std::span<const MovingContact> resting;  // their contacts, whose forces act in this part
    };
    void look_around();
    void close_faults();
    void collide(const std::vector<Contact>& contacts, bool inelastic);
    bool is_colliding(const std::vector<Contact>& contacts) const;
    std::vector<MovingContact> bring_to_rest(const std::vector<Contact>& contacts);
    void add_external_forces(std::span<RigidBody> bodies, double t) const;
    void add_forces(std::span<RigidBody> bodies, double t, std::span<const MovingContact> resting);
    Vector solve_forces(std::span<const Contact> contacts, std::span<const RigidBody> bodies);
    double part_end(const Part& part, double end);
    void move(const Part& part, double t);

    // contact_time.cpp: how far a part of a frame goes.
    double move_while_clear(const Part& part, double end);
    double time_of_contact(const Part& part, double t1, std::span<const Pair> pairs);
    std::vector<Pair> overlapping() const;
    std::optional<std::pair<Pair, double>> passing(const Part& part, double t1);
    double distance(const Pair& pair) const;

    World world_;
    Settings settings_;
    Record record_;
    CloseFinder finder_;
    std::vector<ClosePair> near_;  // pairs nearer than the tolerance, when they were last looked for
    collide::BroadPhase swept_;    // of the boxes around what the bodies sweep in a part of a frame
    double tolerance_ = 0.0, threshold_ = 0.0, start_time_ = 0.0;
    std::vector<Contact> contacts_;
    Vector forces_;
    std::vector<optimize::Activity> active_;  // of the last projection
};

}  // namespace restraint::contact
