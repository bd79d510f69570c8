#include "restraint/io/command/command_parts.h"

#include <array>
#include <filesystem>
#include <ostream>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/tower_file.h"

namespace restraint::io {

bricks::Tower load_operand(const Arguments& arguments, const Streams& streams) {
    return load_tower(single_operand(arguments, "FILE"), streams.in);
}

std::string shown_operand(const Arguments& arguments) {
    return arguments.operands[0] == "-" ? "standard input" : printable(arguments.operands[0]);
}

std::string tower_title(const Arguments& arguments) {
    const std::string& operand = arguments.operands[0];
    return "tower " + (operand == "-" ? "from standard input"
                                      : printable(std::filesystem::path(operand).stem().string()));
}

Option model_option() {
    return {"--model", "rigid|framework4|framework9", "",
            "a brick: three variables, or four or nine masses joined by bars"};
}

bricks::Model model_of(const Arguments& arguments) {
    constexpr std::array models{bricks::Model::rigid, bricks::Model::framework4, bricks::Model::framework9};
    return models[arguments.choice("--model")];
}

std::string header(const std::string& phrase, const Arguments& arguments, const Streams& streams) {
    std::string text = "# " + streams.program;
    for (const std::string& operand : arguments.operands) text += " " + printable(operand);
    for (const auto& [option, values] : arguments.values) {
        text += " " + option;
        for (const std::string& value : values) text += " " + printable(value);
    }
    return text + "\n# " + phrase + "\n";
}

std::string tolerances_line(const bricks::Tower& tower) {
    return "# tolerances of lengths, relative to the mean brick size of " +
           to_text(bricks::mean_size(tower)) + " m: touching " + to_text(bricks::touching_tolerance) +
           ", overlap refused " + to_text(bricks::overlap_tolerance) + ", gaps warned of " +
           to_text(bricks::near_gap) + "\n";
}

TextRow contact_row(const bricks::Tower& tower, const bricks::Contact& contact) {
    return TextRow() << "contact" << part_name(tower, contact.a) << part_name(tower, contact.b)
                     << contact.point << contact.normal;
}

void print_motions(const std::string& keyword, const bricks::Tower& tower,
                   const std::vector<bricks::Motion>& motions, const Streams& streams) {
    for (std::size_t i = 0; i < tower.bodies.size(); ++i)
        if (!tower.bodies[i].fixed)
            streams.out << (TextRow()
                            << keyword << tower.bodies[i].name << motions[i].linear << motions[i].angular)
                               .line();
}

void print_pins(const bricks::Tower& tower, const std::vector<Vec2>& forces, const Streams& streams) {
    if (tower.pins.empty()) return;
    streams.out << "# pin A B x[m] y[m] fx[N] fy[N]: the force on A\n";
    for (std::size_t k = 0; k < tower.pins.size(); ++k) {
        const bricks::Pin& pin = tower.pins[k];
        const bricks::Body& a = tower.bodies[pin.a];
        streams.out << (TextRow() << "pin" << a.name << tower.bodies[pin.b].name
                                  << world_vertex(a, pin.vertex_a) << forces[k])
                           .line();
    }
}

void print_warnings(const std::vector<std::string>& warnings, const Streams& streams) {
    for (const std::string& warning : warnings)
        streams.err << streams.program << ": warning: " << warning << "\n";
}

void require_solvable(const bricks::Tower& tower) {
    const bricks::Touching touching = bricks::find_contacts(tower);
    bricks::heaps(tower, touching.contacts, touching.corners);
}

std::string margin_line(const bricks::Margin& margin) {
    using Kind = bricks::Margin::Kind;
    TextRow row;
    row << "margin";
    if (margin.kind == Kind::finite) row << margin.value;
    if (margin.kind == Kind::none) row << "none";
    if (margin.kind == Kind::unbounded) row << "unbounded";
    if (margin.kind == Kind::numerical) row << "unknown";
    return row.line();
}

void require_optimal(optimize::Status status, const std::string& what) {
    if (status != optimize::Status::optimal)
        throw GaveUp("the solver gave up on " + what + ": " + optimize::to_string(status));
}

}  // namespace restraint::io
