#include <cmath>
#include <ostream>

#include "restraint/bricks/framework.h"
#include "restraint/bricks/margin.h"
#include "restraint/bricks/shape.h"
#include "restraint/bricks/stability.h"
#include "restraint/io/command.h"
#include "restraint/io/command_parts.h"
#include "restraint/io/number.h"
#include "restraint/io/output_file.h"
#include "restraint/io/stability_picture.h"

namespace restraint::io {

namespace {

/// A force, or `unbounded`.
void add_force(RowText& row, double force) {
    if (std::isinf(force)) row.word("unbounded");
    else row.number(force);
}

void print_forces(const bricks::Tower& tower, const bricks::Stability& stability,
                  const std::vector<bricks::ForceRange>& ranges, const Streams& streams) {
    streams.out << "# contact A B x[m] y[m] nx ny force[N]"
                << (ranges.empty() ? "" : " force_min[N] force_max[N]")
                << ": the force on A, along the normal\n";
    for (std::size_t k = 0; k < stability.contacts.size(); ++k) {
        const bricks::Contact& contact = stability.contacts[k];
        RowText row("contact");
        row.word(bricks::part_name(tower, contact.a)).word(bricks::part_name(tower, contact.b));
        row.vector(contact.point).vector(contact.normal).number(stability.forces[k]);
        if (!ranges.empty()) {
            add_force(row, ranges[k].least);
            add_force(row, ranges[k].greatest);
        }
        streams.out << row.line();
    }
    print_pins(tower, stability.pin_forces, streams);
}

void print_motion(const bricks::Tower& tower, const bricks::Stability& stability, const Streams& streams) {
    streams.out << "# motion BODY vx[m/s] vy[m/s] omega[rad/s]: how it starts to fall; no contact closes, "
                   "and gravity "
                   "does work\n";
    for (std::size_t i = 0; i < tower.bodies.size(); ++i)
        if (!tower.bodies[i].fixed)
            streams.out << RowText("motion").word(tower.bodies[i].name).motion(stability.motion[i]).line();
    streams.out << "# power: work of gravity under it, over the weight\n"
                << RowText("power").number(stability.power).line()
                << "# reach: no forces up to so many weights balance the tower; inf: none at all\n"
                << RowText("reach").number(stability.reach).line();
}

/// A framework of bars balances just as the brick that it stands for; but only rectangles have one.
void require_model(const bricks::Tower& tower, bricks::Model model) {
    if (model != bricks::Model::rigid) bricks::make_framework(tower, model, bricks::Bars::minimal);
}

void require_proof(bool found, const std::string& what) {
    require_optimal(found ? optimize::Status::optimal : optimize::Status::numerical, what);
}

int run_stability(const Arguments& given, const Streams& streams) {
    const bricks::Tower tower = load_operand(given, streams);
    require_solvable(given, tower);
    const bricks::Stability stability = about_file(given, [&] {
        require_model(tower, model_of(given));
        return bricks::stability(tower);
    });
    print_warnings("stability", stability.warnings, streams);
    require_proof(stability.verdict != bricks::Verdict::numerical, "the verdict");
    const bricks::Margin margin = bricks::margin(tower, stability);
    const bool stable = stability.verdict == bricks::Verdict::stable,
               ask_ranges = stable && given.has("--force-range");
    std::vector<bricks::ForceRange> ranges;
    if (ask_ranges) ranges = bricks::force_ranges(tower, stability);

    const std::string verdict = stable ? "stable" : "unstable";
    if (given.has("--svg"))
        write_file(given.text("--svg"), stability_picture("The " + tower_title(given) + " is " + verdict,
                                                          tower, stability, ranges));
    streams.out << header("stability", "are there contact forces that balance gravity on every body?", given)
                << "verdict " << verdict << "\n"
                << margin_line(margin);
    if (margin.kind == bricks::Margin::Kind::finite &&
        std::abs(margin.value) <= bricks::nearly_balanced * bricks::mean_size(tower))
        streams.out << "# nearly balanced: first order cannot decide\n";
    if (stable) print_forces(tower, stability, ranges, streams);
    else print_motion(tower, stability, streams);
    streams.out << RowText("residual").number(stability.residual).line() << tolerances_line(tower);
    require_proof(!ask_ranges || ranges.size() == stability.contacts.size(), "the force ranges");
    return stable ? answered : says_no;
}

}  // namespace

Subcommand stability_command() {
    return {
        "stability",
        "FILE",
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

}  // namespace restraint::io
