#include <ostream>

#include "restraint/bricks/collapse.h"
#include "restraint/io/command/command.h"

namespace restraint::io {

namespace {

int run(const Arguments& given, const Streams& streams, bool is_impact) {
    const bricks::Tower tower = load_operand(given, streams);
    const bricks::Answer answer =
        is_impact ? bricks::impact(tower, model_of(given)) : bricks::accelerate(tower, model_of(given));
    print_warnings(answer.warnings, streams);
    require_optimal(answer.status, is_impact ? "the velocities" : "the accelerations");
    if (is_impact)
        streams.out << header("velocities after the inelastic collision of all that approaches", given,
                              streams)
                    << "# body NAME vx[m/s] vy[m/s] omega[rad/s]\n";
    else
        streams.out
            << header("how the motion starts, or goes on, from the velocities in the file", given, streams)
            << "# body NAME ax[m/s^2] ay[m/s^2] alpha[rad/s^2]\n"
               "# contact A B x[m] y[m] nx ny force[N] gap_acceleration[m/s^2] holds|lifts: the force on A, "
               "along the normal\n";
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

Subcommand accelerate_command() {
    return {"accelerate",
            "FILE",
            "how a collapse starts: the acceleration of each body, the force of each contact",
            "The accelerations are the admissible ones nearest to gravity (Gauss 1829): no gap that is "
            "closed may\n"
            "have a negative second derivative. Velocities in the file count.\n",
            {model_option()},
            [](const Arguments& given, const Streams& streams) { return run(given, streams, false); }};
}

Subcommand impact_command() {
    return {"impact",
            "FILE",
            "the velocities after the inelastic collision of all that approaches",
            "The velocities are the admissible ones nearest to those in the file: no gap that is closed may "
            "have a\n"
            "negative first derivative.\n",
            {model_option()},
            [](const Arguments& given, const Streams& streams) { return run(given, streams, true); }};
}

}  // namespace restraint::io
