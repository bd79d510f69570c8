#include "restraint/io/text/scene_options.h"

#include <iostream>

namespace restraint::io {

void blew_up(double t, const std::string& because) {
    throw GaveUp("blew up at t = " + rounded(t, 12) + " s: " + because);
}

void Scene::time_knobs(double step, double time, std::size_t every) {
    moves_ = true;
    number("--step", step, "s", "time step", positive);
    number("--time", time, "s", "how long the motion lasts", not_negative);
    count("--every", every, "print every N-th step");
}

int Scene::run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
               const Work& work, double patience) const {
    return run_program(name_, out, err, [&] {
        std::vector<Option> options = common_options;
        options.push_back({"--csv", "", "", "comma-separated rows with one heading line"});
        options.insert(options.end(), knobs_.begin(), knobs_.end());
        OutputFiles files;
        const Knobs knobs{parse_arguments(options, arguments), claim_, files};
        const std::string takes = seconds_ > 0.0 ? "It takes about " + rounded(seconds_) + " s.\n" : "";
        const std::string usage = "usage: " + name_ + " [options]\n" + claim_ + "\n" + takes + "\n";
        if (tells_of_itself(knobs, usage, name_ + " of restraint", out)) return answered;
        if (!knobs.operands.empty())
            throw UsageError("unexpected " + in_quotes(knobs.operands[0]) + ": there are only options");
        files = open_outputs(knobs);
        Progress progress(name_, err, patience);
        if (moves_) require_printable(knobs.steps(), knobs.count("--every"), 1);
        Rows rows(out, {knobs.has("--csv"), moves_ ? knobs.text("--step") : "", moves_ ? knobs.steps() : 0,
                        &progress});
        std::string header = name_ + ": " + claim_ + "\n";
        for (const Option& knob : knobs_)
            if (knob.value != "FILE")  // where it is written changes nothing of what is printed
                header += (header.ends_with('\n') ? "" : "   ") + knob.name + " " + knobs.text(knob.name) +
                          (knob.unit.empty() ? "" : " " + knob.unit);
        rows.note(header);
        work(knobs, rows);
        return answered;
    });
}

int Scene::run(int argc, char** argv, const Work& work) const {
    ignore_closed_pipes();
    return run({argv + 1, argv + argc}, std::cout, std::cerr, work, patience_of_terminal());
}

}  // namespace restraint::io
