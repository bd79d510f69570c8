#pragma once

#include <memory>
#include <string>

#include "restraint/bricks/step_loop.h"
#include "restraint/io/pictures/film.h"
#include "restraint/io/text/options.h"

/// The motion that the options of `restraint collapse` choose, for the commands that move a tower.
namespace restraint::io {

/// `--model`, `--scheme`, ..., `--dt` and `--time`.
std::vector<Option> motion_options();

/// Throws UsageError for an option that has no effect together with the others.
void require_combination(const Arguments& given);

/// The choices, given or standard: "rigid model, position scheme, dt = 0.002 s".
std::string settings_of(const Arguments& given);

/// A motion, whichever loop takes its steps.
class CollapseMotion {
  public:
    CollapseMotion(const bricks::Tower& tower, const Arguments& given);

    const bricks::Tower& tower() const { return loop_->tower(); }
    /// All steps of the motion, round(time / dt).
    std::size_t steps() const { return steps_; }
    std::size_t steps_done() const { return loop_->steps(); }
    /// The time k dt, where the steps have come to, in decimals as dt was given.
    double time() const { return multiple_of(dt_, steps_done()); }
    /// Throws GaveUp if there is no next step.
    bricks::StepReport step();

    /// From now on the film is recorded: the first moment, and every k-th step, k such that there are about
    /// 60 frames a second, and not more than 1200.
    void record(const std::string& title, const std::string& look);
    const Film& film() const { return film_; }

  private:
    FilmFrame frame(const bricks::StepReport& report) const;

    std::string dt_;
    std::size_t steps_, stride_ = 0;  // 0: no film
    std::unique_ptr<bricks::StepLoop> loop_;
    Film film_;
};

}  // namespace restraint::io
