#include <algorithm>
#include <map>

#include "collapse_motion.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/shape.h"
#include "restraint/io/command/command.h"
#include "restraint/io/pictures/film_strip.h"
#include "restraint/io/pictures/player.h"
#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/program.h"
#include "restraint/io/text/tower_file.h"

namespace restraint::io {

namespace {

/// Writes a motion down while it runs: rows to standard output, forces to their file, with an empty line
/// after each moment, so that gnuplot takes it as a block; what the pictures need is kept for the end. All
/// files are opened before the first step, so that a path that cannot be written is not found out after the
/// last one.
class Recorder {
  public:
    Recorder(const Arguments& given, const Streams& streams, Motion& motion)
        : given_(given),
          streams_(streams),
          motion_(motion),
          csv_(given.has("--csv")),
          progress_(streams.program, streams.err, streams.patience) {
        for (const std::string option : {"--forces", "--svg", "--html", "--save"})
            if (given.has(option)) files_.try_emplace(option, given.text(option));
        if (given.has("--svg") || given.has("--html"))
            motion.record("The motion of the " + tower_title(given), settings_of(given));
    }

    void start() {
        if (!csv_) print(header(settings_of(given_), given_, streams_));
        print(heading("t[s] brick x[m] y[m] angle[rad] vx[m/s] vy[m/s] omega[rad/s]") + states());
        if (given_.has("--forces"))
            files_.at("--forces")
                .write((csv_ ? "" : "# the force on a, mean over the step that ends at t\n") +
                       heading("t[s] a b x[m] y[m] nx ny force[N]"));
        start_energy_ = end_energy_ = bricks::energy(motion_.tower()).total();
    }

    void step() {
        const bricks::StepReport report = motion_.step();
        if (motion_.steps_done() % given_.count("--every") == 0 || motion_.steps_done() == motion_.steps()) {
            print(states());
            if (given_.has("--forces")) files_.at("--forces").write(forces(report));
        }
        note_overlap(report.deepest);
        worst_residual_ = std::max(worst_residual_, report.residual);
        end_energy_ = report.energy.total();
        progress_.show(motion_.steps_done(), motion_.steps(), "steps");
    }

    void finish() {
        print_warnings(last_warning_, streams_);
        if (!csv_)
            print("# " + std::to_string(motion_.steps()) + " steps; deepest overlap " +
                  to_text(deepest_overlap_) + " m; energy " + to_text(start_energy_) + " J at the start, " +
                  to_text(end_energy_) + " J at the end; worst residual " + to_text(worst_residual_) + "\n" +
                  tolerances_line(motion_.tower()));
        require_written(streams_.out);
        for (auto& [option, file] : files_) {
            if (option == "--svg") file.write(film_strip(motion_.film(), camera_by_name("top")));
            if (option == "--html") file.write(player_page({motion_.film()}));
            if (option == "--save") file.write(saved_state());
            file.finish();
        }
    }

  private:
    void print(const std::string& rows) {
        progress_.clear();
        write(streams_.out, rows);
    }

    /// "# t[s] brick x[m] ...", or "t[s],brick,x[m],...".
    std::string heading(std::string columns) const {
        std::replace(columns.begin(), columns.end(), ' ', separator_);
        return (csv_ ? "" : "# ") + columns + "\n";
    }

    /// A row for each body that is not fixed, counted from 0.
    std::string states() const {
        std::string text;
        std::size_t brick = 0;
        for (const bricks::Body& body : motion_.tower().bodies)
            if (!body.fixed)
                text += text_line(separator_, motion_.time(), std::to_string(brick++), body.pose.position,
                                  body.pose.angle, body.velocity.linear, body.velocity.angular);
        return text + (csv_ ? "" : "\n");
    }

    /// A row for each contact that pushed.
    std::string forces(const bricks::StepReport& report) const {
        std::string text;
        for (const auto& [a, b, point, normal, force] : report.contacts)
            text += text_line(separator_, motion_.time(), part_name(motion_.tower(), a),
                              part_name(motion_.tower(), b), point, normal, force);
        return text + (csv_ ? "" : "\n");
    }

    /// The first overlap that is worth a warning is told at once, the deepest at the end.
    void note_overlap(const bricks::Overlap& overlap) {
        if (overlap.depth <= deepest_overlap_) return;
        deepest_overlap_ = overlap.depth;
        const std::string warning = bricks::overlap_warning(motion_.tower(), overlap, motion_.time());
        if (warning.empty()) return;
        progress_.clear();
        if (has_warned_) last_warning_ = {warning};
        else print_warnings({warning}, streams_);
        has_warned_ = true;
    }

    std::string saved_state() const {
        try {
            bricks::find_contacts(motion_.tower());
        } catch (const std::invalid_argument& error) {  // overlap, or a pin that is torn
            print_warnings({std::string("the saved state will not read back: ") + error.what()}, streams_);
        }
        return tower_text(motion_.tower(), "the state at t = " + to_text(motion_.time()) + " s of collapse " +
                                               shown_operand(given_) + ": " + settings_of(given_));
    }

    const Arguments& given_;
    const Streams& streams_;
    Motion& motion_;
    const bool csv_;
    const char separator_ = csv_ ? ',' : ' ';
    Progress progress_;
    std::map<std::string, OutputFile> files_;  // option -> file
    bool has_warned_ = false;                  // of an overlap
    std::vector<std::string> last_warning_;    // of a deeper one, to come at the end
    double deepest_overlap_ = 0.0, start_energy_ = 0.0, end_energy_ = 0.0, worst_residual_ = 0.0;
};

int run_collapse(const Arguments& given, const Streams& streams) {
    require_combination(given);
    const std::size_t steps = step_count(given.number("--time"), given.number("--dt"));
    const bricks::Tower tower = load_operand(given, streams);
    const auto moving = std::count_if(tower.bodies.begin(), tower.bodies.end(),
                                      [](const bricks::Body& body) { return !body.fixed; });
    require_printable(steps, given.count("--every"), static_cast<std::size_t>(moving));
    Motion motion(tower, given);
    std::vector<std::string> warnings;
    if (given.text("--model") != "rigid" && given.text("--length") == "penalty")
        warnings.push_back(
            "--length penalty: the bars are soft, and how soft depends on the masses and on dt; "
            "accelerations are wrong from the first step on [ROTE-8.4]");
    if (const std::string warning = bricks::step_warning(tower, given.number("--dt")); !warning.empty())
        warnings.push_back(warning);
    print_warnings(warnings, streams);
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
