#include "collapse_motion.h"

#include <algorithm>

#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/io/command/command.h"
#include "restraint/io/pictures/tower_pictures.h"

namespace restraint::io {

std::vector<Option> motion_options() {
    return {
        model_option(),
        {"--scheme", "position|acceleration", "",
         "what a step projects: positions [ROTE figure 7] or accelerations [figure 6]"},
        {"--length", "corrected|drifting|predicted|penalty", "",
         "the equation that keeps a bar's length: (L''), (L'), that of the slides, or the penalty of "
         "ROTE 8.4; frameworks only"},
        {"--bars", "minimal|braced", "", "as few bars as keep a brick's shape, or one more; frameworks only"},
        {"--separation", "both|printed", "",
         "the sides that keep two bricks apart: of both of them, or as ROTE 8.5 is printed"},
        {"--halvings", "N", "2",
         "how often a step in which something is hit or overlaps is halved; 0: never, as in ROTE figure 7",
         whole(0, 12)},
        {"--dt", "S", "0.002", "time step, s", positive},
        {"--time", "T", "2", "how long the motion lasts, s; 0: only the state at t = 0", not_negative}};
}

void require_combination(const Arguments& given) {
    for (const char* option : {"--length", "--bars"})
        if (given.has(option) && given.text("--model") == "rigid")
            throw UsageError(std::string(option) + " is for frameworks: the rigid model has no bars");
    for (const char* option : {"--length", "--separation", "--halvings"})
        if (given.has(option) && given.text("--scheme") != "position")
            throw UsageError(std::string(option) + " is for --scheme position");
}

std::string settings_of(const Arguments& given) {
    std::string text = given.text("--model") + " model, " + given.text("--scheme") + " scheme";
    if (given.text("--model") != "rigid") text += ", " + given.text("--bars") + " bars";
    if (given.text("--scheme") == "position") {
        if (given.text("--model") != "rigid") text += ", " + given.text("--length") + " lengths";
        if (given.text("--separation") != "both") text += ", separation as " + given.text("--separation");
    }
    return text + ", dt = " + given.text("--dt") + " s";
}

namespace {

std::unique_ptr<bricks::StepLoop> loop_of(const bricks::Tower& tower, const Arguments& given) {
    using namespace bricks;
    const LoopOptions options{.dt = given.number("--dt"),
                              .model = model_of(given),
                              .bars = static_cast<Bars>(given.choice("--bars")),
                              .lengths = static_cast<Lengths>(given.choice("--length")),
                              .sidedness = static_cast<SidednessRule>(given.choice("--separation")),
                              .halvings = given.count("--halvings")};
    if (given.text("--scheme") == "acceleration") return std::make_unique<AccelerationLoop>(tower, options);
    return std::make_unique<PositionLoop>(tower, options);
}

}  // namespace

CollapseMotion::CollapseMotion(const bricks::Tower& tower, const Arguments& given)
    : dt_(given.text("--dt")),
      steps_(step_count(given.number("--time"), given.number("--dt"))),
      loop_(loop_of(tower, given)) {}

bricks::StepReport CollapseMotion::step() {
    const std::size_t done = steps_done() + 1;
    const bricks::StepReport report = loop_->step();
    require_optimal(report.status, "the step to t = " + to_text(multiple_of(dt_, done)) + " s");
    if (stride_ == 0) return report;
    if (done == 1) film_.frames[0].forces = frame(report).forces;  // those that act from the start
    if (done % stride_ == 0 || done == steps_) film_.frames.push_back(frame(report));
    return report;
}

void CollapseMotion::record(const std::string& title, const std::string& look) {
    film_ = tower_film(title, tower());
    film_.look = look;
    const double all = static_cast<double>(steps_);
    const auto of_60 = static_cast<std::size_t>(std::min(1.0 / (60.0 * parse_number(dt_)), all));
    stride_ = std::max({std::size_t{1}, of_60, (steps_ + 1199) / 1200});
    bricks::StepReport at_rest;
    at_rest.energy = bricks::energy(tower());
    film_.frames.push_back(frame(at_rest));
}

FilmFrame CollapseMotion::frame(const bricks::StepReport& report) const {
    FilmFrame result = tower_frame(tower(), report);
    result.time = time();
    const bricks::Framework framework = loop_->framework();  // empty in the rigid model
    for (const bricks::Bar& bar : framework.bars)
        result.lines.push_back({in_space(framework.positions[bar.i]), in_space(framework.positions[bar.j])});
    return result;
}

}  // namespace restraint::io
