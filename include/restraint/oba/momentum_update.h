#pragma once

#include <span>
#include <vector>

#include "restraint/oba/momentum_group.h"

namespace restraint::oba {

/// Approaches slower than this are rounding, m/s: 1e-12 of the fastest body and of what gravity adds in a
/// frame.
double resting_speed(const World& world);

/// Resolves all contacts at once, with friction: the momentum update, and with `restitution` 0 impulsive
/// static contact (OBA 6.3.2).   [OBA-A.3.2, OBA-6.43]
///
/// The thesis minimises the kinetic energy [OBA-6.28] over all impulses in the friction pyramids
/// [OBA-6.23] under the bounce rule [OBA-6.27]. That makes a sliding body hop: pushing harder brakes more
/// (erratum O37). The default asks of every contact, with v the velocity of A over B:
///
///     v_n+ >= bounce,   j_n >= 0,   j_n (v_n+ - bounce) = 0,   bounce = max(0, -eps v_n-)
///     j_t in the octagon of radius mu j_n, and there the one that opposes v_t+ most
///
/// These are the conditions of the projection of the velocities before onto   (n + mu d_h).v >= bounce - s,
/// h = 0..7, d_h the corners of the octagon, if s = mu max_h (-d_h.v_t+): then the multipliers of the rows
/// are the impulses along the edges of the pyramid. s is found by repetition, as the tips of the acceleration
/// cones are in 6.3.1, and with extrapolation: starting from 0, which is right for all contacts that stick.
/// If s is off by e, friction still lies in its octagon; but v_n+ may be e below its bound, and the
/// powers j_n (v_n+ - bounce) and j_n s + j_t.v_t, which should be 0, may be j_n e. In a group of many
/// contacts a round leaves rows alone that are violated by a small share of the last change of s; that counts
/// in e.
///
/// The answer need not be unique. Where bodies are clamped between others that do not give way, normal
/// impulses may be in balance by themselves, as large as friction needs to hold all fast, though nothing
/// presses. Where that cannot be excluded, and the answer that sticks has more than twice the normal impulses
/// of one without friction, s starts from the sliding without friction, so that friction grows from what
/// presses: a block falls freely between two walls that it just touches. If s is then off by more than a
/// thousandth of the fastest speed, rounds from 0 are tried too. With much friction there may be no
/// answer at all, and the rounds do not end: the one with the least e is taken, and counts as unfinished.
///
/// No bounce adds energy: where a group's kinetic energy would rise, and nothing that moves by itself pushes
/// it, its bounces are made lower. (Newton's rule for several contacts at once may give a body that
/// bounces out of a narrow wedge more speed than it had.) Bounces that no motion satisfies, as of a body
/// caught between two walls, are left out.
///
/// Joints keep the velocities of their points equal.   [OBA-6.45, OBA-6.46, OBA-6.47]
///
/// Scripted bodies keep their velocities, whatever pushes them, with one exception. Where a body cannot
/// satisfy scripts and walls at once, which would be a program without a solution, the scripted bodies take
/// part with a thousand times the mass of the heaviest free one and lose the speed that nothing can yield to;
/// they do not turn. A body that a script squeezes out of a wedge of angle a leaves it 1/tan(a) times as fast
/// as the script closes it: nothing limits that.
MomentumUpdate update_momenta(World& world, const std::vector<Contact>& contacts, double restitution,
                              const MomentumOptions& options = {});

/// The update with v_n+ >= least[i] m/s at contact i, whatever v_n- is; if least[i] < 0 the contact may
/// approach, where its gap has room for that. Throws std::invalid_argument unless there is one bound a
/// contact.
MomentumUpdate update_momenta(World& world, const std::vector<Contact>& contacts,
                              std::span<const double> least, const MomentumOptions& options = {});

}  // namespace restraint::oba
