#pragma once

#include <vector>

#include "restraint/oba/acceleration.h"
#include "restraint/oba/flight.h"
#include "restraint/oba/freezing.h"
#include "restraint/oba/momentum_queue.h"
#include "restraint/oba/momentum_update.h"
#include "restraint/oba/position_update.h"
#include "restraint/oba/support.h"

namespace restraint::oba {

/// How bodies are held against gravity.
enum class Support {
    impulses,       // gravity for one frame, then the momentum update without bounce (OBA 6.3.2)
    accelerations,  // the acceleration QP (OBA 6.3.1); points to come are none, and bricks may rock
};

/// How a world is animated.
struct AnimationOptions {
    PositionOptions position;
    MomentumOptions momentum;
    FlightOptions flight;            // of bodies too fast and thin for one frame (OBA 6.6)
    double contact_distance = 1e-4;  // parts nearer than this share of the smallest size touch
    Support support = Support::impulses;
    AccelerationOptions acceleration;  // of Support::accelerations
    std::size_t queue_bounces = 0;     // n, c_b: bounces one by one before the momentum QP (OBA 6.2.2)
    BounceFriction queue_friction = BounceFriction::coulomb;
    bool bounce_at_distance = false;  // OBA 6.7.1
    bool freezing = false;            // OBA 6.7.2
    std::size_t freeze_after = 1;     // c_f
    std::vector<collide::Box> cold;   // volumes in which bodies may freeze; none: everywhere
};

/// What one frame took and did.
///
/// The energy that the position update gives by lifting bodies, sum m g h, is bounded: it leaves them no
/// farther from their targets than they were, sum m |x - x_tgt|^2 <= 2 T dt^2 with T the kinetic energy
/// before the frame, so that energy_of_positions <= g dt sqrt(2 M T), M the mass of all that move. A local
/// minimum might break this in principle; the tests hold every frame to it.
///
/// All energy that a frame can gain is bounded with it. Free flight gains M (g dt)^2 / 2, because the fall is
/// that of the velocity before the frame, and the impulse of gravity that of the velocity after the
/// collisions: where these differ by D, in the metric of the masses, g dt sqrt(M) |D| may be added, and |D|
/// <= 2 sqrt(2 T). Contacts add none. Bodies of unequal moments of inertia exchange a little more as they
/// turn.
struct FrameReport {
    std::size_t close_pairs = 0, collisions = 0, contacts = 0;
    std::size_t qps = 0, momentum_qps = 0, pivots = 0, rollbacks = 0;
    std::size_t unfinished = 0;      // groups of contacts for which sliding was not found to the last digit
    double sliding_error = 0.0;      // what it is off by, at most, m/s: see update_momenta
    std::size_t bounces = 0;         // of the queue
    std::size_t flight_bounces = 0;  // of fast bodies within the frame
    std::size_t unsolved = 0;        // momentum programs without an answer, whose velocities stayed
    std::size_t frozen = 0;
    bool settled = true;               // false: the bodies had to stay where they were
    double overlap = 0.0;              // deepest at the end of the frame, m
    double energy = 0.0;               // at the end, J
    double energy_of_positions = 0.0;  // gained where the position update lifted bodies, J
    double fastest = 0.0;              // the largest speed of a free body's box at the end, m/s
};

/// The loop of table 6.2.   [OBA-tab6.2]
///
///     update positions and find contact points
///     apply impulses
///     new accelerations: gravity for one frame, then impulsive static contact
///
/// It may be called frame after frame; it remembers witnesses and active sets, which change the time taken
/// and not the motion.
class Animation {
  public:
    explicit Animation(World initial, AnimationOptions how = {});

    /// One frame. Throws what require_sound throws.
    FrameReport advance();

    World world;
    AnimationOptions options;
    std::vector<Contact> contacts;  // of the last frame

  private:
    void set_script_velocities(const Placements& reached);
    std::vector<Contact> contacts_ahead(double touching);
    std::vector<Contact> contacts_asleep(double touching);
    void collide(double touching, FrameReport& report);
    void support(double touching, FrameReport& report);

    PositionUpdater positions_;
    MomentumMemory collision_memory_, support_memory_;
    CloseFinder finder_;
    Freezer freezer_;
};

}  // namespace restraint::oba
