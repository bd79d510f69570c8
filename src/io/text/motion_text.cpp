#include "restraint/io/text/motion_text.h"

#include "restraint/bricks/shape.h"
#include "restraint/io/text/text_row.h"

namespace restraint::io {

namespace {

bool is_csv(char separator) { return separator == ','; }

std::string heading(char separator, const std::vector<std::string>& columns) {
    TextRow row(separator);
    for (const std::string& column : columns) row << column;
    return (is_csv(separator) ? "" : "# ") + row.line();
}

}  // namespace

std::string state_heading(char separator) {
    return heading(separator,
                   {"t[s]", "brick", "x[m]", "y[m]", "angle[rad]", "vx[m/s]", "vy[m/s]", "omega[rad/s]"});
}

std::string states(char separator, double t, const bricks::Tower& tower) {
    std::string text;
    std::size_t brick = 0;
    for (const bricks::Body& body : tower.bodies) {
        if (body.fixed) continue;
        TextRow row(separator);
        row << t << std::to_string(brick++) << body.pose.position << body.pose.angle << body.velocity.linear
            << body.velocity.angular;
        text += row.line();
    }
    return text + (is_csv(separator) ? "" : "\n");
}

std::string force_heading(char separator) {
    return (is_csv(separator) ? "" : "# the force on a, mean over the step that ends at t\n") +
           heading(separator, {"t[s]", "a", "b", "x[m]", "y[m]", "nx", "ny", "force[N]"});
}

std::string forces(char separator, double t, const bricks::Tower& tower, const bricks::StepReport& report) {
    std::string text;
    for (const bricks::ContactForce& contact : report.contacts) {
        TextRow row(separator);
        row << t << part_name(tower, contact.a) << part_name(tower, contact.b) << contact.point
            << contact.normal << contact.force;
        text += row.line();
    }
    return text + (is_csv(separator) ? "" : "\n");
}

}  // namespace restraint::io
