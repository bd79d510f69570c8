#include <filesystem>

#include "restraint/bricks/heaps.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/io/command/command.h"
#include "restraint/io/text/tower_file.h"
#include "restraint/version.h"

namespace restraint::io {

namespace {

std::vector<Subcommand> subcommands() {
    return {stability_command(), accelerate_command(), impact_command(), collapse_command(),
            compare_command(),   tower_command(),      lp_command(),     qp_command()};
}

/// `restraint --help`
std::string overview() {
    std::string text =
        "usage: restraint COMMAND ...\n"
        "How towers of frictionless bricks stand and fall: the true motion is the admissible one\n"
        "closest to the free one.\n\n";
    for (const Subcommand& subcommand : subcommands())
        text += help_line(subcommand.name + " " + subcommand.operands, subcommand.phrase, 24);
    return text +
           "\n`restraint COMMAND --help` tells more of each; - as FILE is standard input.\n"
           "Exit status: 0 answered, 1 unstable or methods differ, 2 bad usage or input,\n"
           "3 the solver gave up, 4 an output could not be written.\n";
}

int run_subcommand(const Subcommand& subcommand, const std::vector<std::string>& arguments,
                   const Streams& streams) {
    std::vector<Option> options = subcommand.options;
    options.insert(options.end(), common_options.begin(), common_options.end());
    const Arguments given = parse_arguments(options, arguments);
    const std::string usage = "usage: restraint " + subcommand.name + " " + subcommand.operands +
                              " [options]\n" + subcommand.phrase + ".\n\n" + subcommand.details + "\n";
    if (tells_of_itself(given, usage, "restraint", streams.out)) return answered;
    try {
        return subcommand.run(given, streams);
    } catch (const std::invalid_argument& error) {  // what a chapter refuses in a file
        if (subcommand.operands != "FILE") throw;
        throw FileError(file_operand(given) + ": " + error.what());
    }
}

}  // namespace

const std::string& file_operand(const Arguments& given) {
    if (given.operands.empty()) throw UsageError("FILE is missing");
    if (given.operands.size() > 1)
        throw UsageError("unexpected " + in_quotes(given.operands[1]) + " after FILE");
    if (given.operands[0].empty()) throw UsageError("FILE: \"\" is not the name of a file");
    return given.operands[0];
}

int run_command(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                std::ostream& err, double patience) {
    const std::vector<Subcommand> all = subcommands();
    std::string name = "restraint";
    return run_program(name, out, err, [&]() -> int {
        if (arguments.empty()) throw UsageError("a command is missing");
        if (!is_option(arguments[0])) {
            const Subcommand& chosen =
                find_named(all, arguments[0], "there is no command", "COMMAND is one of");
            name += " " + chosen.name;
            return run_subcommand(chosen, {arguments.begin() + 1, arguments.end()},
                                  {in, out, err, patience, name});
        }
        const Arguments given = parse_arguments(common_options, arguments);
        if (!given.operands.empty()) throw UsageError("the command stands before the options");
        out << (given.has("--help") ? overview() : "restraint " RESTRAINT_VERSION "\n");
        return answered;
    });
}

bricks::Tower load_operand(const Arguments& arguments, const Streams& streams) {
    const bricks::Tower tower = load_tower(file_operand(arguments), streams.in);
    const bricks::Touching touching = bricks::find_contacts(tower);
    // throws if too many bricks hang together
    bricks::heaps(bricks::formulation({tower}, touching.contacts, bricks::Unknown::velocities));
    return tower;
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
    return static_cast<bricks::Model>(arguments.choice("--model"));
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

void print_warnings(const std::vector<std::string>& warnings, const Streams& streams) {
    for (const std::string& warning : warnings)
        streams.err << streams.program << ": warning: " << warning << "\n";
}

std::string margin_line(const bricks::Margin& margin) {
    const std::string words[]{to_text(margin.value + 0.0), "none", "unbounded", "unknown"};  // by kind
    return text_line(' ', "margin", words[static_cast<std::size_t>(margin.kind)]);
}

void require_optimal(optimize::Status status, const std::string& what) {
    if (status != optimize::Status::optimal)
        throw GaveUp("the solver gave up on " + what + ": " + optimize::to_string(status));
}

}  // namespace restraint::io
