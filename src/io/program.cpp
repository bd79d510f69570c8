#include "restraint/io/program.h"

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <new>
#include <ostream>

#include "restraint/io/number.h"

namespace restraint::io {

int run_program(const std::string& name, std::ostream& out, std::ostream& err,
                const std::function<int()>& body) {
    errno = 0;
    try {
        const int status = body();
        require_written(out);
        return status;
    } catch (const UsageError& error) {
        err << name << ": " << error.what() << " (" << name << " --help tells more)\n";
        return bad_usage;
    } catch (const FileError& error) {
        err << error.what() << "\n";
        return bad_usage;
    } catch (const OutputError& error) {
        err << name << ": " << error.what() << "\n";
        return not_written;
    } catch (const std::runtime_error& error) {  // GaveUp, or a motion that a chapter cannot go on with
        out.flush();
        err << name << ": " << error.what() << "\n";
        return gave_up;
    } catch (const std::invalid_argument& error) {  // a value that a chapter refuses
        err << name << ": " << error.what() << " (" << name << " --help tells more)\n";
        return bad_usage;
    } catch (const std::bad_alloc&) {
        err << name << ": out of memory\n";
        return gave_up;
    }
}

void require_written(std::ostream& out, const std::string& what) {
    if (out) {  // else errno still tells why
        errno = 0;
        out.flush();
    }
    if (out) return;
    throw OutputError(what + " could not be written" +
                      (errno ? std::string(": ") + std::strerror(errno) : ""));
}

void ignore_closed_pipes() {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
}

std::size_t step_count(double time, double step) {
    const double steps = std::round(time / step);
    if (!(steps >= 1.0) && time != 0.0)
        throw UsageError("a time of " + to_text(time) + " s has no step of " + to_text(step) + " s");
    if (steps > 1e9) throw UsageError("more than 10^9 steps: a larger step or a shorter time is needed");
    return static_cast<std::size_t>(steps);
}

}  // namespace restraint::io
