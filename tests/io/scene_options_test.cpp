#include "restraint/io/scene_options.h"

#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "restraint/version.h"

namespace restraint::io {
namespace {

struct Result {
    int status;
    std::string out, err;
};

/// A ball that falls; with --blow-up it ends badly.
Result run_fall(const std::vector<std::string>& arguments) {
    Scene scene("fall", "a stone falls by g t^2 / 2");
    scene.choice("--method", "euler|midpoint", "the integrator");
    scene.number("--speed", 0.0, "m/s", "upward, at the start");
    scene.not_negative("--drag", 0.0, "1/s", "of the air");
    scene.count("--stones", 1, "how many", 1, 10);
    scene.time_knobs(0.5, 1.0);
    std::ostringstream out, err;
    const int status = scene.run(arguments, out, err, [](const Knobs& knobs, Rows& rows) {
        rows.columns({"t[s]", "y[m]"});
        for (std::size_t k = 0; k <= knobs.steps(); ++k) {
            const double t = static_cast<double>(k) * knobs.number("--step");
            if (knobs.number("--speed") == 13.0) rows.row({t, std::numeric_limits<double>::infinity()});
            if (knobs.number("--speed") == 14.0) blew_up(t, "unlucky");
            rows.row({t, -t * t});
        }
        if (knobs.count("--stones") > 1) rows.blank();
        rows.note(knobs.word("--method"));
    });
    return {status, out.str(), err.str()};
}

TEST_CASE("a scene prints its claim, its parameters, its columns and its rows") {
    const Result result = run_fall({"--method", "midpoint", "--step=0.25", "--time", "0.5"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out ==
          "# fall: a stone falls by g t^2 / 2\n"
          "# --method midpoint   --speed 0 m/s   --drag 0 1/s   --stones 1   --step 0.25 s   --time 0.5 s   "
          "--every 1\n"
          "# t[s]  y[m]\n0 -0\n0.25 -0.0625\n0.5 -0.25\n# midpoint\n");
}

TEST_CASE("an empty line ends a block") {
    CHECK(run_fall({"--stones", "2"}).out.find("\n1 -1\n\n# euler\n") != std::string::npos);
}

TEST_CASE("a scene tells its knobs, and its version") {
    const Result help = run_fall({"--help"});
    CHECK(help.status == 0);
    CHECK(help.out.find("--speed X") != std::string::npos);
    CHECK(help.out.find("upward, at the start, in m/s (0)") != std::string::npos);
    CHECK(help.out.find("--method euler|midpoint") != std::string::npos);
    CHECK(run_fall({"--version"}).out == "fall of restraint " RESTRAINT_VERSION "\n");
}

TEST_CASE("a bad knob of a scene is one clear line and status 2") {
    const auto refused = [](const std::vector<std::string>& arguments) {
        const Result result = run_fall(arguments);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        return result.err;
    };
    const std::string more = " (fall --help tells more)\n";
    CHECK(refused({"--stepp", "1"}) == "fall: unknown option \"--stepp\"; did you mean --step?" + more);
    CHECK(refused({"--xyzzyx"}) == "fall: unknown option \"--xyzzyx\"" + more);
    CHECK(refused({"--step"}) == "fall: --step needs a value: X" + more);
    CHECK(refused({"--step", "--time"}) == "fall: --step needs a value: X" + more);
    CHECK(refused({"--step", "nan"}) == "fall: --step: \"nan\" is not a finite number" + more);
    CHECK(refused({"--step", "0"}) == "fall: --step: \"0\" is not above 0" + more);
    CHECK(refused({"--step", "1", "--step", "1"}) == "fall: --step is given twice" + more);
    CHECK(refused({"--drag", "-1"}) == "fall: --drag: \"-1\" is below 0" + more);
    CHECK(refused({"--stones", "11"}) == "fall: --stones: \"11\" is not a whole number from 1 to 10" + more);
    CHECK(refused({"--method", "rk5"}) ==
          "fall: --method cannot be \"rk5\": it is one of euler|midpoint" + more);
    CHECK(refused({"--help=yes"}) == "fall: --help takes no value" + more);
    CHECK(refused({"x"}) == "fall: unexpected \"x\": there are only options" + more);
    CHECK(refused({"--step", "1e-12"}) ==
          "fall: more than 10^9 steps: a larger step or a shorter time is needed" + more);
    CHECK(refused({"--step", "5"}) == "fall: a time of 1 s has no step of 5 s" + more);
}

TEST_CASE("a scene that blows up says when and why, with status 3") {
    const Result result = run_fall({"--speed", "13"});
    CHECK(result.status == 3);
    CHECK(result.err == "fall: blew up: y[m] is not finite in the row that begins with 0\n");
    CHECK(run_fall({"--speed", "14"}).err == "fall: blew up at t = 0 s: unlucky\n");
}

TEST_CASE("a scene whose output cannot be written says so, with status 4") {
    std::ostringstream out, err;
    out.setstate(std::ios::badbit);
    const int status = Scene("fall", "a stone falls").run({}, out, err, [](const Knobs&, Rows&) {});
    CHECK(status == 4);
    CHECK(err.str() == "fall: standard output could not be written\n");
}

TEST_CASE("a row has one number a column") {
    std::ostringstream out;
    Rows rows(out);
    rows.columns({"t[s]", "x[m]"});
    CHECK_THROWS_WITH(rows.row({1.0}), "a row has 1 numbers, but there are 2 columns");
}

}  // namespace
}  // namespace restraint::io
