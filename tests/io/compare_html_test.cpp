#include "run.h"

namespace restraint::io {
namespace {

const std::string tips = "table -5 0 0\nbrick b 0.1 0.125 0 1 0.25\n";

TEST_CASE("a film has 60 frames a second, but not more than 1200 behind the first") {
    const Folder folder;
    // 3000 steps of 0.01 s: every third one is a frame. Every second one would make 1500.
    CHECK(run({"collapse", "-", "--time", "30", "--dt", "0.01", "--html", folder.file("long.html")},
              "table -5 0 0\nbrick b -1 0.125 0 1 0.25\n")
              .status == 0);
    CHECK(count(folder.read("long.html"), "\"poses\":") == 1 + 1000);
}

TEST_CASE("compare --html: two motions of one tower in one page, by two schemes or with two time steps") {
    const Folder folder;
    const std::string page = folder.file("two.html");
    // 0.1 s in steps of 0.002 s: frames at 0, at every 8th of the 50 steps, and at the last.
    CHECK(run({"compare", "-", "--html", page, "--time", "0.1"}, tips).status == 0);
    std::string text = folder.read("two.html");
    CHECK(count(text, "\"poses\":") == 2 * 8);
    CHECK(text.find("\"title\":\"rigid model, position scheme, dt = 0.002 s\"") != std::string::npos);
    CHECK(text.find("\"title\":\"rigid model, acceleration scheme, dt = 0.002 s\"") != std::string::npos);
    CHECK(text.find("\"look\":\"The motion of the tower from standard input by two schemes\"") !=
          std::string::npos);
    // 0.05 s and 0.025 s are longer than a sixtieth of a second: every step is a frame.
    CHECK(run({"compare", "-", "--html", page, "--time", "0.1", "--steps", "0.05", "0.025"}, tips).status ==
          0);
    text = folder.read("two.html");
    CHECK(count(text, "\"poses\":") == 3 + 5);
    CHECK(text.find("position scheme, dt = 0.05 s") != std::string::npos);
    CHECK(text.find("position scheme, dt = 0.025 s") != std::string::npos);
    CHECK(run({"compare", "-", "--html", page, "--schemes", "acceleration", "position", "--time", "0"}, tips)
              .status == 0);
    CHECK(folder.read("two.html").find("\"title\":\"rigid model, acceleration") <
          folder.read("two.html").find("\"title\":\"rigid model, position"));
}

TEST_CASE("compare: what cannot be played is refused") {
    check_refused({"compare", "-"},
                  {
                      {{"--schemes", "position", "acceleration"}, "--schemes is for --html"},
                      {{"--steps", "1", "2"}, "--steps is for --html"},
                      {{"--time", "1"}, "--time is for --html"},
                      {{"--html", "x", "--steps", "1", "2", "--schemes", "position", "position"},
                       "--schemes and --steps: one of them"},
                      {{"--html", "x", "--schemes", "position", "figure7"},
                       "--schemes cannot be \"figure7\": it is one of position|acceleration"},
                      {{"--html", "x", "--time", "0.0005"}, "a time of 5e-04 s has no step of 0.002 s"},
                      {{"--html", "x", "--steps", "0.1", "5"}, "a time of 2 s has no step of 5 s"},
                      {{"--html", "x", "--steps", "0.01", "0"}, "--steps: \"0\" is not above 0"},
                      {{"--html", "x", "--schemes", "position"},
                       "--schemes needs values: position|acceleration position|acceleration"},
                  },
                  tips);
}

}  // namespace
}  // namespace restraint::io
