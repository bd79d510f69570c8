#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "restraint/io/errors.h"

namespace restraint::io {

/// Runs the body of a program, turns what it throws into one line on `err` and the exit status that belongs
/// to it, and sees to it that all results have reached `out`. `name` stands before the messages, and names
/// the program whose `--help` tells more.
int run_program(const std::string& name, std::ostream& out, std::ostream& err,
                const std::function<int()>& body);

/// Throws OutputError if what was written to `out` did not arrive; `what` names it in the message.
void require_written(std::ostream& out, const std::string& what = "standard output");

/// After this, writing to a pipe that nobody reads is an OutputError and does not kill the process.
void ignore_closed_pipes();

/// The number of steps of a motion, round(time / step); 0 only for a time of 0. Throws UsageError if there
/// are more than 10^9, or a time above 0 has none.
std::size_t step_count(double time, double step);

}  // namespace restraint::io
