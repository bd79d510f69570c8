#include "restraint/io/text/program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <limits>
#include <new>
#include <ostream>

#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

int run_program(const std::string& name, std::ostream& out, std::ostream& err,
                const std::function<int()>& body) {
    const auto end = [&](int status, const std::string& message, bool tell_more = false) {
        err << name << ": " << message << (tell_more ? " (" + name + " --help tells more)" : "") << "\n";
        return status;
    };
    errno = 0;
    try {
        const int status = body();
        require_written(out);
        return status;
    } catch (const UsageError& error) {
        return end(bad_usage, error.what(), true);
    } catch (const FileError& error) {
        err << error.what() << "\n";
        return bad_usage;
    } catch (const ClosedPipe&) {
        return answered;
    } catch (const OutputError& error) {
        return end(not_written, error.what());
    } catch (const std::runtime_error& error) {  // GaveUp, or a motion that a chapter cannot go on with
        out.flush();
        return end(gave_up, error.what());
    } catch (const std::length_error& error) {  // a heap of more bodies than are solved at once
        return end(gave_up, std::string("the solver gave up beforehand: ") + error.what());
    } catch (const std::invalid_argument& error) {  // a value that a chapter refuses
        return end(bad_usage, error.what(), true);
    } catch (const std::bad_alloc&) {
        return end(gave_up, "out of memory");
    }
}

void require_written(std::ostream& out, const std::string& what) {
    if (out) {  // else errno still tells why
        errno = 0;
        out.flush();
    }
    if (out) return;
    const int error = errno;
    if (error == EPIPE) throw ClosedPipe(what);
    throw OutputError(what + " could not be written" + reason(error));
}

void ignore_closed_pipes() { std::signal(SIGPIPE, SIG_IGN); }

Progress::Progress(std::string name, std::ostream& err, double patience)
    : name_(std::move(name)), err_(err), next_(patience) {}

void Progress::show(std::size_t done, std::size_t all, const char* units) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (seconds < next_) return;
    next_ = std::max(next_, seconds) + 0.5;
    const std::string line = name_ + ": " + std::to_string(done) + " of " + std::to_string(all) + " " +
                             units + ", " + std::to_string(std::lround(seconds)) + " s";
    clear();
    err_ << line << std::flush;
    shown_ = line.size();
}

void Progress::clear() {
    if (shown_ > 0) err_ << "\r" << std::string(shown_, ' ') << "\r" << std::flush;
    shown_ = 0;
}

double patience_of_terminal() {
    return isatty(STDERR_FILENO) != 0 ? 2.0 : std::numeric_limits<double>::infinity();
}

std::size_t step_count(double time, double step) {
    const double steps = std::round(time / step);
    if (!(steps >= 1.0) && time != 0.0)
        throw UsageError("a time of " + to_text(time) + " s has no step of " + to_text(step) + " s");
    if (steps > 1e9) throw UsageError("more than 10^9 steps: a larger step or a shorter time is needed");
    return static_cast<std::size_t>(steps);
}

void require_printable(std::size_t steps, std::size_t every, std::size_t rows) {
    const std::size_t moments = 1 + (steps + every - 1) / every;
    if (moments * rows > 100'000'000)
        throw UsageError(
            std::to_string(moments * rows) +
            " rows would be printed, more than 10^8: a shorter --time or a larger --every is needed");
}

}  // namespace restraint::io
