#include <algorithm>
#include <optional>

#include "collapse_motion.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/tower.h"
#include "restraint/io/command/command.h"
#include "restraint/io/pictures/picture.h"
#include "restraint/io/text/tower_file.h"

namespace restraint::io {

namespace {

/// A row for each body that is not fixed, counted from 0, and an empty line, so that gnuplot takes the moment
/// as a block.
void print_states(Rows& rows, const CollapseMotion& motion) {
    std::size_t brick = 0;
    for (const bricks::Body& body : motion.tower().bodies)
        if (!body.fixed)
            rows.line(motion.time(), std::to_string(brick++), body.pose.position, body.pose.angle,
                      body.velocity.linear, body.velocity.angular);
    rows.end_block(0);
}

/// A row for each contact that pushed, and an empty line.
void print_forces(Rows& rows, const CollapseMotion& motion, const bricks::StepReport& report) {
    const bricks::Tower& tower = motion.tower();
    for (const bricks::ContactForce& c : report.contacts)
        rows.line(motion.time(), part_name(tower, c.a), part_name(tower, c.b), c.point, c.normal, c.force);
    rows.end_block(0);
}

/// The deepest overlap and the largest residual of a motion so far. The first overlap above the limit of
/// bricks::overlap_warning is told at once, the deepest at the end.
struct Faults {
    double depth = 0.0, residual = 0.0;
    bool has_warned = false;
    std::vector<std::string> last_warning;

    void add(const bricks::StepReport& report, const CollapseMotion& motion, Progress& progress,
             const Streams& streams) {
        residual = std::max(residual, report.residual);
        if (report.deepest.depth <= depth) return;
        depth = report.deepest.depth;
        const std::string warning = bricks::overlap_warning(motion.tower(), report.deepest, motion.time());
        if (warning.empty()) return;
        progress.clear();
        if (has_warned) last_warning = {warning};
        else print_warnings({warning}, streams);
        has_warned = true;
    }
};

std::string saved_state(const CollapseMotion& motion, const Arguments& given, const Streams& streams) {
    try {
        bricks::find_contacts(motion.tower());
    } catch (const std::invalid_argument& error) {  // overlap, or a pin that is torn
        print_warnings({std::string("the saved state will not read back: ") + error.what()}, streams);
    }
    return tower_text(motion.tower(), "the state at t = " + to_text(motion.time()) + " s of the " +
                                          tower_title(given) + ": " + settings_of(given));
}

/// Writes a motion down while it runs: rows to standard output, forces to their file; what the pictures need
/// is kept for the end.
void run_motion(CollapseMotion& motion, const Arguments& given, const Streams& streams) {
    OutputFiles files = open_outputs(given);
    if (given.has("--svg") || given.has("--html"))
        motion.record("The motion of the " + tower_title(given), settings_of(given));
    Progress progress(streams.program, streams.err, streams.patience);
    Rows rows(streams.out, {given.has("--csv"), "", 0, &progress});
    if (!given.has("--csv")) streams.out << header(settings_of(given), given, streams);
    rows.columns({"t[s]", "brick", "x[m]", "y[m]", "angle[rad]", "vx[m/s]", "vy[m/s]", "omega[rad/s]"});
    print_states(rows, motion);
    std::optional<Rows> forces;
    if (given.has("--forces")) {
        forces.emplace(rows.in(files.at("--forces").stream(), given.text("--forces")));
        forces->note("the force on a, mean over the step that ends at t");
        forces->columns({"t[s]", "a", "b", "x[m]", "y[m]", "nx[1]", "ny[1]", "force[N]"});
    }
    const double start_energy = bricks::energy(motion.tower()).total();
    double end_energy = start_energy;
    Faults faults;
    for (std::size_t done = 1; done <= motion.steps(); ++done) {
        const bricks::StepReport report = motion.step();
        if (done % given.count("--every") == 0 || done == motion.steps()) {
            print_states(rows, motion);
            if (forces) print_forces(*forces, motion, report);
        }
        faults.add(report, motion, progress, streams);
        end_energy = report.energy.total();
        rows.progress(done, motion.steps());
    }
    print_warnings(faults.last_warning, streams);
    rows.note(std::to_string(motion.steps()) + " steps; deepest overlap " + to_text(faults.depth) +
              " m; energy " + to_text(start_energy) + " J at the start, " + to_text(end_energy) +
              " J at the end; worst residual " + to_text(faults.residual));
    if (!given.has("--csv")) streams.out << tolerances_line(motion.tower());
    require_written(streams.out);
    for (auto& [option, file] : files) {
        if (option == "--svg") file.stream() << film_strip(motion.film(), camera_by_name("top"));
        if (option == "--html") file.stream() << player_page({motion.film()});
        if (option == "--save") file.stream() << saved_state(motion, given, streams);
        file.finish();
    }
}

int run_collapse(const Arguments& given, const Streams& streams) {
    require_combination(given);
    const std::size_t steps = step_count(given.number("--time"), given.number("--dt"));
    const bricks::Tower tower = load_operand(given, streams);
    const auto moving = std::count_if(tower.bodies.begin(), tower.bodies.end(),
                                      [](const bricks::Body& body) { return !body.fixed; });
    require_printable(steps, given.count("--every"), static_cast<std::size_t>(moving));
    CollapseMotion motion(tower, given);
    std::vector<std::string> warnings = bricks::find_contacts(tower).warnings;
    if (given.text("--model") != "rigid" && given.text("--length") == "penalty")
        warnings.push_back(
            "--length penalty: the bars are soft, and how soft depends on the masses and on dt; "
            "accelerations are wrong from the first step on [ROTE-8.4]");
    if (const std::string warning = bricks::step_warning(tower, given.number("--dt")); !warning.empty())
        warnings.push_back(warning);
    print_warnings(warnings, streams);
    run_motion(motion, given, streams);
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
        "collapse", "the motion of the tower from the state in the file",
        "Prints rows `t brick x y angle vx vy omega` at t = 0, at every K-th of the round(T/S) steps,\n"
        "and at the last; brick is the place in the file, from 0, fixed ones not counted. An output file\n"
        "appears under its name only when it is complete.\n",
        options, run_collapse};
}

}  // namespace restraint::io
