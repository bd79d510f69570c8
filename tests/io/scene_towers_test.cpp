#include <algorithm>
#include <filesystem>
#include <map>

#include "run.h"

namespace restraint::io {
namespace {

TEST_CASE("every tower in scenes/towers reads, and stands or falls as its comment says") {
    const std::map<std::string, std::string> verdicts{{"single_stable", "stable"},
                                                      {"single_unstable", "unstable"},
                                                      {"harmonic_stable", "stable"},
                                                      {"harmonic_exact", "stable"},
                                                      {"harmonic_unstable", "unstable"},
                                                      {"pyramid_2", "stable"},
                                                      {"pyramid_3", "unstable"},
                                                      {"diamond_4", "stable"},
                                                      {"diamond_5", "unstable"},
                                                      {"optimal_3", "stable"},
                                                      {"optimal_4", "stable"},
                                                      {"stack_3", "stable"},
                                                      {"wall_narrow", "unstable"},
                                                      {"bond_narrow", "unstable"},
                                                      {"polygon_heap", "unstable"},
                                                      {"pinned_pair", "unstable"},
                                                      {"stack_5", "stable"}};
    for (const auto& [tower, verdict] : verdicts) {
        const std::string& name = tower;  // a structured binding cannot be captured
        CAPTURE(name);
        const Answer answer = run({"stability", "scenes/towers/" + name + ".tower"});
        REQUIRE(rows(answer.out, "verdict").size() == 1);
        CHECK(rows(answer.out, "verdict")[0][1] == verdict);
        CHECK(answer.status == (verdict == "stable" ? 0 : 1));
    }
    for (const auto& entry : std::filesystem::directory_iterator("scenes/towers")) {
        CAPTURE(entry.path().string());
        CHECK(run({"accelerate", entry.path().string()}).status == 0);
    }
}

}  // namespace
}  // namespace restraint::io
