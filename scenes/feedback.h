#pragma once

#include "restraint/constraints/constrained_system.h"
#include "restraint/io/text/scene_options.h"

/// What the scenes of constraints share: the knobs of the feedback that keeps them from drifting.
namespace restraint::scenes {

/// Declares `--k_s` and `--k_d`, with the standard values of the chapter.
inline void feedback_knobs(io::Scene& scene) {
    const constraints::Feedback standard;
    scene.number("--k_s", standard.k_s, "1/s^2", "feedback on C; 0: off", io::not_negative);
    scene.number("--k_d", standard.k_d, "1/s", "feedback on Cdot; 0: off", io::not_negative);
}

inline constraints::Feedback feedback_of(const io::Knobs& knobs) {
    return {knobs.number("--k_s"), knobs.number("--k_d")};
}

}  // namespace restraint::scenes
