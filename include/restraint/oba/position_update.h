#pragma once

#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "restraint/gauss/project.h"
#include "restraint/oba/placement.h"
#include "restraint/oba/separation_rows.h"

namespace restraint::oba {

/// What "near to the target" means.
enum class Closeness {
    mass,      // sum m ddx.ddx + ddphi' I ddphi: the heavier body pushes the lighter one   [OBA-6.7]
    diameter,  // sum ddx.ddx + D^2 ddphi.ddphi: all bodies give way alike   [OBA-6.8]
};

/// Lengths are shares of the size of the smallest part that moves.
struct PositionOptions {
    Closeness closeness = Closeness::mass;
    double rotation_bound = 0.1;   // rad, of each component of dphi in one QP   [OBA-bound, OBA-A.3.1-6]
    double close_distance = 0.02;  // pairs nearer than this get a separating plane
    double slab = 0.05;            // vertices this near to the foremost one are critical
    double overlap = 2e-8;         // a smaller overlap is none: rounding of a QP
    double wedged_overlap = 5e-8;  // ... where a QP of the frame had no solution
    double worst_overlap = 4e-7;   // accepted if nothing better is found; if it is deeper: rather no motion
    double step = 1e-5;            // a smaller perturbation is none: the local minimum is reached
    std::size_t patience = 10;     // QPs after which the bounds shrink, so that the loop comes to an end
    std::size_t qp_limit = 40;
};

/// Where bodies are, and what is near each other there.
struct Arrangement {
    Placements placements;
    std::vector<ClosePair> near;                               // all pairs nearer than close_distance
    double overlap = std::numeric_limits<double>::infinity();  // the deepest, or the widest gap of a joint, m
};

/// The outcome of a position update.
struct PositionUpdate : Arrangement {
    bool settled = true;  // false: no placement without overlap was found; bodies stay where they are
    std::size_t close_pairs = 0, qps = 0, pivots = 0, rollbacks = 0;
    double largest_rotation = 0;  // component of dphi of all QPs, rad
};

/// Moves all bodies as near as they can get to their targets without overlap: the iterated quadratic program
/// of table 6.1.   [OBA-tab6.1, OBA-A.3.1, OBA-iter]
///
/// Each QP is a projection: the target deficits ddx = dx - dx_tgt, ddphi = dphi - dphi_tgt [OBA-6.5]
/// [OBA-A.3.1-2, OBA-A.3.1-3] are made small under the rows of separation_rows.h. The planes' own variables
/// have no cost in the thesis; here a plane goes along with the body that has its face, and its variables,
/// blocks easier to move than the bodies, are its motion against that one. Since the planes are made anew
/// from the bodies after every QP, this cost vanishes with the perturbation, and does not change the point to
/// which the QPs converge.
///
/// Pairs and critical vertices are added after a QP in which they overlapped, and never removed in the frame
/// [OBA-crit]. If a QP has no solution, bodies that are wedged may stay as they overlap, if only by rounding;
/// if it has none even so, the bodies are rolled back, and the bound on rotations is halved. If
/// planes jump to and fro between features, the bounds shrink after some QPs to none: with orientations held,
/// the rows are exact. Bodies that no pair connects are solved for apart, until their own perturbation is
/// none.
///
/// A scripted body counts script_weight times the heaviest other one, and yields by shifting only: it turns
/// as its script has it.
class PositionUpdater {
  public:
    PositionUpdate update(const World& world, const Placements& targets, const PositionOptions& options = {});

    /// Parts, side and vertex of a row.
    using RowName = std::tuple<Pair, int, std::size_t>;

  private:
    CloseFinder finder_;
    std::map<RowName, optimize::Activity> active_;  // of the last QP, for the next one to start from
};

}  // namespace restraint::oba
