#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "restraint/bricks/collapse.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/position_loop.h"
#include "run.h"

namespace restraint::io {
namespace {

/// The blocks between ``` of a page.
std::vector<std::string> blocks_of(const std::string& page) {
    std::ifstream stream(page);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    std::vector<std::string> blocks;
    bool inside = false;
    for (const std::string& line : lines(text)) {
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside) blocks.emplace_back();
        } else if (inside) {
            blocks.back() += line + "\n";
        }
    }
    return blocks;
}

/// The words of a line up to a gap of two blanks, where its explanation begins.
std::vector<std::string> command_words(const std::string& line) {
    std::vector<std::string> words;
    std::istringstream stream(line.substr(0, line.find("  ")));
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

TEST_CASE("the tower that README.md shows is one") {
    std::size_t towers = 0;
    for (const std::string& block : blocks_of("README.md")) {
        if (!block.starts_with("gravity")) continue;
        CHECK_NOTHROW(read_tower(block, "README.md"));
        ++towers;
    }
    CHECK(towers == 1);
}

TEST_CASE("the tower that src/GAUSS.md computes by hand starts to fall as the page says [ROTE-Q]") {
    std::size_t towers = 0;
    for (const std::string& block : blocks_of("src/GAUSS.md")) {
        if (!block.starts_with("gravity")) continue;
        const bricks::Answer start = bricks::accelerate(read_tower(block, "src/GAUSS.md"));
        REQUIRE(start.status == optimize::Status::optimal);
        REQUIRE(start.bodies.size() == 2);
        for (const bricks::Motion& body : start.bodies)
            CHECK(std::abs(body.angular + 48 * 9.81 / 35) < 1e-13);
        CHECK(std::abs(start.bodies[0].linear.y + 6 * 9.81 / 35) < 1e-14);
        CHECK(std::abs(start.bodies[1].linear.y + 24 * 9.81 / 35) < 1e-14);
        ++towers;
    }
    CHECK(towers == 1);
}

TEST_CASE("the places of bricks on README.md's first page are those of the collapse, and mirror images") {
    // Other roundings of a solver show in the last digits, and a collapse multiplies them by up to 10^5.
    bricks::PositionLoop loop(bricks::diamond(5), {.dt = 0.002});
    std::size_t rows = 0;
    for (const std::string& block : blocks_of("README.md"))
        for (const std::string& line : lines(block)) {
            std::istringstream stream(line);
            double t = 0.0, left = 0.0, right = 0.0;
            if (!block.starts_with("# it falls") || !(stream >> t >> left >> right)) continue;
            while (loop.time() < t - 0.001) REQUIRE(loop.step().status == optimize::Status::optimal);
            CAPTURE(line);
            const std::vector<bricks::Body>& bodies = loop.tower().bodies;  // 10..14: the widest row
            CHECK(std::abs(bodies[10].pose.position.x - left) < 1e-9);
            CHECK(std::abs(bodies[14].pose.position.x - right) < 1e-9);
            CHECK(std::abs(bodies[10].pose.position.x + bodies[14].pose.position.x) < 1e-11);
            ++rows;
        }
    CHECK(rows == 4);
}

TEST_CASE("the commands that README.md shows are understood") {
    std::size_t commands = 0, options = 0;
    for (const std::string& block : blocks_of("README.md"))
        for (const std::string& line : lines(block)) {
            std::vector<std::string> words = command_words(line);
            if (words.empty() || words[0] != "build/restraint") continue;
            words.erase(words.begin());
            const bool writes = std::find(words.begin(), words.end(), "--svg") != words.end();
            const bool is_pattern =
                line.find("FILE") != std::string::npos || line.find('|') != std::string::npos;
            CAPTURE(line);
            const std::string help = run({words[0], "--help"}).out;
            for (const std::string& word : words)
                if (word.starts_with("--")) {
                    CHECK(help.find("\n  " + word) != std::string::npos);
                    ++options;
                }
            if (writes || is_pattern) continue;
            CHECK(run(words).status <= 1);  // answered, or `unstable`
            ++commands;
        }
    CHECK(commands >= 2);
    CHECK(options >= 2);
}

}  // namespace
}  // namespace restraint::io
