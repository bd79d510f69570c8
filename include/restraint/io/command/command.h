#pragma once

#include <functional>
#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

#include "restraint/io/text/options.h"

namespace restraint::io {

/// Where a command reads and writes.
struct Streams {
    std::istream& in;
    std::ostream& out;    // results
    std::ostream& err;    // messages
    double patience;      // see Progress
    std::string program;  // "restraint collapse", for messages
};

/// One of the commands behind `restraint`.
struct Subcommand {
    std::string name;
    std::string operands;         // as usage shows them: "FILE", of which messages speak
    std::string phrase;           // what it does, for the overview
    std::string details;          // more of that, for its own --help
    std::vector<Option> options;  // without --help and --version, which all have
    std::function<int(const Arguments&, const Streams&)> run;
};

/// They stand in src/io/command_NAME.cpp.
Subcommand accelerate_command();
Subcommand collapse_command();
Subcommand compare_command();
Subcommand impact_command();
Subcommand lp_command();
Subcommand qp_command();
Subcommand stability_command();
Subcommand tower_command();

/// The command `restraint` with the arguments behind its name; returns the exit status (errors.h). Work of
/// more than `patience` seconds shows a line of Progress on `err`.
int run_command(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                std::ostream& err, double patience = std::numeric_limits<double>::infinity());

/// Throws UsageError if there is not exactly one operand; returns it.
const std::string& single_operand(const Arguments& arguments, const std::string& meaning);

}  // namespace restraint::io
