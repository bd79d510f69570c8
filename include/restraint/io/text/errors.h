#pragma once

#include <stdexcept>

/// Chapter io: text in, text and pictures out, in three rooms.
///
/// text, text and files: errors.h (what can go wrong, and the exit status it gets), number.h (doubles as
/// text), files.h (whole files in and out), program.h (the frame of every program: errors, progress),
/// options.h (the options and operands of a program), rows.h (words and numbers as lines), scene_options.h
/// (the frame of every program in scenes/), tower_file.h (towers read and written), mps.h (linear and
/// quadratic programs as text).
///
/// pictures: svg.h (drawings), film.h (a motion as pictures need it, and the page that plays it), picture.h
/// (a moment, near bodies hiding far ones, and a strip of moments), tower_pictures.h (films of towers, and a
/// proof as a picture), space_film.h (films of worlds).
///
/// command, the program `restraint`: command.h (what it can do, and what several of its commands share),
/// sources command_NAME.cpp for its commands (accelerate and impact stand beside stability),
/// collapse_motion.h (the motion that the options choose).
namespace restraint::io {

/// Exit statuses of the command and of every scene.
enum ExitStatus {
    answered = 0,     // the question is answered
    says_no = 1,      // `stability` says unstable; `compare` finds a difference above its bound
    bad_usage = 2,    // bad option, bad input file
    gave_up = 3,      // the solver gave up, or the motion blew up
    not_written = 4,  // an output could not be written
};

/// An error that ends a program early; one type for each `What`. See run_program.
template <class What>
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// A bad option or operand; ends the program with status bad_usage.
using UsageError = Failure<class BadUsage>;
/// A bad input file, as `FILE:LINE: what is wrong`; ends the program with status bad_usage.
using FileError = Failure<class BadFile>;
/// A computation that has no good end, as "blew up at t = 1.5 s: ..."; ends the program with status gave_up.
using GaveUp = Failure<class NoAnswer>;
/// A full disk, a folder that may not be written; ends the program with status not_written.
using OutputError = Failure<class NotWritten>;
/// Nobody reads the results any more, as in `circle | head`; ends the program quietly, with status answered.
using ClosedPipe = Failure<class NoReader>;

}  // namespace restraint::io
