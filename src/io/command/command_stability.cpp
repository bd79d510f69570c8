#include <cmath>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/framework.h"
#include "restraint/io/command/command.h"
#include "restraint/io/pictures/tower_pictures.h"

namespace restraint::io {

namespace {

/// `contact A B x y nx ny`, to which the force is added.
TextRow contact_row(const bricks::Tower& tower, const bricks::Contact& contact) {
    return TextRow() << "contact" << part_name(tower, contact.a) << part_name(tower, contact.b)
                     << contact.point << contact.normal;
}

/// Prints `KEYWORD NAME x y angle` for each body that is not fixed: accelerations or velocities.
void print_motions(const std::string& keyword, const bricks::Tower& tower,
                   const std::vector<bricks::Motion>& motions, const Streams& streams) {
    for (std::size_t i = 0; i < tower.bodies.size(); ++i)
        if (!tower.bodies[i].fixed)
            streams.out << text_line(' ', keyword, tower.bodies[i].name, motions[i].linear,
                                     motions[i].angular);
}

/// Prints `pin A B x y fx fy`, the force on A, for each pin, after a line that says so.
void print_pins(const bricks::Tower& tower, const std::vector<Vec2>& forces, const Streams& streams) {
    if (tower.pins.empty()) return;
    streams.out << "# pin A B x[m] y[m] fx[N] fy[N]: the force on A\n";
    for (std::size_t k = 0; k < tower.pins.size(); ++k) {
        const bricks::Pin& pin = tower.pins[k];
        const bricks::Body &a = tower.bodies[pin.a], &b = tower.bodies[pin.b];
        streams.out << text_line(' ', "pin", a.name, b.name, world_vertex(a, pin.vertex_a), forces[k]);
    }
}

void print_forces(const bricks::Tower& tower, const bricks::Stability& stability,
                  const std::vector<bricks::ForceRange>& ranges, const Streams& streams) {
    streams.out << "# contact A B x[m] y[m] nx[1] ny[1] force[N]"
                << (ranges.empty() ? "" : " force_min[N] force_max[N]")
                << ": the force on A, along the normal\n";
    for (std::size_t k = 0; k < stability.contacts.size(); ++k) {
        TextRow row = contact_row(tower, stability.contacts[k]) << stability.forces[k];
        if (!ranges.empty())
            for (const double force : {ranges[k].least, ranges[k].greatest})
                row << (std::isinf(force) ? "unbounded" : to_text(force + 0.0));
        streams.out << row.line();
    }
    print_pins(tower, stability.pin_forces, streams);
}

void print_motion(const bricks::Tower& tower, const bricks::Stability& stability, const Streams& streams) {
    streams.out << "# motion BODY vx[m/s] vy[m/s] omega[rad/s]: how it starts to fall; no contact closes, "
                   "and gravity does work\n";
    print_motions("motion", tower, stability.motion, streams);
    streams.out << "# power: work of gravity under it, over the weight\n"
                << text_line(' ', "power", stability.power)
                << "# reach R: no forces up to R weights balance the tower; inf: no forces at all\n"
                << text_line(' ', "reach", stability.reach);
}

void require_proof(bool found, const std::string& what) {
    require_optimal(found ? optimize::Status::optimal : optimize::Status::numerical, what);
}

int run_stability(const Arguments& given, const Streams& streams) {
    const bricks::Tower tower = load_operand(given, streams);
    OutputFiles files = open_outputs(given);
    // A framework of bars balances just as the brick that it stands for; but only rectangles have one.
    if (model_of(given) != bricks::Model::rigid)
        bricks::make_framework(tower, model_of(given), bricks::Bars::minimal);
    const bricks::Stability stability = bricks::stability(tower);
    print_warnings(stability.warnings, streams);
    require_proof(stability.verdict != bricks::Verdict::numerical, "the verdict");
    const bricks::Margin margin = bricks::margin(tower, stability);
    const bool stable = stability.verdict == bricks::Verdict::stable,
               ask_ranges = stable && given.has("--force-range");
    std::vector<bricks::ForceRange> ranges;
    if (ask_ranges) ranges = bricks::force_ranges(tower, stability);

    const std::string verdict = stable ? "stable" : "unstable";
    for (auto& [option, picture] : files) {
        picture.stream() << stability_picture("The " + tower_title(given) + " is " + verdict, tower,
                                              stability, ranges);
        picture.finish();
    }
    streams.out << header("are there contact forces that balance gravity on every body?", given, streams)
                << "verdict " << verdict << "\n"
                << margin_line(margin);
    if (margin.kind == bricks::Margin::Kind::finite &&
        std::abs(margin.value) <= bricks::nearly_balanced * bricks::mean_size(tower))
        streams.out << "# nearly balanced: first order cannot decide\n";
    if (stable) print_forces(tower, stability, ranges, streams);
    else print_motion(tower, stability, streams);
    streams.out << text_line(' ', "residual", stability.residual) << tolerances_line(tower);
    require_proof(!ask_ranges || ranges.size() == stability.contacts.size(), "the force ranges");
    return stable ? answered : says_no;
}

int run_rates(const Arguments& given, const Streams& streams, bool is_impact) {
    const bricks::Tower tower = load_operand(given, streams);
    const bricks::Answer answer =
        is_impact ? bricks::impact(tower, model_of(given)) : bricks::accelerate(tower, model_of(given));
    print_warnings(answer.warnings, streams);
    require_optimal(answer.status, is_impact ? "the velocities" : "the accelerations");
    const std::string of_impact =
        "velocities after the inelastic collision of all that approaches\n"
        "# body NAME vx[m/s] vy[m/s] omega[rad/s]";
    const std::string of_acceleration =
        "how the motion starts, or goes on, from the velocities in the file\n"
        "# body NAME ax[m/s^2] ay[m/s^2] alpha[rad/s^2]\n"
        "# contact A B x[m] y[m] nx[1] ny[1] force[N] gap_acceleration[m/s^2] holds|lifts: the force on A, "
        "along "
        "the normal";
    streams.out << header(is_impact ? of_impact : of_acceleration, given, streams);
    print_motions("body", tower, answer.bodies, streams);
    for (std::size_t k = 0; k < answer.contacts.size() && !is_impact; ++k) {
        const bricks::ContactAnswer& row = answer.contacts[k];
        streams.out << (contact_row(tower, row.contact)
                        << row.force << row.gap_rate << (row.lifts ? "lifts" : "holds"))
                           .line();
    }
    if (!is_impact) print_pins(tower, answer.pin_forces, streams);
    streams.out << tolerances_line(tower);
    return answered;
}

}  // namespace

Subcommand stability_command() {
    return {
        "stability",
        "is the tower stable? The verdict and its proof",
        "Stable: contact forces that balance gravity on every body. Unstable (exit status 1): a motion\n"
        "under which no contact closes, and gravity does work. margin: by how much (m) every contact\n"
        "interval could be shortened at both ends; negative: must be lengthened; `unknown`, beside a\n"
        "verdict that is proved, if the solver gave up on it.\n",
        {model_option(),
         {"--force-range", "", "", "the least and the greatest force of each contact over all equilibria"},
         {"--svg", "FILE", "", "a picture of the forces, or of the motion"}},
        run_stability};
}

Subcommand accelerate_command() {
    return {"accelerate",
            "how a collapse starts: the acceleration of each body, the force of each contact",
            "The accelerations are the admissible ones nearest to gravity (Gauss 1829): no gap that is\n"
            "closed may have a negative second derivative. Velocities in the file count.\n",
            {model_option()},
            [](const Arguments& given, const Streams& streams) { return run_rates(given, streams, false); }};
}

Subcommand impact_command() {
    return {"impact",
            "the velocities after the inelastic collision of all that approaches",
            "The velocities are the admissible ones nearest to those in the file: no gap that is closed\n"
            "may have a negative first derivative.\n",
            {model_option()},
            [](const Arguments& given, const Streams& streams) { return run_rates(given, streams, true); }};
}

}  // namespace restraint::io
