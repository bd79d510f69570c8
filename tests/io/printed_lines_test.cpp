#include "run.h"

namespace restraint::io {
namespace {

/// A brick of 1 kg that is 2 m wide and stands on a table, beside a fixed one: its ends carry 4 N each, and
/// it would stand on any interval around its centre, 1 m shorter at both ends.
const std::string stands =
    "gravity 0 -8\ntable -5 5 0\nbrick wall 4 0.5 0 1 1 fixed\nbrick b 0 0.5 0 2 1 density 0.5\n";
/// The same brick in free flight.
const std::string flies =
    "gravity 0 -8\nbrick wall 4 0.5 0 1 1 fixed\nbrick b 0 0.5 0 2 1 mass 1 velocity 1 2 4\n";
/// The mean size of the two bricks is 1.5 m.
const std::string tolerances =
    "# tolerances of lengths, relative to the mean brick size of 1.5 m: touching 1e-09, overlap refused "
    "1e-06, "
    "gaps warned of 0.001\n";

TEST_CASE("restraint stability prints these lines, word for word") {
    const Answer stable = run({"stability", "-"}, stands);
    CHECK(stable.status == 0);
    CHECK(stable.out ==
          "# restraint stability -\n"
          "# are there contact forces that balance gravity on every body?\n"
          "verdict stable\n"
          "margin 1\n"
          "# contact A B x[m] y[m] nx[1] ny[1] force[N]: the force on A, along the normal\n"
          "contact b table -1 0 0 1 4\n"
          "contact b table 1 0 0 1 4\n"
          "residual 0\n" +
              tolerances);
    CHECK(stable.err.empty());
    const Answer unstable = run({"stability", "-", "--model", "framework4"}, flies);
    CHECK(unstable.status == 1);
    CHECK(unstable.out ==
          "# restraint stability - --model framework4\n"
          "# are there contact forces that balance gravity on every body?\n"
          "verdict unstable\n"
          "margin none\n"
          "# motion BODY vx[m/s] vy[m/s] omega[rad/s]: how it starts to fall; no contact closes, and gravity "
          "does work\n"
          "motion b 0 -1 0\n"
          "# power: work of gravity under it, over the weight\n"
          "power 1\n"
          "# reach R: no forces up to R weights balance the tower; inf: no forces at all\n"
          "reach inf\n"
          "residual 0\n" +
              tolerances);
}

TEST_CASE("restraint accelerate and impact print these lines, word for word") {
    CHECK(run({"accelerate", "-"}, flies).out ==
          "# restraint accelerate -\n"
          "# how the motion starts, or goes on, from the velocities in the file\n"
          "# body NAME ax[m/s^2] ay[m/s^2] alpha[rad/s^2]\n"
          "# contact A B x[m] y[m] nx[1] ny[1] force[N] gap_acceleration[m/s^2] holds|lifts: the force on A, "
          "along "
          "the "
          "normal\n"
          "body b 0 -8 0\n" +
              tolerances);
    const std::string carried = run({"accelerate", "-"}, stands).out;  // gaps accelerate by rounding alone
    for (const std::string place : {"-1", "1"})
        CHECK(carried.find("\ncontact b table " + place + " 0 0 1 4 ") != std::string::npos);
    CHECK(count(carried, " holds\n") == 2);
    CHECK(run({"impact", "-"}, flies).out ==
          "# restraint impact -\n"
          "# velocities after the inelastic collision of all that approaches\n"
          "# body NAME vx[m/s] vy[m/s] omega[rad/s]\n"
          "body b 1 2 4\n" +
              tolerances);
}

TEST_CASE("restraint collapse prints these lines, word for word") {
    // A step of 1/4 s takes 2 m/s from vy and moves by what is left. The energy is m v^2/2 = 2.5 J,
    // m (4 + 1)/12 omega^2/2 = 10/3 J, and m g y = 4 J.
    const Folder folder;
    const Answer answer = run({"collapse", "-", "--dt", "0.25", "--time", "0.5"}, flies);
    CHECK(answer.status == 0);
    CHECK(answer.err ==
          "restraint collapse: warning: a step of 0.25 s is long: bodies that are 1 m thin move by "
          "1.059016994 m "
          "in it\n");  // sqrt(1 + 4) m/s, and 8 m/s^2 over 0.25 s
    CHECK(
        answer.out ==
        "# restraint collapse - --dt 0.25 --time 0.5\n"
        "# rigid model, position scheme, dt = 0.25 s\n"
        "# t[s]  brick  x[m]  y[m]  angle[rad]  vx[m/s]  vy[m/s]  omega[rad/s]\n"
        "0 0 0 0.5 0 1 2 4\n\n"
        "0.25 0 0.25 0.5 1 1 0 4\n\n"
        "0.5 0 0.5 0 2 1 -2 4\n\n"
        "# 2 steps; deepest overlap 0 m; energy 9.833333333333334 J at the start, 7.833333333333334 J at the "
        "end; worst residual 0\n" +
            tolerances);
    const std::vector<std::string> two_steps{"collapse", "-",   "--dt",    "0.25",
                                             "--time",   "0.5", "--every", "2"};
    const auto with = [&](std::vector<std::string> options) {
        options.insert(options.begin(), two_steps.begin(), two_steps.end());
        return options;
    };
    run(with({"--forces", folder.file("f"), "--save", folder.file("s")}), stands);
    CHECK(folder.read("f") ==
          "# the force on a, mean over the step that ends at t\n"
          "# t[s]  a  b  x[m]  y[m]  nx[1]  ny[1]  force[N]\n"
          "0.5 b table -1 0 0 1 4\n"
          "0.5 b table 1 0 0 1 4\n\n");
    CHECK(folder.read("s") ==
          "# the state at t = 0.5 s of the tower from standard input: rigid model, position scheme, dt = "
          "0.25 s\n"
          "gravity 0 -8\ntable -5 5 0\nbrick wall 4 0.5 0 1 1 fixed\nbrick b 0 0.5 0 2 1 mass 1\n");
    CHECK(run(with({"--csv", "--forces", folder.file("f")}), stands).out ==
          "t[s],brick,x[m],y[m],angle[rad],vx[m/s],vy[m/s],omega[rad/s]\n"
          "0,0,0,0.5,0,0,0,0\n0.5,0,0,0.5,0,0,0,0\n");
    CHECK(folder.read("f") ==
          "t[s],a,b,x[m],y[m],nx[1],ny[1],force[N]\n0.5,b,table,-1,0,0,1,4\n0.5,b,table,1,0,0,1,4\n");
    // A time of 0 is the state as it is.
    CHECK(run({"collapse", "-", "--time", "0", "--csv"}, flies).out ==
          "t[s],brick,x[m],y[m],angle[rad],vx[m/s],vy[m/s],omega[rad/s]\n0,0,0,0.5,0,1,2,4\n");
}

TEST_CASE("the second line of a collapse names every choice") {
    const auto settings = [](std::vector<std::string> options) {
        options.insert(options.begin(), {"collapse", "-", "--time", "0"});
        return lines(run(options, flies).out).at(1);
    };
    CHECK(settings({"--scheme", "acceleration"}) == "# rigid model, acceleration scheme, dt = 0.002 s");
    CHECK(settings({"--separation", "printed"}) ==
          "# rigid model, position scheme, separation as printed, dt = 0.002 s");
    CHECK(settings({"--model", "framework4", "--length", "predicted", "--bars", "braced", "--dt", "1e-3"}) ==
          "# framework4 model, position scheme, braced bars, predicted lengths, dt = 1e-3 s");
    CHECK(settings({"--model", "framework9", "--scheme", "acceleration"}) ==
          "# framework9 model, acceleration scheme, minimal bars, dt = 0.002 s");
}

TEST_CASE("the name of a body stands in quotes between commas if it holds one") {
    const Folder folder;
    run({"collapse", "-", "--dt", "0.25", "--time", "0.25", "--csv", "--forces", folder.file("f")},
        "gravity 0 -8\ntable -5 5 0\nbrick a,\"b\" 0 0.5 0 2 1 mass 1\n");
    CHECK(lines(folder.read("f")).at(1) == "0.25,\"a,\"\"b\"\"\",table,-1,0,0,1,4");
}

TEST_CASE("--help shows the standard value of every option, and one of each choice") {
    const std::string help = run({"collapse", "--help"}).out;
    for (const auto& [option, standard] : {std::pair{"--model rigid|framework4|framework9", "(rigid)"},
                                           {"--scheme position|acceleration", "(position)"},
                                           {"--length corrected|drifting|predicted|penalty", "(corrected)"},
                                           {"--bars minimal|braced", "(minimal)"},
                                           {"--separation both|printed", "(both)"},
                                           {"--halvings N", "(2)"},
                                           {"--dt S", "(0.002)"},
                                           {"--time T", "(2)"},
                                           {"--every K", "(1)"}}) {
        const std::size_t at = help.find(option);
        REQUIRE(at != std::string::npos);
        CHECK(help.substr(at, help.find("\n  --", at) - at).ends_with(standard));
    }
    CHECK(run({"--help"})
              .out.find("Exit status: 0 answered, 1 unstable or methods differ, 2 bad usage or input,\n"
                        "3 the solver gave up, 4 an output could not be written.\n") != std::string::npos);
}

}  // namespace
}  // namespace restraint::io
