#include "restraint/io/motion_text.h"

#include "restraint/bricks/shape.h"
#include "restraint/io/number.h"

namespace restraint::io {

namespace {

/// A name as a field of comma-separated values: in quotes if a comma or a quote is in it.
std::string csv_field(const std::string& name) {
    if (name.find_first_of(",\"") == std::string::npos) return name;
    std::string field = "\"";
    for (const char c : name) field += c == '"' ? std::string("\"\"") : std::string(1, c);
    return field + "\"";
}

}  // namespace

std::string MotionText::row(const std::vector<std::string>& words) const {
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) line += comma_separated_ ? "," : " ";
        line += comma_separated_ ? csv_field(word) : word;
    }
    return line + "\n";
}

std::string MotionText::heading(const std::vector<std::string>& columns) const {
    return (comma_separated_ ? "" : "# ") + row(columns);
}

std::string MotionText::state_heading() const {
    return heading({"t[s]", "brick", "x[m]", "y[m]", "angle[rad]", "vx[m/s]", "vy[m/s]", "omega[rad/s]"});
}

std::string MotionText::states(double t, const bricks::Tower& tower) const {
    std::string text;
    std::size_t brick = 0;
    for (const bricks::Body& body : tower.bodies) {
        if (body.fixed) continue;
        const Vec2 at = body.pose.position, v = body.velocity.linear;
        text += row({to_text(t), std::to_string(brick++), to_text(at.x), to_text(at.y),
                     to_text(body.pose.angle), to_text(v.x), to_text(v.y), to_text(body.velocity.angular)});
    }
    return text + (comma_separated_ ? "" : "\n");
}

std::string MotionText::force_heading() const {
    return (comma_separated_ ? "" : "# the force on a, mean over the step that ends at t\n") +
           heading({"t[s]", "a", "b", "x[m]", "y[m]", "nx", "ny", "force[N]"});
}

std::string MotionText::forces(double t, const bricks::Tower& tower, const bricks::StepReport& report) const {
    std::string text;
    for (const bricks::ContactForce& contact : report.contacts)
        text += row({to_text(t), bricks::part_name(tower, contact.a), bricks::part_name(tower, contact.b),
                     to_text(contact.point.x), to_text(contact.point.y), to_text(contact.normal.x),
                     to_text(contact.normal.y), to_text(contact.force)});
    return text + (comma_separated_ ? "" : "\n");
}

}  // namespace restraint::io
