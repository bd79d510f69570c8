#include "restraint/bricks/contacts.h"
#include "restraint/bricks/generators.h"
#include "restraint/io/command/command.h"
#include "restraint/io/text/tower_file.h"

namespace restraint::io {

namespace {

using Numbers = std::vector<std::size_t>;

/// A kind of tower, and what its numbers mean.
struct TowerKind {
    std::string name;
    std::vector<std::string> numbers;  // names of N...
    Numbers standard;
    std::string phrase;
    std::function<bricks::Tower(const Numbers&, double)> make;
};

/// A generator of bricks/generators.h, as TowerKind::make.
auto of(bricks::Tower (*make)(double)) {
    return [make](const Numbers&, double scale) { return make(scale); };
}
auto of(bricks::Tower (*make)(std::size_t, double)) {
    return [make](const Numbers& n, double scale) { return make(n[0], scale); };
}
auto of(bricks::Tower (*make)(std::size_t, std::size_t, double)) {
    return [make](const Numbers& n, double scale) { return make(n[0], n[1], scale); };
}

std::vector<TowerKind> kinds() {
    using namespace bricks;
    return {
        {"single", {}, {}, "one brick, reaching half its width over the edge", of(single)},
        {"harmonic", {"BRICKS"}, {4}, "one on another, the i-th from the top by 1/(2i)", of(harmonic)},
        {"stack", {"K"}, {3}, "Paterson's and Zwick's parabolic stack, reaching K/2", of(parabolic_stack)},
        {"optimal", {"BRICKS"}, {4}, "the stack of 1 to 5 bricks that reaches farthest", of(optimal_stack)},
        {"pyramid", {"ROWS"}, {3}, "inverted: rows of 1, 2, 3, ... bricks", of(inverted_pyramid)},
        {"diamond", {"N"}, {5}, "rows of 1, 2, ..., N, ..., 2, 1 bricks", of(diamond)},
        {"wall", {"ROWS", "COLUMNS"}, {5, 5}, "running bond, half bricks end every second row", of(wall)},
        {"bond", {"ROWS", "COLUMNS"}, {5, 5}, "stack bond: column beside column", of(stack_bond)},
    };
}

std::string details() {
    std::string text = "KIND and its numbers, with what they are if left out:\n";
    for (const TowerKind& kind : kinds()) {
        std::string head = kind.name;
        for (std::size_t i = 0; i < kind.numbers.size(); ++i)
            head += " " + kind.numbers[i] + "=" + std::to_string(kind.standard[i]);
        text += help_line(head, kind.phrase);
    }
    return text +
           "\nBricks are 1 x 1/4 m, of density 1, on a table with its top at y = 0. The first four reach\n"
           "over the table's right edge at x = 0: scale 1 is the critical overhang, exactly balanced,\n"
           "and S multiplies it. The others are symmetric about x = 0 on a wide table: S multiplies the\n"
           "horizontal distances of the bricks' centres; above 1 there are gaps.\n";
}

int run(const Arguments& given, const Streams& streams) {
    if (given.operands.empty()) throw UsageError("KIND is missing");
    const std::vector<TowerKind> all = kinds();
    const TowerKind& kind = find_named(all, given.operands[0], "there is no tower", "KIND is one of");
    Numbers numbers = kind.standard;
    for (std::size_t i = 1; i < given.operands.size(); ++i) {
        if (i > kind.numbers.size()) throw UsageError("unexpected " + in_quotes(given.operands[i]));
        try {
            numbers[i - 1] = parse_count(given.operands[i], 1, 100000);
        } catch (const std::invalid_argument& error) {
            throw UsageError(kind.numbers[i - 1] + " " + error.what());
        }
    }
    bricks::Tower tower = kind.make(numbers, given.number("--scale"));
    if (given.has("--table")) {
        bricks::Table& table = tower.tables[0];
        table.x_left = given.number("--table", 0);
        table.x_right = given.number("--table", 1);
        if (!(table.x_left < table.x_right)) throw UsageError("--table: X0 must be below X1");
    }
    bricks::find_contacts(tower);  // throws if the scale makes neighbours overlap
    streams.out << header(kind.phrase, given, streams) << tower_text(tower);
    return answered;
}

}  // namespace

Subcommand tower_command() {
    return {"tower",
            "print a well-known tower as a tower file",
            details(),
            {{"--scale", "S", "1", "stretch it; see above", positive},
             {"--table", "X0 X1", "", "a table from X0 to X1 instead of its own", any_number}},
            run,
            "KIND [N...]"};
}

}  // namespace restraint::io
