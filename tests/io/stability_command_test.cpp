#include "restraint/io/pictures/svg.h"
#include "restraint/io/text/errors.h"
#include "run.h"

namespace restraint::io {
namespace {

double value(const std::vector<std::string>& row, std::size_t column) { return parse_number(row.at(column)); }

const std::string within = "table -5 0 0\nbrick b -0.1 0.125 0 1 0.25\n",  // of the edge, by 0.1
    beyond = "table -5 0 0\nbrick b 0.1 0.125 0 1 0.25\n";

/// Weight 3 N at x = 0; feet at -1, 0, 1. Left = right = f with 0 <= f <= 1.5, and the middle has 3 - 2 f.
const std::string three_feet =
    "gravity 0 -3\nbrick b 0 0.5 0 4 0.25\n"
    "polygon l -1 0.375  -1.5 0  -0.5 0 fixed\npolygon m 0 0.375  -0.4 0  0.4 0 fixed\n"
    "polygon r 1 0.375  0.5 0  1.5 0 fixed\n";

/// The lengths in pixels of the upright lines of a picture that look so, in their order.
std::vector<double> upright(const std::string& svg, const std::string& looks) {
    std::vector<double> lengths;
    const std::string start = "<path " + attributes_of(looks) + " d=\"M";
    for (std::size_t at = svg.find(start); at != std::string::npos; at = svg.find(start, at + 1)) {
        std::istringstream path(svg.substr(at + start.size()));
        double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0;
        char comma = 0, line = 0;
        path >> x0 >> comma >> y0 >> line >> x1 >> comma >> y1;
        if (x0 == x1) lengths.push_back(y0 - y1);
    }
    return lengths;
}

TEST_CASE("a brick with its centre 0.1 inside the edge stands, and its forces balance it [SLIDES-lp]") {
    // Weight 2 N at x = -0.1, supports at -0.6 and 0: by moments about 0 the left one carries 1/6 of it.
    const Answer answer = run({"stability", "-"}, "gravity 0 -8\n" + within);
    CHECK(answer.status == 0);
    CHECK(rows(answer.out, "verdict") == std::vector<std::vector<std::string>>{{"verdict", "stable"}});
    CHECK(std::abs(value(rows(answer.out, "margin").at(0), 1) - 0.1) < 1e-8);
    const auto contacts = rows(answer.out, "contact");
    REQUIRE(contacts.size() == 2);
    CHECK(std::abs(value(contacts[0], 7) - 2.0 / 6.0) < 1e-12);
    CHECK(std::abs(value(contacts[1], 7) - 10.0 / 6.0) < 1e-12);
    CHECK(value(rows(answer.out, "residual").at(0), 1) < 1e-12);
}

TEST_CASE("a brick with its centre 0.1 beyond the edge falls: status 1, and a motion that proves it") {
    const Answer answer = run({"stability", "-"}, beyond);
    CHECK(answer.status == 1);
    CHECK(rows(answer.out, "verdict").at(0).at(1) == "unstable");
    CHECK(std::abs(value(rows(answer.out, "margin").at(0), 1) + 0.1) < 1e-8);
    const auto motion = rows(answer.out, "motion");
    REQUIRE(motion.size() == 1);
    // It may not sink into the edge at (0, 0), but its centre does sink: vy + omega (0 - 0.1) >= 0 > vy.
    const double vy = value(motion[0], 3), omega = value(motion[0], 4);
    CHECK(vy - 0.1 * omega >= -1e-12);
    CHECK(vy < 0.0);
    CHECK(std::abs(value(rows(answer.out, "power").at(0), 1) + vy) < 1e-12);  // work over weight
    CHECK(value(rows(answer.out, "residual").at(0), 1) < 1e-12);              // and this is not it
    CHECK(rows(answer.out, "contact").empty());
}

TEST_CASE(
    "a brick on three supports: the forces are not unique, and --force-range shows between what they lie") {
    const Folder folder;
    const Answer answer = run({"stability", "-", "--force-range", "--svg", folder.file("s.svg")}, three_feet);
    CHECK(answer.status == 0);
    const auto contacts = rows(answer.out, "contact");
    REQUIRE(contacts.size() == 3);
    for (const auto& row : contacts) {
        REQUIRE(row.size() == 10);
        const double greatest = value(row, 3) == 0.0 ? 3.0 : 1.5;
        CHECK(std::abs(value(row, 8)) < 1e-9);
        CHECK(std::abs(value(row, 9) - greatest) < 1e-9);
        CHECK(value(row, 7) >= value(row, 8));
        CHECK(value(row, 7) <= value(row, 9) + 1e-9);
    }
    // The picture has them as bars: 0 to W in the middle, 0 to W/2 at the ends.
    const std::string svg = folder.read("s.svg");
    const std::vector<double> bars = upright(svg, "bar");
    REQUIRE(bars.size() == 3);
    CHECK(std::abs(bars[1] / bars[0] - 2.0) < 1e-3);  // lengths have two decimals
    CHECK(bars[2] == bars[0]);
    // Behind the arrow that shows so much: the largest of 1, 2, 5, ... that fits.
    CHECK(svg.find(">5 N on the upper body") != std::string::npos);
    CHECK(svg.find("from least to greatest force") != std::string::npos);
}

TEST_CASE("stability --svg draws the forces, the ranges as bars, or the motion") {
    const Folder folder;
    const std::string svg = folder.file("s.svg");
    struct Row {
        std::vector<std::string> option;
        std::string tower, drawn, not_drawn;
    };
    for (const Row& row : {Row{{}, within, "force", "bar"}, Row{{"--force-range"}, within, "bar", "motion"},
                           Row{{}, beyond, "motion", "force"}, Row{{}, beyond, "ghost", "bar"}}) {
        std::vector<std::string> words{"stability", "-", "--svg", svg};
        words.insert(words.end(), row.option.begin(), row.option.end());
        CAPTURE(row.drawn);
        CHECK(run(words, row.tower).status == (row.tower == within ? 0 : 1));
        CHECK(folder.read("s.svg").find(attributes_of(row.drawn)) != std::string::npos);
        CHECK(folder.read("s.svg").find(attributes_of(row.not_drawn)) == std::string::npos);
    }
    CHECK(run({"stability", "-", "--svg", "/nowhere/s.svg"}, within).status == 4);
}

TEST_CASE("headings name what the rows hold, with units, word for word") {
    const std::string pinned = "table -5 5 0\nbrick b 0 0.5 0 1 1\nbrick c 1 0.5 0 1 1\npin b 1 c 0\n";
    struct Row {
        std::vector<std::string> words;
        std::string tower, line;
    };
    for (const Row& row :
         {Row{{"stability", "-", "--force-range"},
              pinned,
              "# contact A B x[m] y[m] nx[1] ny[1] force[N] force_min[N] force_max[N]: the force on A, along "
              "the normal"},
          Row{{"stability", "-"}, pinned, "# pin A B x[m] y[m] fx[N] fy[N]: the force on A"},
          Row{{"compare", "-"}, beyond, "# method A method B what difference bound ok|DIFFERS"}}) {
        const Answer answer = run(row.words, row.tower);
        CAPTURE(answer.out);
        CHECK(answer.out.find("\n" + row.line + "\n") != std::string::npos);
    }
}

TEST_CASE("the force of a pin is printed and drawn: it carries half of a bridge") {
    // A plank of 4 N between two posts: its left end lies on one (2 N), its right end hangs on a pin (2 N).
    const Folder folder;
    const std::string bridge =
        "gravity 0 -4\nbrick l -2 0.5 0 1 1 fixed\nbrick r 2.5 1.5 0 1 1 fixed\nbrick plank 0 1.125 0 4 "
        "0.25\n"
        "pin plank 1 r 0\n";
    const Answer answer = run({"stability", "-", "--svg", folder.file("s.svg")}, bridge);
    CHECK(answer.status == 0);
    const auto pins = rows(answer.out, "pin");
    REQUIRE(pins.size() == 1);
    CHECK(pins[0][1] == "plank");
    CHECK(pins[0][2] == "r");
    CHECK(value(pins[0], 3) == 2.0);
    CHECK(value(pins[0], 4) == 1.0);
    // The left post carries the plank somewhere in [-2, -1.5]; by moments about the pin F (2 - x) = 4 * 2.
    CHECK(value(pins[0], 6) >= 4.0 - 8.0 / 3.5 - 1e-12);
    CHECK(value(pins[0], 6) <= 2.0 + 1e-12);
    CHECK(folder.read("s.svg").find(attributes_of("pin")) != std::string::npos);
}

TEST_CASE("frameworks are for rectangles") {
    for (const std::string command : {"stability", "accelerate", "impact"})
        check_refused({command, "-", "--model", "framework4"},
                      "-: p is a polygon, but only bricks have frameworks", "polygon p 0 0 1 0 0.5 1\n");
    CHECK(run({"stability", "-", "--model", "framework4"}, "table -5 5 0\nbrick b 0 0.5 0 1 1\n").status ==
          0);
}

TEST_CASE("accelerate refuses what approaches, and names impact") {
    const std::string bounce = "table -5 5 0\nbrick b 0 0.5 0 1 1 velocity 0 -2 0\n";
    check_refused({"accelerate", "-"},
                  "-: b and table approach each other at 2 m/s: ask for the velocities after the impact "
                  "first (restraint impact)",
                  bounce);
    const Answer impact = run({"impact", "-"}, bounce);
    CHECK(impact.status == 0);
    CHECK(std::abs(value(rows(impact.out, "body").at(0), 3)) < 1e-12);  // it stops
}

TEST_CASE("every answer about contacts warns of a gap that may be meant as one") {
    const std::string above = "table -5 5 0\nbrick b 0 0.5001 0 1 1\n";
    for (const std::string command : {"stability", "accelerate", "impact", "collapse", "compare"})
        CHECK(run({command, "-"}, above).err ==
              "restraint " + command +
                  ": warning: b and table do not touch: there is a gap of 0.0001 m between them\n");
}

TEST_CASE("nobody waits for a pyramid of 10153 bricks") {
    const std::string pyramid = run({"tower", "pyramid", "142"}).out;
    for (const char* command : {"stability", "accelerate", "impact", "collapse", "compare"}) {
        const Answer answer = run({command, "-"}, pyramid);
        CHECK(answer.status == 3);
        CHECK(answer.out.empty());
        CHECK(answer.err == "restraint " + std::string(command) +
                                ": the solver gave up beforehand: 10153 bricks hang together, but at most "
                                "10000 are solved at once\n");
    }
}

TEST_CASE("a margin that rounding could turn is called nearly balanced; others are not") {
    const auto is_said = [](const std::string& scale) {
        const std::string tower = run({"tower", "harmonic", "3", "--scale", scale}).out;
        return run({"stability", "-"}, tower).out.find("\n# nearly balanced: first order cannot decide\n") !=
               std::string::npos;
    };
    // The margin falls by about half of what the scale grows by; a billionth of a brick is the limit.
    for (const char* scale : {"1", "0.9999999999", "1.0000000001"}) CHECK(is_said(scale));
    for (const char* scale : {"0.99999999", "1.00000001"}) CHECK_FALSE(is_said(scale));
}

TEST_CASE("what the solver gave up on is said: a margin by a word, anything else by an error of status 3") {
    using Kind = bricks::Margin::Kind;
    CHECK(margin_line({Kind::finite, -0.25}) == "margin -0.25\n");
    CHECK(margin_line({Kind::none, 0.0}) == "margin none\n");
    CHECK(margin_line({Kind::unbounded, 0.0}) == "margin unbounded\n");
    CHECK(margin_line({Kind::numerical, 0.0}) == "margin unknown\n");
    CHECK_NOTHROW(require_optimal(optimize::Status::optimal, "nothing"));
    CHECK_THROWS_WITH_AS(require_optimal(optimize::Status::numerical, "the force ranges"),
                         "the solver gave up on the force ranges: numerical", GaveUp);
    CHECK_THROWS_WITH_AS(require_optimal(optimize::Status::iteration_limit, "the step to t = 0.002 s"),
                         "the solver gave up on the step to t = 0.002 s: iteration_limit", GaveUp);
}

}  // namespace
}  // namespace restraint::io
