#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

#include "restraint/io/text/errors.h"

namespace restraint::io {

/// Runs the body of a program, turns what it throws into one line on `err` and the exit status that belongs
/// to it, and sees to it that all results have reached `out`. `name` stands before the messages, and names
/// the program whose `--help` tells more.
int run_program(const std::string& name, std::ostream& out, std::ostream& err,
                const std::function<int()>& body);

/// Throws OutputError if what was written to `out` did not arrive; `what` names it in the message. Throws
/// ClosedPipe instead if nobody reads there any more.
void require_written(std::ostream& out, const std::string& what = "standard output");

/// After this, writing to a pipe that nobody reads is a ClosedPipe and does not kill the process, which then
/// takes its unfinished files away.
void ignore_closed_pipes();

/// A line on a terminal that says how far a long piece of work is: "hybrid: 120 of 300 frames, 12 s".
class Progress {
  public:
    /// name: the program's. patience: the seconds before the first line is shown; infinity: none is ever
    /// shown (`err` is a file).
    Progress(std::string name, std::ostream& err, double patience);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `done` of `all` units ("steps") are done: renews the line, twice a second at most.
    void show(std::size_t done, std::size_t all, const char* units);
    /// Takes the line away, so that results may be printed where it stood.
    void clear();

  private:
    std::string name_;
    std::ostream& err_;
    double next_;  // seconds from the start to the next line
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::size_t shown_ = 0;  // characters of the line that is on the terminal
};

/// How long Progress waits on standard error: 2 s on a terminal, else infinitely.
double patience_of_terminal();

/// The number of steps of a motion, round(time / step); 0 only for a time of 0. Throws UsageError if there
/// are more than 10^9, or a time above 0 has none.
std::size_t step_count(double time, double step);

/// Throws UsageError, which gives their number, if the rows to be printed at 0, at every `every`-th of the
/// steps and at the last, `rows` each time, are more than 10^8.
void require_printable(std::size_t steps, std::size_t every, std::size_t rows);

}  // namespace restraint::io
