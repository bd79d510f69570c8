#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "restraint/contact/impulse.h"
#include "restraint/world/close_pairs.h"

namespace restraint::contact {

struct Record;

/// A method that finds the impulses of all collisions of a moment and applies them to the world's bodies.
/// False if none were found. This one takes all collisions at once; see methods.h for others.   [BARAFF89-29]
using ImpulseMethod = bool(std::span<const Contact> contacts, World& world, const Restitution& restitution,
                           double threshold, Record& record);
ImpulseMethod simultaneous_impulses;

/// Finds the forces of the contacts and then of the joints' rows; none if there are none.
using ForceFinder = std::optional<Vector>(std::span<const Contact> contacts, std::span<const Joint> joints,
                                          std::span<const RigidBody> bodies, Record& record);
/// A method for the forces of contacts and joints, as data. The projection finds the accelerations nearest to
/// the free ones; see methods.h for others.
struct ForceMethod {
    const char* name = "projection";
    bool knows_joints = true;
    ForceFinder* find = nullptr;  // null: the projection
};
inline constexpr ForceMethod projected_forces{};

struct Settings {
    double step = 0.01;  // s, a frame
    ImpulseMethod* impulses = simultaneous_impulses;
    ForceMethod forces = projected_forces;
    /// A gap counts as closed up to this share of the mean size of the bodies, and so does an overlap: to
    /// this accuracy contact times are found, and no body is ever deeper in another one. With 1e-6 a block
    /// rocks itself to rest in thousands of ever smaller impacts; larger values end that sooner.
    double contact_tolerance = 1e-6;
    /// The error of a step may be this share of the mean size, as estimated by two steps of half the length;
    /// with more the step is made shorter, but not below the frame divided by `steps_per_frame`.
    double step_error = 1e-6;
    std::size_t steps_per_frame = 1000;
    std::size_t events_per_frame = 50;  // returns to a contact time; more is the Zeno case, see Simulation
};

/// What has happened since the beginning, to be printed when a run ends.
struct Record {
    std::size_t frames = 0;
    std::size_t events = 0;          // returns to the time of a new contact
    std::size_t collisions = 0;      // moments at which impulses were applied
    std::size_t zeno_frames = 0;     // frames in which the limit of events was reached; see Simulation
    std::size_t stalled_frames = 0;  // ... and even so did not come to an end: the rest of them was left out
    std::size_t unsolved = 0;  // evaluations in which no forces or impulses were found: 0, or the last one
    std::size_t heuristic_steps[4] = {0, 0, 0, 0};  // of Baraff's heuristic, by HeuristicStep
    double deepest_overlap = 0.0;                   // m, of all accepted states
    double largest_joint_error = 0.0;               // m, of all accepted states
    double largest_gain = 0.0;  // J, of energy in a frame; the work of World::forces is in it
};

/// How a frame ended. Of all but the first the world is left as it was before the step that failed.
enum class Outcome {
    finished,
    no_forces,        // no contact and joint forces were found
    no_impulses,      // no impulses were found
    no_contact_time,  // bodies overlap at the end of a step, but no time of contact was found in it
    too_fast,         // a body turns by more than a radian in the shortest step
    blew_up,          // the motion left the range of numbers
};
std::string to_string(Outcome outcome);

/// The whole simulation of the notes: integrate; if something has gone into something else, go back to the
/// moment of contact; give impulses to what collides and forces to what rests; go on.   (PBM part G, sections
/// 6 to 9)
///
/// A frame that meets more contact times than `events_per_frame` is the Zeno case: infinitely many bounces in
/// a finite time, as of a ball that comes to rest. From there on the frame's collisions are taken with
/// restitution zero, which ends the bounces; it is counted. (Usually the threshold of resting contact ends
/// them before.)
class Simulation {
  public:
    /// Throws what require_sound throws, and std::invalid_argument for scripts and frozen bodies, bodies that
    /// overlap or joints that are open at the start, a step that is not positive, a tolerance that is not
    /// between 0 and 0.1, or joints that the method of forces does not know.
    Simulation(World world, const Settings& settings);

    /// One frame. Deterministic: the same world gives the same bits. Throws std::invalid_argument, naming the
    /// body and the time, if World::forces gives a force that is not finite.
    [[nodiscard]] Outcome advance();

    const World& world() const { return world_; }
    const Record& record() const { return record_; }
    const CloseFinder& finder() const { return finder_; }

    /// The contacts that rested at the start of the last step of the last frame.
    const std::vector<Contact>& contacts() const { return contacts_; }
    /// Their forces, and after them those of the joints' rows, N. Of all forces that give that motion these
    /// are the least: see least_forces.
    Vector forces() const;

    /// Approaches slower than this are resting contact, m/s: twice the speed of a fall through the contact
    /// tolerance, but no less than the rounding of the fastest speed at the start.   [PBM-G-code-colliding]
    double threshold() const { return threshold_; }
    /// The contact tolerance in m.
    double tolerance() const { return tolerance_; }

  private:
    class SmoothStep;  // of the motion between two collisions
    bool collide(const std::vector<Contact>& contacts, bool inelastic);

    World world_;
    Settings settings_;
    Record record_;
    CloseFinder finder_;
    double tolerance_ = 0.0, threshold_ = 0.0, start_time_ = 0.0;
    double next_step_ = 0.0;  // s, as the error of the last one suggests
    std::vector<Contact> contacts_;
    Vector forces_;
    std::vector<RigidBody> forced_;           // the bodies on which those forces act
    std::vector<optimize::Activity> active_;  // of the last projection
    collide::BroadPhase swept_;               // of the boxes around what the bodies sweep in a step
};

}  // namespace restraint::contact
