#include <algorithm>
#include <ostream>

#include "restraint/io/command/command.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/program.h"
#include "restraint/version.h"

namespace restraint::io {

namespace {

std::vector<Subcommand> subcommands() {
    return {stability_command(), accelerate_command(), impact_command(), collapse_command(),
            compare_command(),   tower_command(),      lp_command(),     qp_command()};
}

const std::vector<Option> common_options{{"--help", "", "", "this text"},
                                         {"--version", "", "", "the version"}};

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.resize(width, ' ');
    return text;
}

/// `restraint --help`
std::string overview() {
    std::string text =
        "usage: restraint COMMAND ...\n"
        "How towers of frictionless bricks stand and fall: the true motion is the admissible one closest to "
        "the\n"
        "free one.\n\n";
    for (const Subcommand& subcommand : subcommands())
        text +=
            "  " + padded(subcommand.name + " " + subcommand.operands, 22) + "  " + subcommand.phrase + "\n";
    return text +
           "\n`restraint COMMAND --help` tells more of each; - as FILE is standard input.\n"
           "Exit status: 0 answered, 1 unstable or methods differ, 2 bad usage or input, 3 the solver gave "
           "up,\n"
           "4 an output could not be written.\n";
}

/// `restraint COMMAND --help`
std::string usage(const Subcommand& subcommand, const std::vector<Option>& options) {
    return "usage: restraint " + subcommand.name + " " + subcommand.operands + " [options]\n" +
           subcommand.phrase + ".\n\n" + subcommand.details + "\n" + describe(options);
}

int run_subcommand(const Subcommand& subcommand, const std::vector<std::string>& arguments,
                   const Streams& streams) {
    std::vector<Option> options = subcommand.options;
    options.insert(options.end(), common_options.begin(), common_options.end());
    const Arguments given = parse_arguments(options, arguments);
    if (given.has("--help")) {
        streams.out << usage(subcommand, options);
        return answered;
    }
    if (given.has("--version")) {
        streams.out << "restraint " << RESTRAINT_VERSION << "\n";
        return answered;
    }
    try {
        return subcommand.run(given, streams);
    } catch (const std::invalid_argument& error) {  // what a chapter refuses in a file
        if (subcommand.operands != "FILE") throw;
        throw FileError(single_operand(given, "FILE") + ": " + error.what());
    }
}

}  // namespace

const std::string& single_operand(const Arguments& arguments, const std::string& meaning) {
    if (arguments.operands.empty()) throw UsageError(meaning + " is missing");
    if (arguments.operands.size() > 1)
        throw UsageError("unexpected " + in_quotes(arguments.operands[1]) + " after " + meaning);
    if (arguments.operands[0].empty()) throw UsageError(meaning + ": \"\" is not the name of a file");
    return arguments.operands[0];
}

int run_command(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                std::ostream& err, double patience) {
    const std::vector<Subcommand> all = subcommands();
    const bool is_known = !arguments.empty() &&
                          std::any_of(all.begin(), all.end(),
                                      [&](const Subcommand& known) { return known.name == arguments[0]; });
    const std::string name = is_known ? "restraint " + arguments[0] : "restraint";
    const Streams streams{in, out, err, patience, name};
    return run_program(name, out, err, [&]() -> int {
        if (arguments.empty()) throw UsageError("a command is missing");
        if (!arguments[0].starts_with('-'))
            return run_subcommand(find_named(all, arguments[0], "there is no command", "COMMAND is one of"),
                                  {arguments.begin() + 1, arguments.end()}, streams);
        const Arguments given = parse_arguments(common_options, arguments);
        if (!given.operands.empty()) throw UsageError("the command stands before the options");
        if (given.has("--help")) out << overview();
        else out << "restraint " << RESTRAINT_VERSION << "\n";
        return answered;
    });
}

}  // namespace restraint::io
