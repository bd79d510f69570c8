#include "collapse_motion.h"
#include "restraint/bricks/compare.h"
#include "restraint/io/command/command.h"

namespace restraint::io {

namespace {

/// The tower by two schemes, or with two time steps: the option and its two values.
std::vector<Film> films_of(const bricks::Tower& tower, const Arguments& given, const Streams& streams) {
    const bool steps = given.has("--steps");
    Progress progress(streams.program, streams.err, streams.patience);
    std::vector<Film> films;
    for (const std::size_t which : {0u, 1u}) {
        Arguments motion_given = given;
        motion_given.options = motion_options();
        motion_given.values[steps ? "--dt" : "--scheme"] = {
            given.text(steps ? "--steps" : "--schemes", which)};
        CollapseMotion motion(tower, motion_given);
        motion.record(settings_of(motion_given), settings_of(motion_given));
        for (std::size_t done = 1; done <= motion.steps(); ++done) {
            motion.step();
            progress.show(done, motion.steps(), which == 0 ? "steps of the first" : "steps of the second");
        }
        films.push_back(motion.film());
    }
    films[0].look =
        "The motion of the " + tower_title(given) + (steps ? " with two time steps" : " by two schemes");
    return films;
}

/// Throws UsageError for --schemes, --steps or --time without --html, and for --schemes with --steps.
void require_films(const Arguments& given) {
    for (const char* option : {"--schemes", "--steps", "--time"})
        if (given.has(option) && !given.has("--html"))
            throw UsageError(std::string(option) + " is for --html");
    if (given.has("--schemes") && given.has("--steps"))
        throw UsageError("--schemes and --steps: one of them");
    for (const std::size_t which : {0u, 1u})
        step_count(given.number("--time"), given.has("--steps") ? given.number("--steps", which) : 0.002);
}

int run_compare(const Arguments& given, const Streams& streams) {
    require_films(given);
    const bricks::Tower tower = load_operand(given, streams);
    OutputFiles files = open_outputs(given);
    const bricks::ComparisonTable table = bricks::compare(tower);
    print_warnings(table.warnings, streams);
    streams.out << header("one tower through every method that should agree", given, streams)
                << "# method A method B what difference bound ok|DIFFERS\n";
    bool all_agree = true;
    for (const bricks::Comparison& row : table.rows) {
        streams.out << text_line(' ', "method", row.method_a, "method", row.method_b, row.what,
                                 row.difference, row.bound, row.agrees() ? "ok" : "DIFFERS");
        all_agree = all_agree && row.agrees();
    }
    streams.out << tolerances_line(tower);
    for (auto& [option, page] : files) {
        page.stream() << player_page(films_of(tower, given, streams));
        page.finish();
    }
    require_optimal(table.status, "the method " + table.gave_up);
    return all_agree ? answered : says_no;
}

}  // namespace

Subcommand compare_command() {
    return {"compare",
            "one tower through every method that should agree, and the differences",
            "Verdict by linear program, accelerations by quadratic programs in motions, in contact\n"
            "forces and in frameworks, one step of either loop. Exit status 1 if a difference is above its\n"
            "bound.\n",
            {{"--html", "FILE", "", "a page that plays two motions of the tower side by side"},
             {"--schemes", "position|acceleration position|acceleration", "position acceleration",
              "the schemes of the two"},
             {"--steps", "DT1 DT2", "", "the time steps of the two, s, by the position scheme", positive},
             {"--time", "T", "2", "how long the two motions last, s", not_negative}},
            run_compare};
}

}  // namespace restraint::io
