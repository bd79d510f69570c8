#include <ostream>

#include "restraint/bricks/compare.h"
#include "restraint/io/command_parts.h"
#include "restraint/io/subcommands.h"

namespace restraint::io {

namespace {

int run_compare(const Arguments& given, const Streams& streams) {
    const bricks::Tower tower = load_operand(given, streams);
    require_solvable(given, tower);
    const bricks::ComparisonTable table = about_file(given, [&] { return bricks::compare(tower); });
    print_warnings("compare", table.warnings, streams);
    streams.out << header("compare", "one tower through every method that should agree", given, tower)
                << "# method A method B what difference bound ok|DIFFERS\n";
    bool all_agree = true;
    for (const bricks::Comparison& row : table.rows) {
        streams.out << RowText("method")
                           .word(row.method_a)
                           .word("method")
                           .word(row.method_b)
                           .word(row.what)
                           .number(row.difference)
                           .number(row.bound)
                           .word(row.agrees() ? "ok" : "DIFFERS")
                           .line();
        all_agree = all_agree && row.agrees();
    }
    require_optimal(table.status, "the method " + table.gave_up);
    return all_agree ? answered : says_no;
}

}  // namespace

Subcommand compare_command() {
    return {"compare",
            "FILE",
            "one tower through every method that should agree, and the differences",
            "Verdict by linear program, accelerations by quadratic programs in motions, in contact forces "
            "and in\n"
            "frameworks, one step of either loop. Exit status 1 if a difference is above its bound.\n",
            {},
            run_compare};
}

}  // namespace restraint::io
