#pragma once

#include <map>
#include <vector>

#include "restraint/oba/position_update.h"
#include "restraint/oba/scripts.h"

namespace restraint::oba {

inline constexpr double never = optimize::infinity;

/// A close pair <A, B, C> of table 6.1: its separating plane, and the critical vertices of A and of B.
struct Planned {
    double distance = 0.0;  // of A and B, m
    PlaneBetween plane;
    CriticalVertices critical[2];
};
using PlannedPair = std::pair<const Pair, Planned>;

std::vector<MotionRow> joint_rows_at(const World& world, const Placements& at);

/// One QP: the bodies of an island, (dx, dphi) each, then the three variables of each plane.
struct IslandProgram {
    const std::vector<std::size_t>& island;
    std::vector<gauss::InverseMass> weights = {};
    Vector target = {};
    std::vector<gauss::Row> rows = {};
    std::vector<PositionUpdater::RowName> names = {};  // of the first rows, those of pairs
    double farthest = 1.0;                             // coordinate, m: what sides are rounded by
};

/// What is known in one frame, for the loop of position_update.cpp.
struct PositionFrame {
    const World& world;
    const Placements& targets;
    const PositionOptions& options;
    CloseFinder& finder;
    std::map<PositionUpdater::RowName, optimize::Activity>& active;
    PositionUpdate& result;  // counts

    const double size = smallest_size(world);
    const std::vector<double> sizes = body_sizes();
    Placements now = current_placements(world);
    std::vector<Placements> earlier = {};  // of this frame, to roll back to
    std::map<Pair, Planned> pairs = {};    // S
    std::vector<MotionRow> joints = {};    // at the present placements
    std::vector<std::size_t> local = {};   // of each body: its place in its island, or the number of bodies
    std::vector<double> steps =
        std::vector<double>(world.bodies.size(), never);  // m, of its island's last QP
    double step = 0.0;                                    // m, of the last QP
    double bound = options.rotation_bound;                // rad
    double script_share = 1.0;                            // of their way that scripts ask for in the next QP
    bool is_wedged = false;                               // a QP of this frame had no solution

    std::vector<double> body_sizes() const;
    double enough() const;
    double may_stay() const;
    bool add_pairs(const std::vector<ClosePair>& near);
    void plan();
    bool solve();
    void roll_back();
    /// One island: its planes, joints and bounds, and one QP. False if that is infeasible.
    bool solve_island(IslandProgram program, const std::vector<const PlannedPair*>& planned,
                      Placements& next);
};

}  // namespace restraint::oba
