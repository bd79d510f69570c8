#include "restraint/io/text/scene_options.h"

#include <limits>

#include "restraint/version.h"
#include "run.h"

namespace restraint::io {
namespace {

/// A ball that falls; at 13 or 14 m/s it ends badly.
Answer run_fall(const std::vector<std::string>& arguments) {
    Scene scene("fall", "a stone falls by g t^2 / 2");
    scene.choice("--method", "euler|midpoint", "the integrator");
    scene.number("--speed", 0.0, "m/s", "upward, at the start");
    scene.number("--drag", 0.0, "1/s", "of the air", io::not_negative);
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
        if (knobs.count("--stones") > 1) rows.end_block();
        rows.note(knobs.text("--method"));
    });
    return {status, out.str(), err.str()};
}

TEST_CASE("a scene prints its claim, its parameters, its columns and its rows") {
    const Answer result = run_fall({"--method", "midpoint", "--step=0.25", "--time", "0.5"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out ==
          "# fall: a stone falls by g t^2 / 2\n"
          "# --method midpoint   --speed 0 m/s   --drag 0 1/s   --stones 1   --step 0.25 s   --time 0.5 s   "
          "--every 1\n"
          "# t[s]  y[m]\n0 0\n0.25 -0.0625\n0.5 -0.25\n# midpoint\n");
}

TEST_CASE("an empty line ends a block of several rows; the rows of one body follow each other") {
    CHECK(run_fall({"--stones", "2"}).out.find("\n1 -1\n\n# euler\n") != std::string::npos);
    CHECK(run_fall({"--stones", "2", "--time", "0"}).out.find("\n0 0\n# euler\n") != std::string::npos);
}

TEST_CASE("--csv: one heading line with the units, rows, and nothing else") {
    CHECK(run_fall({"--csv", "--stones", "2"}).out == "t[s],y[m]\n0,0\n0.5,-0.25\n1,-1\n");
}

TEST_CASE("t = k dt is printed as the shortest decimal, other numbers to the last bit") {
    // 3 times the double 0.1 is 0.30000000000000004.
    const std::string out = run_fall({"--step", "0.1", "--time", "0.3"}).out;
    CHECK(out.find("\n0.3 -0.09000000000000002\n") != std::string::npos);
    std::ostringstream text;
    Rows rows(text, {.step = "0.1"});
    rows.columns({"t[s]", "x[m]"});
    double t = 0.0;
    for (int k = 0; k < 7; ++k) t += 0.1;  // 0.7 less a rounding
    rows.row({t, t});
    rows.row({0.7001, 0.7001});  // no multiple of the step
    rows.columns({"x[m]", "t[s]"});
    rows.row({t, t});  // no time in the first column
    CHECK(text.str() == "# t[s]  x[m]\n0.7 0.7\n0.7001 0.7001\n# x[m]  t[s]\n0.7 0.7\n");
}

TEST_CASE("a scene ends with what it shows") {
    std::ostringstream text;
    Rows(text).conclude("the stone fell 1 m in 1 s");
    CHECK(text.str() == "# conclusion: the stone fell 1 m in 1 s.\n");
}

TEST_CASE("the rows of a further file are written as those of the scene") {
    std::ostringstream out, file;
    Rows rows(out, {.comma_separated = true, .step = "0.1"});
    Rows poses = rows.in(file, "poses.txt");
    poses.columns({"t[s]", "x[m]"});
    poses.row({3 * 0.1, 0.5});
    CHECK(file.str() == "t[s],x[m]\n0.3,0.5\n");
    CHECK(out.str().empty());
    file.setstate(std::ios::badbit);
    CHECK_THROWS_WITH_AS(poses.row({0.4, 0.5}), "poses.txt could not be written", OutputError);
}

TEST_CASE("long work says on a terminal how far it is; nothing is left of that before the rows") {
    const auto run_for = [](double patience) {
        std::ostringstream out, err;
        Scene scene("fall", "a stone falls");
        scene.time_knobs(0.5, 1.0);
        scene.run(
            {}, out, err,
            [](const Knobs&, Rows& rows) {
                rows.columns({"t[s]"});
                rows.row({0.5});
                rows.progress(2, 3, "frames");
                rows.row({1.0});
            },
            patience);
        return err.str();
    };
    CHECK(run_for(1e9) == "");
    CHECK(run_for(0.0) == "fall: 1 of 2 steps, 0 s\r" + std::string(23, ' ') + "\r");
}

TEST_CASE("--help says how long a scene takes") {
    std::ostringstream out, err;
    Scene scene("fall", "a stone falls");
    scene.takes(40.0);
    scene.run({"--help"}, out, err, [](const Knobs&, Rows&) {});
    CHECK(out.str().starts_with("usage: fall [options]\na stone falls\nIt takes about 40 s.\n\n  --help"));
}

TEST_CASE("a scene tells its knobs, and its version") {
    const Answer help = run_fall({"--help"});
    CHECK(help.status == 0);
    CHECK(help.out.find("--speed X") != std::string::npos);
    CHECK(help.out.find("upward, at the start, in m/s (0)") != std::string::npos);
    CHECK(help.out.find("--method euler|midpoint") != std::string::npos);
    CHECK(run_fall({"--version"}).out == "fall of restraint " RESTRAINT_VERSION "\n");
}

TEST_CASE("a bad knob of a scene is one clear line and status 2") {
    const std::string known =
        ": the options are --help, --version, --csv, --method, --speed, --drag, --stones, --step, --time, "
        "--every";
    const BadCall table[] = {
        {{"--stepp", "1"}, "unknown option \"--stepp\"" + known},
        {{"--xyzzyx"}, "unknown option \"--xyzzyx\"" + known},
        {{"--step"}, "--step needs a value: X"},
        {{"--step", "--time"}, "--step needs a value: X"},
        {{"--step", "nan"}, "--step: \"nan\" is not a finite number"},
        {{"--step", "0"}, "--step: \"0\" is not above 0"},
        {{"--step", "1", "--step", "1"}, "--step is given twice"},
        {{"--drag", "-1"}, "--drag: \"-1\" is below 0"},
        {{"--stones", "11"}, "--stones: \"11\" is not a whole number from 1 to 10"},
        {{"--method", "rk5"}, "--method cannot be \"rk5\": it is one of euler|midpoint"},
        {{"--help=yes"}, "--help takes no value"},
        {{"x"}, "unexpected \"x\": there are only options"},
        {{"-1"}, "unexpected \"-1\": there are only options"},
        {{"--step", "1e-12"}, "more than 10^9 steps: a larger step or a shorter time is needed"},
        {{"--step", "5"}, "a time of 1 s has no step of 5 s"},
        {{"--step", "1e-8", "--time", "2"},
         "200000001 rows would be printed, more than 10^8: a shorter --time or a larger --every is needed"},
    };
    for (const BadCall& row : table) {
        const Answer result = run_fall(row.words);
        CAPTURE(row.message);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(result.err == "fall: " + row.message + " (fall --help tells more)\n");
    }
}

TEST_CASE("a scene that blows up says when and why, with status 3") {
    const Answer result = run_fall({"--speed", "13"});
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

TEST_CASE("a file that a scene is to write is opened before its work; what is not finished vanishes") {
    const Folder folder;
    Scene scene("fall", "a stone falls");
    scene.file("--svg", "a picture");
    scene.file("--poses", "rows");
    std::ostringstream out, err;
    bool has_run = false;
    const auto body = [&](const Knobs& knobs, Rows&) {
        has_run = true;
        knobs.files.at("--svg").stream() << "drawn";
        knobs.files.at("--svg").finish();
        CHECK(folder.names() == std::vector<std::string>{"a", "b.part"});
    };
    CHECK(scene.run({"--svg", folder.file("a"), "--poses", folder.file("none/b")}, out, err, body) == 4);
    CHECK(err.str() ==
          "fall: " + folder.file("none/b") + " could not be written: No such file or directory\n");
    CHECK_FALSE(has_run);
    CHECK(out.str().empty());
    CHECK(folder.names().empty());
    CHECK(scene.run({"--svg", folder.file("a"), "--poses", folder.file("b")}, out, err, body) == 0);
    CHECK(has_run);
    CHECK(folder.names() == std::vector<std::string>{"a"});
    CHECK(folder.read("a") == "drawn");
}

TEST_CASE("a row has one number a column") {
    std::ostringstream out;
    Rows rows(out);
    rows.columns({"t[s]", "x[m]"});
    CHECK_THROWS_WITH(rows.row({1.0}), "a row has 1 numbers, but there are 2 columns");
}

}  // namespace
}  // namespace restraint::io
