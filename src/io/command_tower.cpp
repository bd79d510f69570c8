#include <ostream>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/generators.h"
#include "restraint/io/command.h"
#include "restraint/io/number.h"
#include "restraint/io/tower_file.h"

namespace restraint::io {

namespace {

/// A kind of tower, and what its numbers mean.
struct Kind {
    std::string name;
    std::vector<std::string> numbers;  // names of N...
    std::vector<std::size_t> standard;
    std::string phrase;
    std::function<bricks::Tower(const std::vector<std::size_t>&, double)> make;
};

using Numbers = const std::vector<std::size_t>&;

Kind one_number(const std::string& name, const std::string& number, std::size_t standard,
                const std::string& phrase, bricks::Tower (*make)(std::size_t, double)) {
    return {
        name, {number}, {standard}, phrase, [make](Numbers n, double scale) { return make(n[0], scale); }};
}

Kind rows_and_columns(const std::string& name, const std::string& phrase,
                      bricks::Tower (*make)(std::size_t, std::size_t, double)) {
    return {name, {"ROWS", "COLUMNS"}, {5, 5}, phrase, [make](Numbers n, double scale) {
                return make(n[0], n[1], scale);
            }};
}

std::vector<Kind> kinds() {
    using namespace bricks;
    return {
        {"single",
         {},
         {},
         "one brick, reaching half its width over the edge",
         [](Numbers, double scale) { return single(scale); }},
        one_number("harmonic", "BRICKS", 4, "one on another, the i-th from the top by 1/(2i)", harmonic),
        one_number("stack", "K", 3, "Paterson's and Zwick's parabolic stack, reaching K/2", parabolic_stack),
        one_number("optimal", "BRICKS", 4, "the stack of 1 to 5 bricks that reaches farthest", optimal_stack),
        one_number("pyramid", "ROWS", 3, "inverted: rows of 1, 2, 3, ... bricks", inverted_pyramid),
        one_number("diamond", "N", 5, "rows of 1, 2, ..., N, ..., 2, 1 bricks", diamond),
        rows_and_columns("wall", "running bond, half bricks at the ends of every second row", wall),
        rows_and_columns("bond", "stack bond: column beside column", stack_bond),
    };
}

std::string details() {
    std::string text = "KIND and its numbers, with what they are if left out:\n";
    for (const Kind& kind : kinds()) {
        std::string head = "  " + kind.name;
        for (std::size_t i = 0; i < kind.numbers.size(); ++i)
            head += " " + kind.numbers[i] + "=" + std::to_string(kind.standard[i]);
        if (head.size() < 26) head.resize(26, ' ');
        text += head + "  " + kind.phrase + "\n";
    }
    return text +
           "\nBricks are 1 x 1/4 m, of density 1, on a table with its top at y = 0. The first four reach "
           "over the\n"
           "table's right edge at x = 0: scale 1 is the critical overhang, exactly balanced, and S "
           "multiplies\n"
           "it. The others are symmetric about x = 0 on a wide table: S multiplies the horizontal distances "
           "of\n"
           "the bricks' centres; above 1 there are gaps.\n";
}

bricks::Tower make(const Kind& kind, std::vector<std::size_t> numbers, const Arguments& given) {
    for (std::size_t i = numbers.size(); i < kind.standard.size(); ++i) numbers.push_back(kind.standard[i]);
    bricks::Tower tower = kind.make(numbers, given.number("--scale"));
    if (given.has("--table")) {
        bricks::Table& table = tower.tables[0];
        table.x_left = given.number("--table", 0);
        table.x_right = given.number("--table", 1);
        if (!(table.x_left < table.x_right)) throw UsageError("--table: X0 must be below X1");
    }
    return tower;
}

std::size_t parse_named(const std::string& name, const std::string& text) {
    try {
        return parse_count(text, 1, 100000);
    } catch (const std::invalid_argument& error) {
        throw UsageError(name + " " + error.what());
    }
}

int run(const Arguments& given, const Streams& streams) {
    if (given.operands.empty()) throw UsageError("KIND is missing");
    const std::vector<Kind> all = kinds();
    const Kind& kind = find_named(all, given.operands[0], "there is no tower", "KIND is one of");
    std::vector<std::size_t> numbers;
    std::string title = "restraint tower " + kind.name;
    for (std::size_t i = 1; i < given.operands.size(); ++i) {
        if (i > kind.numbers.size()) throw UsageError("unexpected " + in_quotes(given.operands[i]));
        numbers.push_back(parse_named(kind.numbers[i - 1], given.operands[i]));
        title += " " + given.operands[i];
    }
    const bricks::Tower tower = make(kind, numbers, given);
    bricks::find_contacts(tower);  // throws if the scale makes neighbours overlap
    if (given.has("--scale")) title += " --scale " + given.text("--scale");
    streams.out << tower_text(tower, title + ": " + kind.phrase);
    return answered;
}

}  // namespace

Subcommand tower_command() {
    return {"tower",
            "KIND [N...]",
            "print a well-known tower as a tower file",
            details(),
            {{"--scale", "S", "1", "stretch it; see above", positive},
             {"--table", "X0 X1", "", "a table from X0 to X1 instead of its own", any_number}},
            run};
}

}  // namespace restraint::io
