#pragma once

#include <string>

#include "restraint/bricks/margin.h"
#include "restraint/bricks/rows.h"
#include "restraint/bricks/tower.h"
#include "restraint/io/text/options.h"
#include "restraint/io/text/rows.h"
#include "restraint/optimize/problem.h"

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
    std::string phrase;           // what it does, for the overview
    std::string details;          // what its own --help adds
    std::vector<Option> options;  // without --help and --version, which all have
    std::function<int(const Arguments&, const Streams&)> run;
    std::string operands = "FILE";  // as usage shows them
};

/// They stand in src/io/command: those of one moment, stability, accelerate and impact, in one source.
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

// What several of the commands share.

/// The only operand. Throws UsageError if there is none, or more.
const std::string& file_operand(const Arguments& arguments);

/// The tower in that file. Throws std::length_error, with their number, if more bodies hang together than are
/// solved at once.
bricks::Tower load_operand(const Arguments& arguments, const Streams& streams);

/// The tower as titles call it: "tower diamond_5", "tower from standard input".
std::string tower_title(const Arguments& arguments);

/// --model, and its value.
Option model_option();
bricks::Model model_of(const Arguments& arguments);

/// The header of an output: "# restraint NAME FILE" with the given options, and what is printed.
std::string header(const std::string& phrase, const Arguments& arguments, const Streams& streams);

/// The last line of an output: the tolerances of geometry that the answer rests on.
std::string tolerances_line(const bricks::Tower& tower);

/// Prints warnings to the messages.
void print_warnings(const std::vector<std::string>& warnings, const Streams& streams);

/// `margin M`, or `none`, `unbounded`; `unknown` if the solver gave up on it.
std::string margin_line(const bricks::Margin& margin);

/// Throws GaveUp, `the solver gave up on WHAT: STATUS`, if the status is not `optimal`.
void require_optimal(optimize::Status status, const std::string& what);

}  // namespace restraint::io
