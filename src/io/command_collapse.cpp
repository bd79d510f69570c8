#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <ostream>

#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/framework_loop.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/scale.h"
#include "restraint/io/command_parts.h"
#include "restraint/io/film_strip.h"
#include "restraint/io/motion_text.h"
#include "restraint/io/number.h"
#include "restraint/io/output_file.h"
#include "restraint/io/player.h"
#include "restraint/io/program.h"
#include "restraint/io/subcommands.h"
#include "restraint/io/tower_file.h"
#include "restraint/io/tower_film.h"

namespace restraint::io {

namespace {

/// Any of the loops.
struct Loop {
    std::function<bricks::StepReport()> step;
    std::function<const bricks::Tower&()> tower;
};

template <class Simulation>
Loop loop_of(std::shared_ptr<Simulation> simulation) {
    return {[simulation] { return simulation->step(); },
            [simulation]() -> const bricks::Tower& { return simulation->tower(); }};
}

Loop make_loop(const bricks::Tower& tower, const Arguments& given) {
    const double dt = given.positive("--dt");
    const bricks::Bars bars = given.text("--bars") == "braced" ? bricks::Bars::braced : bricks::Bars::minimal;
    if (given.text("--scheme") == "acceleration")
        return loop_of(std::make_shared<bricks::AccelerationLoop>(
            tower, bricks::AccelerationLoopOptions{.dt = dt, .model = model_of(given), .bars = bars}));
    const bricks::Separation separation =
        given.text("--separation") == "both" ? bricks::Separation::both : bricks::Separation::printed;
    const std::size_t halvings = given.count("--halvings", 0, 12);
    if (given.text("--model") == "rigid")
        return loop_of(std::make_shared<bricks::PositionLoop>(
            tower, bricks::LoopOptions{.dt = dt, .separation = separation, .halvings = halvings}));
    bricks::FrameworkLoopOptions options{.dt = dt, .separation = separation};
    options.halvings = halvings;
    options.model = model_of(given);
    options.bars = bars;
    const std::string length = given.text("--length");
    options.lengths = length == "drifting"    ? bricks::Lengths::drifting
                      : length == "predicted" ? bricks::Lengths::predicted
                      : length == "penalty"   ? bricks::Lengths::penalty
                                              : bricks::Lengths::corrected;
    return loop_of(std::make_shared<bricks::FrameworkLoop>(tower, options));
}

/// Refuses options that mean nothing beside the others.
void require_combination(const Arguments& given) {
    for (const char* option : {"--length", "--bars"})
        if (given.has(option) && given.text("--model") == "rigid")
            throw UsageError(std::string(option) + " is for frameworks: the rigid model has no bars");
    for (const char* option : {"--length", "--separation"})
        if (given.has(option) && given.text("--scheme") != "position")
            throw UsageError(std::string(option) + " is for --scheme position");
}

/// Pictures show a motion about 60 times a second, and not more than 1200 times in all.
std::size_t film_stride(std::size_t steps, double dt) {
    const double stride = std::max(1.0 / (60.0 * dt), static_cast<double>(steps) / 1200.0);
    return static_cast<std::size_t>(std::max(1.0, std::min(stride, static_cast<double>(steps))));
}

/// Writes a motion down while it runs: rows to standard output, forces to their file; what the pictures need
/// is kept for the end. All files are opened before the first step, so that a path that cannot be written is
/// not found out after the last one.
class Recorder {
  public:
    Recorder(const Arguments& given, const Streams& streams, const bricks::Tower& tower, std::size_t steps)
        : given_(given),
          streams_(streams),
          text_(given.has("--csv")),
          steps_(steps),
          every_(given.count("--every", 1, 1'000'000'000)),
          stride_(film_stride(steps, given.positive("--dt"))),
          progress_("restraint collapse", streams.err, streams.patience) {
        open("--forces", forces_);
        open("--svg", svg_);
        open("--html", html_);
        open("--save", save_);
        film_ = tower_film("The motion of the " + tower_title(given), tower);
        film_.look = settings(given);
    }

    void start(const bricks::Tower& tower);
    void step(std::size_t k, const bricks::Tower& tower, const bricks::StepReport& report);
    void finish(const bricks::Tower& tower);

  private:
    static std::string settings(const Arguments& given);
    void open(const std::string& option, std::optional<OutputFile>& file) {
        if (given_.has(option)) file.emplace(given_.text(option));
    }
    void print(const std::string& rows) {
        errno = 0;
        progress_.clear();
        streams_.out << rows;
        if (!streams_.out) require_written(streams_.out);
    }
    bool films() const { return svg_ || html_; }

    const Arguments& given_;
    const Streams& streams_;
    MotionText text_;
    std::size_t steps_, every_;
    std::size_t stride_;
    Progress progress_;
    std::optional<OutputFile> forces_, svg_, html_, save_;
    Film film_;
    double worst_residual_ = 0.0, deepest_overlap_ = 0.0, start_energy_ = 0.0, end_energy_ = 0.0;
};

/// The choices of the motion, given or standard, for the header.
std::string Recorder::settings(const Arguments& given) {
    std::string text = given.text("--model") + " model, " + given.text("--scheme") + " scheme";
    if (given.text("--model") != "rigid") text += ", " + given.text("--bars") + " bars";
    if (given.text("--scheme") == "position") {
        if (given.text("--model") != "rigid") text += ", " + given.text("--length") + " lengths";
        if (given.text("--separation") != "both") text += ", separation as " + given.text("--separation");
    }
    return text + ", dt = " + given.text("--dt") + " s";
}

void Recorder::start(const bricks::Tower& tower) {
    if (!given_.has("--csv")) print(header("collapse", settings(given_), given_, tower));
    print(text_.state_heading() + text_.states(0.0, tower));
    if (forces_) forces_->write(text_.force_heading());
    start_energy_ = bricks::energy(tower).total();
    bricks::StepReport at_rest;
    at_rest.energy = bricks::energy(tower);
    if (films()) film_.frames.push_back(tower_frame(tower, at_rest));
}

void Recorder::step(std::size_t k, const bricks::Tower& tower, const bricks::StepReport& report) {
    const double t = multiple_of(given_.text("--dt"), k);
    if (k % every_ == 0 || k == steps_) {
        print(text_.states(t, tower));
        if (forces_) forces_->write(text_.forces(t, tower, report));
    }
    if (films() && k == 1) film_.frames[0].forces = tower_frame(tower, report).forces;
    if (films() && (k % stride_ == 0 || k == steps_)) film_.frames.push_back(tower_frame(tower, report));
    worst_residual_ = std::max(worst_residual_, report.residual);
    deepest_overlap_ = std::max(deepest_overlap_, report.deepest_overlap);
    end_energy_ = report.energy.total();
    progress_.show(k, steps_, "steps");
}

void Recorder::finish(const bricks::Tower& tower) {
    if (!given_.has("--csv"))
        print("# " + std::to_string(steps_) + " steps; deepest overlap " + to_text(deepest_overlap_) +
              " m; energy " + to_text(start_energy_) + " J at the start, " + to_text(end_energy_) +
              " J at the end; worst residual " + to_text(worst_residual_) + "\n");
    require_written(streams_.out);
    if (forces_) forces_->finish();
    if (svg_) {
        svg_->write(film_strip(film_, camera_by_name("top")));
        svg_->finish();
    }
    if (html_) {
        html_->write(player_page({film_}));
        html_->finish();
    }
    if (save_) {
        try {
            bricks::find_contacts(tower);
        } catch (const std::invalid_argument& error) {  // overlap, or a pin that is torn
            print_warnings("collapse", {std::string("the saved state will not read back: ") + error.what()},
                           streams_);
        }
        save_->write(
            tower_text(tower, "the state at t = " + to_text(multiple_of(given_.text("--dt"), steps_)) +
                                  " s of collapse " + shown_operand(given_) + ": " + film_.look));
        save_->finish();
    }
}

int run_collapse(const Arguments& given, const Streams& streams) {
    require_combination(given);
    const std::size_t steps = step_count(given.not_negative("--time"), given.positive("--dt"));
    const bricks::Tower tower = load_operand(given, streams);
    require_solvable(given, tower);
    std::size_t moving = 0;
    for (const bricks::Body& body : tower.bodies) moving += body.fixed ? 0 : 1;
    require_printable(steps, given.count("--every", 1, 1'000'000'000), moving);
    const Loop loop = about_file(given, [&] { return make_loop(tower, given); });
    if (given.text("--model") != "rigid" && given.text("--length") == "penalty")
        print_warnings("collapse",
                       {"--length penalty: the bars are soft, and how soft depends on the masses and on dt; "
                        "accelerations are wrong from the first step on [ROTE-8.4]"},
                       streams);
    if (const std::string warning = bricks::step_warning(tower, given.positive("--dt")); !warning.empty())
        print_warnings("collapse", {warning}, streams);
    Recorder recorder(given, streams, tower, steps);
    recorder.start(tower);
    for (std::size_t k = 1; k <= steps; ++k) {
        const bricks::StepReport report = loop.step();
        require_optimal(report.status,
                        "the step to t = " + to_text(multiple_of(given.text("--dt"), k)) + " s");
        recorder.step(k, loop.tower(), report);
    }
    recorder.finish(loop.tower());
    return answered;
}

}  // namespace

Subcommand collapse_command() {
    return {
        "collapse",
        "FILE",
        "the motion of the tower from the state in the file",
        "Prints rows `t brick x y angle vx vy omega` at t = 0, at every K-th of the round(T/S) steps, and "
        "at\n"
        "the last; brick is the place in the file, from 0, fixed ones not counted. An output file appears\n"
        "under its name only when it is complete.\n",
        {model_option(),
         {"--scheme", "position|acceleration", "",
          "what a step projects: positions [ROTE figure 7] or accelerations [figure 6]"},
         {"--length", "corrected|drifting|predicted|penalty", "",
          "how bars keep their length; frameworks only"},
         {"--bars", "minimal|braced", "", "the bars of a framework"},
         {"--separation", "both|printed", "", "which edges keep a pair apart; printed: as ROTE 8.5 has it"},
         {"--halvings", "N", "2",
          "how often a step with a hit or an overlap is halved; 0: undivided steps, as in ROTE figure 7"},
         {"--halvings", "N", "2",
          "how often a step with a hit or an overlap is halved; 0: undivided steps, as in ROTE figure 7"},
         {"--dt", "S", "0.002", "time step, s"},
         {"--time", "T", "2", "how long the motion lasts, s; 0: only the state at t = 0"},
         {"--every", "K", "1", "print every K-th step"},
         {"--forces", "FILE", "", "rows `t a b x y nx ny force` of the contacts that push"},
         {"--svg", "FILE", "", "a film strip"},
         {"--html", "FILE", "", "a page that plays the motion in a browser"},
         {"--save", "FILE", "", "the last state as a tower file"},
         {"--csv", "", "", "comma-separated rows with one heading line"}},
        run_collapse};
}

}  // namespace restraint::io
