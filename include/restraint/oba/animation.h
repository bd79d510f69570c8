#pragma once

#include <vector>

#include "restraint/oba/flight.h"
#include "restraint/oba/freezing.h"
#include "restraint/oba/momentum_queue.h"
#include "restraint/oba/momentum_update.h"
#include "restraint/oba/position_update.h"
#include "restraint/oba/support.h"

namespace restraint::oba {

/// How a world is animated.
struct AnimationOptions {
    PositionOptions position;
    MomentumOptions momentum;
    FlightOptions flight;  // of bodies too fast and thin for one frame (OBA 6.6)
    Turn turn = Turn::midpoint;
    double contact_distance = 1e-4;  // parts nearer than this share of the smallest size touch
    Support support = by_impulses;   // or by_accelerations (acceleration.h)
    std::size_t queue_bounces = 0;   // n, c_b: bounces one by one before the momentum QP (OBA 6.2.2)
    BounceFriction queue_friction = BounceFriction::coulomb;
    bool bounce_at_distance = false;  // OBA 6.7.1
    bool freezing = false;            // OBA 6.7.2
    std::size_t freeze_after = 1;     // c_f
    std::vector<collide::Box> cold;   // volumes in which bodies may freeze; none: everywhere
};

/// What one frame took and did.
///
/// Energy, read as total_energy does, is constant in free flight. A frame that ends in contact may gain
/// gain_bound, the sum of m (g dt)^2 / 8 over the bodies that touch another one. By hand: a body that is h
/// over the ground and falls at w is stopped there in this frame. Before, it has m (w - g dt/2)^2 / 2 + m g
/// h, afterwards, with v = 0, m (g dt/2)^2 / 2. So it gains at most m (g dt)^2 / 8, if w = g dt/2 and h = 0.
/// A body that bounces, eps w > g dt, gains nothing. Under a ceiling that it just reaches, at w with the
/// restitution eps, it gains m g dt w (1 + eps)/2 - m w^2 (1 - eps^2)/2, at most (1 + eps)/(1 - eps) times as
/// much. No frame of the thesis' scenes gains more than the bound; scripts bring in energy without bound.
///
/// Angular momentum is kept in free flight. A frame in which bodies collide changes it, by the mass times the
/// velocity times the way by which the position update shifts a body: impulses act at the points where bodies
/// touch at the frame's end, and not where they met. Two cubes that fly past each other and catch by a corner
/// may change it by some percent; the linear momentum is kept to rounding.
struct FrameReport {
    std::size_t close_pairs = 0, collisions = 0, contacts = 0;
    std::size_t qps = 0, momentum_qps = 0, pivots = 0, rollbacks = 0;
    std::size_t unfinished = 0;      // groups of contacts for which sliding was not found to the last digit
    double sliding_error = 0.0;      // what it is off by, at most, m/s: see update_momenta
    std::size_t bounces = 0;         // of the queue
    std::size_t flight_bounces = 0;  // of fast bodies within the frame
    std::size_t unsolved = 0;        // momentum programs without an answer, whose velocities stayed
    std::size_t frozen = 0;
    bool settled = true;      // false: the bodies had to stay where they were
    double overlap = 0.0;     // deepest at the end of the frame, or widest gap of a joint, m
    double energy = 0.0;      // at the end, J
    double gained = 0.0;      // energy, in this frame, J
    double gain_bound = 0.0;  // J
    double fastest = 0.0;     // the largest speed of a free body's box at the end, m/s
};

/// The loop of table 6.2.   [OBA-tab6.2]
///
///     update positions and find contact points
///     apply impulses
///     new accelerations: gravity for one frame, then impulsive static contact
///
/// It may be called frame after frame. It remembers features that faced each other and rows that were active.
/// These save time; where an answer is not unique, as of bodies that are clamped, they also choose which one
/// is found, so that a run that is begun anew in its middle may differ by 1e-4 m after some seconds.
class Animation {
  public:
    explicit Animation(World initial, AnimationOptions how = {});

    /// One frame. Throws what require_sound throws.
    FrameReport advance();

    World world;
    AnimationOptions options;
    std::vector<Contact> contacts;  // of the last frame
    std::vector<Contact> supports;  // of these and those to come, the points that held bodies up in it
    std::vector<Vec3> forces;       // at the supports, on A, N

  private:
    std::vector<Contact> contacts_ahead(double touching);
    std::vector<Contact> contacts_asleep(double touching);
    void collide(double touching, bool is_roused, FrameReport& report);
    void support(double touching, FrameReport& report);

    PositionUpdater positions_;
    CloseFinder finder_;
    std::vector<std::size_t> calm_frames_;
};

}  // namespace restraint::oba
