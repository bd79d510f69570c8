#include <algorithm>
#include <cerrno>
#include <optional>
#include <ostream>

#include "collapse_motion.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/scale.h"
#include "restraint/io/command.h"
#include "restraint/io/command_parts.h"
#include "restraint/io/film_strip.h"
#include "restraint/io/motion_text.h"
#include "restraint/io/number.h"
#include "restraint/io/output_file.h"
#include "restraint/io/player.h"
#include "restraint/io/program.h"
#include "restraint/io/tower_file.h"

namespace restraint::io {

namespace {

/// Writes a motion down while it runs: rows to standard output, forces to their file; what the pictures need
/// is kept for the end. All files are opened before the first step, so that a path that cannot be written is
/// not found out after the last one.
class Recorder {
  public:
    Recorder(const Arguments& given, const Streams& streams, Motion& motion)
        : given_(given),
          streams_(streams),
          motion_(motion),
          text_(given.has("--csv")),
          every_(given.count("--every")),
          progress_("restraint collapse", streams.err, streams.patience) {
        open("--forces", forces_);
        open("--svg", svg_);
        open("--html", html_);
        open("--save", save_);
        if (svg_ || html_) motion.record("The motion of the " + tower_title(given));
    }

    void start();
    void step();
    void finish();

  private:
    void open(const std::string& option, std::optional<OutputFile>& file) {
        if (given_.has(option)) file.emplace(given_.text(option));
    }
    void print(const std::string& rows) {
        progress_.clear();
        errno = 0;
        streams_.out << rows;
        if (!streams_.out) require_written(streams_.out);
    }
    static void write(std::optional<OutputFile>& file, const std::string& text) {
        file->write(text);
        file->finish();
    }
    void save();

    const Arguments& given_;
    const Streams& streams_;
    Motion& motion_;
    MotionText text_;
    std::size_t every_;
    Progress progress_;
    std::optional<OutputFile> forces_, svg_, html_, save_;
    std::string warning_of_overlap_;
    double first_overlap_ = 0.0;  // m; that was warned of
    double worst_residual_ = 0.0, deepest_overlap_ = 0.0, start_energy_ = 0.0, end_energy_ = 0.0;
};

void Recorder::start() {
    const bricks::Tower& tower = motion_.tower();
    if (!given_.has("--csv")) print(header("collapse", settings_of(given_), given_));
    print(text_.state_heading() + text_.states(0.0, tower));
    if (forces_) forces_->write(text_.force_heading());
    start_energy_ = end_energy_ = bricks::energy(tower).total();
}

void Recorder::step() {
    const bricks::StepReport report = motion_.step();
    if (motion_.steps_done() % every_ == 0 || motion_.steps_done() == motion_.steps()) {
        print(text_.states(motion_.time(), motion_.tower()));
        if (forces_) forces_->write(text_.forces(motion_.time(), motion_.tower(), report));
    }
    worst_residual_ = std::max(worst_residual_, report.residual);
    if (report.deepest.depth > deepest_overlap_) {
        const std::string warning = bricks::overlap_warning(motion_.tower(), report.deepest, motion_.time());
        if (!warning.empty() && warning_of_overlap_.empty()) {  // the first one now, the deepest at the end
            progress_.clear();
            print_warnings("collapse", {warning}, streams_);
            first_overlap_ = report.deepest.depth;
        }
        warning_of_overlap_ = warning;
        deepest_overlap_ = report.deepest.depth;
    }
    end_energy_ = report.energy.total();
    progress_.show(motion_.steps_done(), motion_.steps(), "steps");
}

void Recorder::finish() {
    if (deepest_overlap_ > first_overlap_ && !warning_of_overlap_.empty())
        print_warnings("collapse", {warning_of_overlap_}, streams_);
    if (!given_.has("--csv"))
        print("# " + std::to_string(motion_.steps()) + " steps; deepest overlap " +
              to_text(deepest_overlap_) + " m; energy " + to_text(start_energy_) + " J at the start, " +
              to_text(end_energy_) + " J at the end; worst residual " + to_text(worst_residual_) + "\n" +
              tolerances_line(motion_.tower()));
    require_written(streams_.out);
    if (forces_) forces_->finish();
    if (svg_) write(svg_, film_strip(motion_.film(), camera_by_name("top")));
    if (html_) write(html_, player_page({motion_.film()}));
    if (save_) save();
}

void Recorder::save() {
    try {
        bricks::find_contacts(motion_.tower());
    } catch (const std::invalid_argument& error) {  // overlap, or a pin that is torn
        print_warnings("collapse", {std::string("the saved state will not read back: ") + error.what()},
                       streams_);
    }
    write(save_,
          tower_text(motion_.tower(), "the state at t = " + to_text(motion_.time()) + " s of collapse " +
                                          shown_operand(given_) + ": " + settings_of(given_)));
}

int run_collapse(const Arguments& given, const Streams& streams) {
    require_combination(given);
    const std::size_t steps = step_count(given.number("--time"), given.number("--dt"));
    const bricks::Tower tower = load_operand(given, streams);
    require_solvable(given, tower);
    const auto moving = std::count_if(tower.bodies.begin(), tower.bodies.end(),
                                      [](const bricks::Body& body) { return !body.fixed; });
    require_printable(steps, given.count("--every"), static_cast<std::size_t>(moving));
    Motion motion = about_file(given, [&] { return Motion(tower, given); });
    if (given.text("--model") != "rigid" && given.text("--length") == "penalty")
        print_warnings("collapse",
                       {"--length penalty: the bars are soft, and how soft depends on the masses and on dt; "
                        "accelerations are wrong from the first step on [ROTE-8.4]"},
                       streams);
    if (const std::string warning = bricks::step_warning(tower, given.number("--dt")); !warning.empty())
        print_warnings("collapse", {warning}, streams);
    Recorder recorder(given, streams, motion);
    recorder.start();
    while (motion.steps_done() < steps) recorder.step();
    recorder.finish();
    return answered;
}

}  // namespace

Subcommand collapse_command() {
    std::vector<Option> options = motion_options();
    options.insert(options.end(),
                   {{"--every", "K", "1", "print every K-th step", whole(1, 1'000'000'000)},
                    {"--forces", "FILE", "", "rows `t a b x y nx ny force` of the contacts that push"},
                    {"--svg", "FILE", "", "a film strip"},
                    {"--html", "FILE", "", "a page that plays the motion in a browser"},
                    {"--save", "FILE", "", "the last state as a tower file"},
                    {"--csv", "", "", "comma-separated rows with one heading line"}});
    return {
        "collapse",
        "FILE",
        "the motion of the tower from the state in the file",
        "Prints rows `t brick x y angle vx vy omega` at t = 0, at every K-th of the round(T/S) steps, and "
        "at\n"
        "the last; brick is the place in the file, from 0, fixed ones not counted. An output file appears\n"
        "under its name only when it is complete.\n",
        options,
        run_collapse};
}

}  // namespace restraint::io
