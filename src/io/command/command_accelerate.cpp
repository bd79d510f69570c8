#include <ostream>

#include "restraint/bricks/collapse.h"
#include "restraint/io/command/command.h"

namespace restraint::io {

namespace {

int run_accelerate(const Arguments& given, const Streams& streams) {
    const bricks::Tower tower = load_operand(given, streams);
    const bricks::Answer answer = bricks::accelerate(tower, model_of(given));
    print_warnings(answer.warnings, streams);
    require_optimal(answer.status, "the accelerations");

    streams.out
        << header("how the motion starts, or goes on, from the velocities in the file", given, streams)
        << "# body NAME ax[m/s^2] ay[m/s^2] alpha[rad/s^2]\n"
           "# contact A B x[m] y[m] nx ny force[N] gap_acceleration[m/s^2] holds|lifts: the force on A, "
           "along the normal\n";
    print_motions("body", tower, answer.bodies, streams);
    for (const bricks::ContactAnswer& row : answer.contacts)
        streams.out << (contact_row(tower, row.contact)
                        << row.force << row.gap_rate << (row.lifts ? "lifts" : "holds"))
                           .line();
    print_pins(tower, answer.pin_forces, streams);
    streams.out << tolerances_line(tower);
    return answered;
}

int run_impact(const Arguments& given, const Streams& streams) {
    const bricks::Tower tower = load_operand(given, streams);
    const bricks::Answer answer = bricks::impact(tower, model_of(given));
    print_warnings(answer.warnings, streams);
    require_optimal(answer.status, "the velocities");

    streams.out << header("velocities after the inelastic collision of all that approaches", given, streams)
                << "# body NAME vx[m/s] vy[m/s] omega[rad/s]\n";
    print_motions("body", tower, answer.bodies, streams);
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
            run_accelerate};
}

Subcommand impact_command() {
    return {"impact",
            "FILE",
            "the velocities after the inelastic collision of all that approaches",
            "The velocities are the admissible ones nearest to those in the file: no gap that is closed may "
            "have a\n"
            "negative first derivative.\n",
            {model_option()},
            run_impact};
}

}  // namespace restraint::io
