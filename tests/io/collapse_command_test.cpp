#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "restraint/bricks/position_loop.h"
#include "restraint/io/text/rows.h"
#include "run.h"

namespace restraint::io {
namespace {

const std::string falling = "brick b 0 10 0.3 1 1 velocity 2 0 1\nbrick f 9 0 0 1 1 fixed\n";
const std::string resting = "table -5 5 0\nbrick b 0 0.5 0 2 1 mass 3\n";

/// Numbers of a blank- or comma-separated row.
std::vector<double> numbers(const std::string& line, char separator) {
    std::vector<double> values;
    std::istringstream stream(line);
    for (std::string word; std::getline(stream, word, separator);) values.push_back(parse_number(word));
    return values;
}

TEST_CASE("a collapse is printed at t = 0, at every K-th step, and at the last") {
    const Answer answer = run({"collapse", "-", "--dt", "0.1", "--time", "1", "--every", "3"}, falling);
    CHECK(answer.status == 0);
    CHECK(answer.err.empty());
    std::vector<std::vector<double>> rows;
    for (const std::string& line : lines(answer.out))
        if (!line.empty() && line[0] != '#') rows.push_back(numbers(line, ' '));
    REQUIRE(rows.size() == 5);  // the fixed body is not counted
    const double times[] = {0.0, 0.3, 0.6, 0.9, 1.0};
    for (std::size_t k = 0; k < 5; ++k) {
        const double l = std::round(times[k] / 0.1);
        REQUIRE(rows[k].size() == 8);
        CHECK(std::abs(rows[k][0] - times[k]) < 1e-15);
        CHECK(rows[k][1] == 0.0);
        // x = 2 t; y = 10 - g dt^2 l(l+1)/2 after l steps of the position loop; the angle is 0.3 + t.
        CHECK(std::abs(rows[k][2] - 2.0 * times[k]) < 1e-14);
        CHECK(std::abs(rows[k][3] - (10.0 - 9.81 * 0.01 * l * (l + 1.0) / 2.0)) < 1e-13);
        CHECK(std::abs(rows[k][4] - (0.3 + times[k])) < 1e-14);
        CHECK(std::abs(rows[k][6] + 9.81 * times[k]) < 1e-12);
    }
    CHECK(answer.out.starts_with("# restraint collapse - "));
}

TEST_CASE("a file without a name is bad usage, and the message says whose name it is") {
    for (const std::string option : {"--svg", "--html", "--save", "--forces"})
        for (const std::string name : {"", "-"}) {
            const Answer answer = run({"collapse", "-", option, name}, falling);
            CHECK(answer.status == 2);
            CHECK(answer.err.starts_with("restraint collapse: " + option + ": \"" + name +
                                         "\" is not the name of a file"));
        }
    const Answer answer = run({"collapse", ""});
    CHECK(answer.status == 2);
    CHECK(answer.err.starts_with("restraint collapse: FILE: \"\" is not the name of a file"));
}

TEST_CASE("the last line of a collapse is what its steps reported: deepest overlap, energy, worst residual") {
    const std::string diamond = run({"tower", "diamond", "5"}).out;
    bricks::PositionLoop loop(read_tower(diamond, "x"), {});
    double depth = 0.0, residual = 0.0, energy = 0.0;
    for (int k = 0; k < 50; ++k) {
        const bricks::StepReport report = loop.step();
        depth = std::max(depth, report.deepest.depth);
        residual = std::max(residual, report.residual);
        energy = report.energy.total();
    }
    CHECK(depth > 0.0);
    CHECK(residual > 0.0);
    const std::string out = run({"collapse", "-", "--time", "0.1"}, diamond).out;
    CHECK(out.find("\n# 50 steps; deepest overlap " + to_text(depth) + " m; energy ") != std::string::npos);
    CHECK(out.find(" J at the start, " + to_text(energy) + " J at the end; worst residual " +
                   to_text(residual) + "\n") != std::string::npos);
}

TEST_CASE("long work says on a terminal how far it is; elsewhere nothing does") {
    for (const bool terminal : {false, true}) {
        std::istringstream in(falling);
        std::ostringstream out, err;
        const double patience = terminal ? 0.0 : std::numeric_limits<double>::infinity();
        CHECK(run_command({"collapse", "-", "--time", "0.4"}, in, out, err, patience) == 0);
        const std::string shown = "restraint collapse: 1 of 200 steps, 0 s";
        CHECK(err.str() == (terminal ? shown + "\r" + std::string(shown.size(), ' ') + "\r" : ""));
    }
}

TEST_CASE("each moment of a collapse is a block, and its time is k dt in decimals") {
    for (const std::string& tower : {falling, falling + "brick c 5 9 0 1 1\n"}) {
        const std::string text = run({"collapse", "-", "--dt", "0.1", "--time", "0.3"}, tower).out;
        std::size_t blocks = 0;
        for (std::size_t at = text.find("\n\n"); at != std::string::npos; at = text.find("\n\n", at + 1))
            ++blocks;
        CHECK(blocks == 4);
        CHECK(text.find("\n0.3 0 ") != std::string::npos);  // 3 times the double 0.1 is 0.30000000000000004
    }
}

TEST_CASE("a file that would be written twice, or that is the input, is refused however it is spelled") {
    const Folder folder;
    folder.write("in.tower", falling);
    folder.write("in.tower.part", falling);
    const std::string in = folder.file("in.tower"), other = folder.file("./in.tower");
    const std::string new_file = folder.file("x"), again = folder.file("nowhere/../x");
    const auto same = [](const std::string& a, const std::string& b) {
        return a + " and " + b + " name the same file";
    };
    check_refused({"collapse", in}, {{{"--svg", new_file, "--html", again}, same("--svg", "--html")}});
    for (const std::string option : {"--svg", "--html", "--save", "--forces"}) {
        check_refused({"collapse", in}, {{{option, in}, same(in_quotes(in), option)},
                                         {{option, other}, same(in_quotes(in), option)}});
        check_refused({"collapse", in + ".part"}, {{{option, in}, same(in_quotes(in + ".part"), option)}});
    }
    CHECK(folder.read("in.tower") == falling);
    CHECK(folder.names() == std::vector<std::string>{"in.tower", "in.tower.part"});
}

TEST_CASE("--save writes a tower that reads back, and from which the motion goes on") {
    const Folder folder;
    const Answer first =
        run({"collapse", "-", "--dt", "0.01", "--time", "0.2", "--save", folder.file("s.tower")}, falling);
    CHECK(first.status == 0);
    const Answer second =
        run({"collapse", folder.file("s.tower"), "--dt", "0.01", "--time", "0.2", "--csv", "--every", "20"});
    const Answer whole =
        run({"collapse", "-", "--dt", "0.01", "--time", "0.4", "--csv", "--every", "40"}, falling);
    const std::vector<double> ours = numbers(lines(second.out).back(), ',');
    const std::vector<double> wanted = numbers(lines(whole.out).back(), ',');
    for (std::size_t i = 2; i < 8; ++i)
        CHECK(std::abs(ours[i] - wanted[i]) < 1e-12);  // a few roundings a step
}

TEST_CASE("a state saved in the middle of a collapse, after collisions, reads back") {
    const Folder folder;
    const std::string diamond = run({"tower", "diamond", "5"}).out;
    for (const std::string dt : {"0.01", "0.016666666666666666"}) {
        CAPTURE(dt);
        CHECK(run({"collapse", "-", "--dt", dt, "--time", "1", "--save", folder.file("s.tower")}, diamond)
                  .status == 0);
        std::istringstream none;
        bricks::Tower saved;
        CHECK_NOTHROW(saved = load_tower(folder.file("s.tower"), none));
        CHECK(saved.bodies.size() == 25);
    }
}

TEST_CASE("the penalty warns, and polygons have no framework") {
    const Answer soft =
        run({"collapse", "-", "--model", "framework4", "--length", "penalty", "--time", "0.01"}, resting);
    CHECK(soft.status == 0);
    CHECK(soft.err ==
          "restraint collapse: warning: --length penalty: the bars are soft, and how soft depends on the "
          "masses and on dt; accelerations are wrong from the first step on [ROTE-8.4]\n");
    check_refused({"collapse", "-", "--model", "framework9"},
                  "-: p is a polygon, but only bricks have frameworks", "polygon p 0 0 1 0 0.5 1\n");
}

TEST_CASE("pictures appear under their names when they are complete, and nothing else does") {
    const Folder folder;
    const Answer answer = run(
        {"collapse", "-", "--time", "0.1", "--svg", folder.file("a.svg"), "--html", folder.file("a.html")},
        falling);
    CHECK(answer.status == 0);
    CHECK(folder.read("a.svg").starts_with("<svg"));
    CHECK(folder.read("a.svg").ends_with("</svg>\n"));
    CHECK(folder.read("a.html").ends_with("</html>\n"));
    CHECK(folder.names() == std::vector<std::string>{"a.html", "a.svg"});
}

TEST_CASE("a run that fails leaves no output file, and an old one untouched") {
    const Folder folder;
    folder.write("old.svg", "old");
    const std::string overlap = "brick a 0 0 0 1 1\nbrick b 0.5 0 0 1 1\n";
    CHECK(run({"collapse", "-", "--svg", folder.file("old.svg"), "--save", folder.file("new")}, overlap)
              .status == 2);
    CHECK(folder.read("old.svg") == "old");
    CHECK(folder.names() == std::vector<std::string>{"old.svg"});
    // Standard output closes on the way.
    std::istringstream in(falling);
    std::ostringstream out, err;
    out.setstate(std::ios::badbit);
    CHECK(run_command({"collapse", "-", "--svg", folder.file("old.svg")}, in, out, err) == 4);
    CHECK(folder.read("old.svg") == "old");
    CHECK(folder.names() == std::vector<std::string>{"old.svg"});
}

TEST_CASE("an output path that cannot be written is said before the motion starts, with status 4") {
    for (const char* option : {"--svg", "--html", "--save", "--forces"}) {
        const Answer answer = run({"collapse", "-", option, "/nowhere/x"}, falling);
        CHECK(answer.status == 4);
        CHECK(answer.out.empty());
        CHECK(answer.err ==
              "restraint collapse: /nowhere/x could not be written: No such file or directory\n");
    }
    if (!std::filesystem::exists("/dev/full")) return;
    for (const char* option : {"--svg", "--html", "--save", "--forces"}) {
        const Answer answer = run({"collapse", "-", option, "/dev/full"}, falling);
        CHECK(answer.status == 4);
        CHECK(answer.err == "restraint collapse: /dev/full could not be written: No space left on device\n");
    }
}

TEST_CASE(
    "a brick that is pinned to two posts at pins 0.8 um too far apart: status 3, and no row but the first") {
    const Answer answer = run({"collapse", "-", "--csv"},
                              "brick left -1 0.5 0 1 1 fixed\nbrick right 1 0.5 0 1 1 fixed\n"
                              "brick held 0 0.5 0 1.0000008 1\npin left 1 held 0\npin held 1 right 0\n");
    CHECK(answer.status == 3);
    CHECK(lines(answer.out).size() == 2);
    CHECK(answer.err == "restraint collapse: the solver gave up on the step to t = 0.002 s: infeasible\n");
}

TEST_CASE(
    "a brick 0.4 um too wide for its slot slides down without friction, and gets no deeper into the walls") {
    const std::string slot =
        "brick left -1 0.5 0 1 1 fixed\nbrick right 1 0.5 0 1 1 fixed\n"
        "brick tight 0 0.5 0 1.0000004 0.5\n";
    for (const char* scheme : {"position", "acceleration"}) {
        const Answer answer =
            run({"collapse", "-", "--csv", "--dt", "0.01", "--time", "0.1", "--scheme", scheme}, slot);
        CHECK(answer.status == 0);
        const std::vector<double> last = numbers(lines(answer.out).back(), ',');
        CHECK(last[2] == 0.0);
        CHECK(std::abs(last[3] - (0.5 - 9.81 * 0.01 * 0.01 * 55.0)) < 1e-12);  // 1 + 2 + ... + 10 steps
        CHECK(last[4] == 0.0);
    }
}

TEST_CASE("of many deep overlaps the first is told at once and the deepest at the end, and no other") {
    // Six bricks whose masses differ by 8e5, without halving: one sinks into another. So it does 10 m to the
    // right, a little earlier, for those start downwards: an overlap, a deeper one, and the deepest.
    std::string tower = "gravity 2 -9\n";
    for (const double x : {0.0, 10.0}) {
        tower += "table " + to_text(x - 0.5) + " " + to_text(x + 0.125) + " 0\n";
        tower += "table " + to_text(x + 0.625) + " " + to_text(x + 1.0) + " 0\n";
        for (const auto& [place, sizes] : {std::pair{0.5625, " 0.5 0 0.625 0.375 mass 38.27"},
                                           {0.125, " 0.15625 0 0.5 0.3125 mass 0.0012"},
                                           {-0.71875, " 0.34375 0 0.4375 0.1875 mass 38.74"},
                                           {-0.46875, " 0.4375 0 0.0625 0.375 mass 0.0118"},
                                           {0.28125, " 0.78125 0 0.3125 0.1875 mass 24.22"},
                                           {-0.65625, " 0.125 0 0.5625 0.25 mass 978.5"}})
            tower += "brick b" + to_text(x + place) + " " + to_text(x + place) + sizes +
                     (x > 0.0 ? " velocity 0 -0.1 0\n" : "\n");
    }
    const Answer answer = run({"collapse", "-", "--halvings", "0", "--time", "0.1"}, tower);
    CHECK(answer.status == 0);
    std::vector<double> depths;
    for (const std::string& line : lines(answer.err))
        if (const std::size_t at = line.find(" overlap by "); at != std::string::npos)
            depths.push_back(std::stod(line.substr(at + 12)));
    REQUIRE(depths.size() == 2);
    CHECK(depths[0] < depths[1]);
    const std::size_t deepest = answer.out.find("deepest overlap ");
    REQUIRE(deepest != std::string::npos);
    CHECK(std::abs(std::stod(answer.out.substr(deepest + 16)) / depths[1] - 1.0) < 1e-9);  // ten digits
}

TEST_CASE("options that do not fit together are refused") {
    check_refused({"collapse", "-"},
                  {
                      {{"--bars", "braced"}, "--bars is for frameworks: the rigid model has no bars"},
                      {{"--length", "drifting"}, "--length is for frameworks: the rigid model has no bars"},
                      {{"--scheme", "acceleration", "--separation", "printed"},
                       "--separation is for --scheme position"},
                      {{"--svg", "x", "--html", "x"}, "--svg and --html name the same file"},
                      {{"--model", "x"}, "--model cannot be \"x\": it is one of rigid|framework4|framework9"},
                      {{"--dt", "0"}, "--dt: \"0\" is not above 0"},
                      {{"--dt", "nan"}, "--dt: \"nan\" is not a finite number"},
                      {{"--time", "-1"}, "--time: \"-1\" is below 0"},
                      {{"--every", "0"}, "--every: \"0\" is not a whole number from 1 to 1000000000"},
                      {{"--dt", "5"}, "a time of 2 s has no step of 5 s"},
                      {{"--time", "0.0009"}, "a time of 9e-04 s has no step of 0.002 s"},
                      {{"--dt", "1e-10"}, "more than 10^9 steps: a larger step or a shorter time is needed"},
                      {{"--dt", "1e-8", "--time", "1"},
                       "100000001 rows would be printed, more than 10^8: a shorter --time or a larger "
                       "--every is needed"},
                      {{"second"}, "unexpected \"second\" after FILE"},
                  },
                  falling);
    CHECK(run({"collapse"}).err.starts_with("restraint collapse: FILE is missing"));
}

TEST_CASE("the words of --model, --bars and --length choose what the library calls so") {
    using namespace bricks;
    const std::string turning = "gravity 0 -8\nbrick b 0 5 0 2 1 velocity 1 0 6\n";
    std::set<std::string> rows;
    const auto check = [&](const std::string& model, const std::string& bars, const std::string& length,
                           const LoopOptions& options) {
        PositionLoop loop(read_tower(turning, "x"), options);
        for (int k = 0; k < 3; ++k) loop.step();
        const Body& b = loop.tower().bodies[0];
        const std::string row =
            text_line(' ', 0.03, 0.0, b.pose.position, b.pose.angle, b.velocity.linear, b.velocity.angular);
        CAPTURE(model + " " + bars + " " + length);
        CHECK(run({"collapse", "-", "--dt", "0.01", "--time", "0.03", "--model", model, "--bars", bars,
                   "--length", length},
                  turning)
                  .out.find("\n" + row) != std::string::npos);
        rows.insert(row);
    };
    for (const auto& [word, lengths] : {std::pair{"corrected", Lengths::corrected},
                                        {"drifting", Lengths::drifting},
                                        {"predicted", Lengths::predicted},
                                        {"penalty", Lengths::penalty}})
        check("framework4", "minimal", word, {.dt = 0.01, .model = Model::framework4, .lengths = lengths});
    CHECK(rows.size() == 4);  // none is like another
    check("framework9", "minimal", "drifting",
          {.dt = 0.01, .model = Model::framework9, .lengths = Lengths::drifting});
    check("framework4", "braced", "penalty",
          {.dt = 0.01, .model = Model::framework4, .bars = Bars::braced, .lengths = Lengths::penalty});
    CHECK(rows.size() == 6);
}

}  // namespace
}  // namespace restraint::io
