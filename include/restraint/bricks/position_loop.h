#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "restraint/bricks/fine_gap.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/sidedness.h"
#include "restraint/bricks/tower.h"
#include "restraint/gauss/project.h"
#include "restraint/linalg/vector.h"

namespace restraint::bricks {

/// Which sidedness rows a pair of parts gets: those of sidedness.h, or those of section 8.5 as it is printed.
enum class Separation { both, printed };

struct LoopOptions {
    double dt = 0.002;  // s
    Separation separation = Separation::both;
    std::size_t pass_limit = 4;  // projections a step at most; 1 is the document's step
};

/// The position based loop, with three variables a body: positions move on as they moved, fall by gravity,
/// and are projected on those without overlap. No velocities, no events; collisions are inelastic by
/// themselves.   [ROTE-fig7, SLIDES-p1, SLIDES-p2, SLIDES-**]
///
/// The unknown is the correction of the free displacement, so that its digits count from its own size. The
/// linearised gap of rigid bodies takes the place of (S'): gap + J correction >= 0, with the true gap where
/// the free motion ends. (S') has -2 A(dp) there, from which one step's acceleration follows, as Theorem 5.1
/// says, while the corner ends A(dp) too deep or too high. The true gap has the A(dp) from which the right
/// position follows, and no error adds up; the accelerations are those of (S') from the second step on, and
/// in the first if the tower starts from rest.   [ROTE-S', erratum R02]
///
/// Errors of the motion are of first order in dt: the first step takes a whole a dt^2 where a dt^2 / 2 would
/// be right. Apart from that smooth motion is Verlet's, with the forces along the normals of the step's
/// start, and keeps its energy (motion.h) to dt^2.
class PositionLoop {
  public:
    /// Velocities of the tower are those of the step before the first. Throws std::invalid_argument if dt is
    /// not positive and finite, or the pass limit is 0.
    explicit PositionLoop(Tower tower, const LoopOptions& options = {});

    /// Takes a step, if the report's status is `optimal`; see StepReport.
    StepReport step();

    /// The tower as it stands. Its velocities are the last displacements over dt.
    const Tower& tower() const { return tower_; }
    std::size_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * options_.dt; }  // s

  private:
    /// The constraints of a step. Pins come first, two rows each, then the sidedness rows.
    struct Rows {
        std::vector<SidednessRow> sidedness;
        std::vector<std::pair<std::size_t, std::size_t>> cornered;  // pairs that have no rows yet
        std::vector<gauss::Row> lines;
        gauss::Projection solved;
    };

    // The steps of figure 7.
    std::vector<FineVector> extrapolate() const;
    void add_gravity(std::vector<FineVector>& displacements) const;
    Rows choose_rows(const Scene& scene) const;
    bool project(const Scene& scene, const std::vector<FineVector>& free, Rows& rows, StepReport& report);
    void accept(const std::vector<FineVector>& free, const Rows& rows, StepReport& report);

    // What they are made of.
    void add_row(const Scene& scene, const SidednessRow& row, Rows& rows) const;
    void linearise(const Vector& correction, Rows& rows) const;
    std::size_t pin_lines() const { return 2 * tower_.pins.size(); }
    double worst_miss(const Scene& scene, const Rows& rows, const std::vector<Outline>& then) const;
    void report_forces(const Scene& scene, const Rows& rows, StepReport& report) const;
    std::vector<FineVector> moved(const std::vector<FineVector>& free, const Vector& correction) const;
    std::vector<Outline> outlines_at(const std::vector<FineVector>& poses) const;
    double rounding() const;

    Tower tower_;
    LoopOptions options_;
    double size_ = 1.0;  // mean brick size, m
    std::size_t steps_ = 0;
    std::vector<gauss::InverseMass> inverse_masses_;
    FineShapes shapes_;
    std::vector<FineVector> poses_;
    std::vector<FineVector> displacements_;  // of the last step: a variable of its own, for the difference of
                                             // two positions has lost the digits that matter
    std::vector<SidednessRow> last_active_;  // sorted: the warm start of the next step
};

}  // namespace restraint::bricks
