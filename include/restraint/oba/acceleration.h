#pragma once

#include <span>
#include <vector>

#include "restraint/oba/support.h"

namespace restraint::oba {

/// What happens to the tip of a cone in the side case, where a contact pushes and parts.
enum class TipMove {
    down,  // along the axis, until the foot of the solution is on the cone: then friction opposes the sliding
    under,  // straight under the solution, as in the thesis: then friction is any force of the cone
            // [OBA-6.42]
};

struct AccelerationOptions {
    std::size_t tip_moves = 40;  // k, at most: how often tips are moved; three in the thesis
    TipMove tip_move = TipMove::down;
    bool zero_velocity = false;  // true: as the thesis, without what velocities add to (6.30) (erratum O31)
    bool printed_cone = false;   // true: the cosine of (6.41), by which too much friction fits (erratum O19)
};

/// Accelerations of all bodies and the forces at the contacts.
struct AccelerationUpdate {
    optimize::Status status = optimize::Status::optimal;
    Vector accelerations;            // (vdot, omegadot) of each body; 0 of those that do not respond
    std::vector<Vec3> forces;        // at each contact, on A, N; on B the opposite
    std::vector<double> objectives;  // of each QP, less that of free fall, J/s^2
    std::size_t pivots = 0;
    std::size_t side_cases = 0;  // contacts whose tip would still have to be moved after the last QP
};

/// The force update (OBA 6.3.1): of all accelerations that the contacts admit, those nearest to free fall.
/// [OBA-A.3.3]
///
///     minimise       sum -m g.a + 1/2 m a.a + 1/2 alpha' I alpha            [OBA-6.38, OBA-A.3.3f-1]
///     frictionless   n.(a_A - a_B) >= 0, a_A and a_B the accelerations of the points
///                                                                 [OBA-6.31, OBA-6.37, OBA-A.3.3f-2]
///     friction       (n + mu d_h).(a_A - a_B - tip) >= 0, d_h the corners of the octagon
///                                                                   [OBA-6.40, OBA-6.41, OBA-A.3.3c]
///
/// The forces are the multipliers. They are combinations of the rows' directions, that is of the edges of the
/// friction pyramid, which is why a frictionless cup and cone give friction. The tip is first where the
/// bodies would be stopped within a frame, -v/dt [OBA-at]; where a contact pushes and parts it is moved, and
/// the QP is solved again, until nothing of the kind is left or k is reached. Each move leaves mu^2/(1 +
/// mu^2) of what a single contact is wrong by.
///
/// Velocities enter by the centripetal and 2 n' terms of (6.30) and by L x omega.
/// [OBA-6.29, OBA-6.30, OBA-4.17]
/// A contact that already parts, at v_n, may lose that within the frame: its tip is at -v_n/dt.
/// Joints are kept.
/// least    of v_n after the frame, one a contact, as in the momentum update: the tip is at (least n - v)/dt;
///          empty: 0 at each
AccelerationUpdate find_accelerations(const World& world, const std::vector<Contact>& contacts,
                                      const AccelerationOptions& options = {},
                                      std::span<const double> least = {});

/// p += m a dt and L += tau dt with tau = I alpha + omega x L, for the bodies that respond and are not
/// frozen. [OBA-2.18, OBA-2.19] Of alpha, the term -I^-1 (omega x L) is left out: it is what omega = I^-1 L
/// changes by as the body turns, which the next frame does; with it, L would change without a torque (erratum
/// O05).
void apply_accelerations(World& world, const Vector& accelerations);

/// Finds the accelerations and applies them, to be passed as AnimationOptions::support (OBA 6.3.1). The
/// impulses are the forces times dt.
Support by_accelerations(const AccelerationOptions& options = {});

}  // namespace restraint::oba
