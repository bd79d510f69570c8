#include "restraint/io/text/scene_options.h"

#include <algorithm>
#include <iostream>

#include "restraint/version.h"

namespace restraint::io {

void blew_up(double t, const std::string& because) {
    throw GaveUp("blew up at t = " + rounded(t, 12) + " s: " + because);
}

Scene::Scene(std::string name, std::string claim) : name_(std::move(name)), claim_(std::move(claim)) {}

void Scene::number(const std::string& name, double standard, const std::string& unit,
                   const std::string& phrase) {
    knobs_.push_back({name, "X", to_text(standard), phrase, any_number, unit});
}

void Scene::positive(const std::string& name, double standard, const std::string& unit,
                     const std::string& phrase) {
    knobs_.push_back({name, "X", to_text(standard), phrase, io::positive, unit});
}

void Scene::not_negative(const std::string& name, double standard, const std::string& unit,
                         const std::string& phrase) {
    knobs_.push_back({name, "X", to_text(standard), phrase, io::not_negative, unit});
}

void Scene::share(const std::string& name, double standard, const std::string& phrase) {
    knobs_.push_back({name, "X", to_text(standard), phrase + ", 0 to 1", io::share});
}

void Scene::count(const std::string& name, std::size_t standard, const std::string& phrase, std::size_t least,
                  std::size_t most) {
    knobs_.push_back({name, "N", std::to_string(standard), phrase, whole(least, most)});
}

void Scene::choice(const std::string& name, const std::string& words, const std::string& phrase) {
    knobs_.push_back({name, words, "", phrase});
}

void Scene::file(const std::string& name, const std::string& phrase) {
    knobs_.push_back({name, "FILE", "", phrase});
}

void Scene::time_knobs(double step, double time, std::size_t every) {
    positive("--step", step, "s", "time step");
    not_negative("--time", time, "s", "how long the motion lasts");
    count("--every", every, "print every N-th step");
}

std::vector<Option> Scene::options() const {
    std::vector<Option> options{{"--help", "", "", "this text"},
                                {"--version", "", "", "the version"},
                                {"--csv", "", "", "comma-separated rows with one heading line"}};
    options.insert(options.end(), knobs_.begin(), knobs_.end());
    return options;
}

std::string Scene::header(const Arguments& arguments) const {
    std::string parameters;
    for (const Option& knob : knobs_)
        if (knob.value != "FILE")  // where it is written changes nothing of what is printed
            parameters += (parameters.empty() ? "" : "   ") + knob.name + " " + arguments.text(knob.name) +
                          (knob.unit.empty() ? "" : " " + knob.unit);
    return name_ + ": " + claim_ + "\n" + parameters;
}

int Scene::run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
               const Body& body, double patience) const {
    return run_program(name_, out, err, [&] {
        const Knobs knobs{parse_arguments(options(), arguments), claim_};
        if (knobs.has("--help")) {
            out << "usage: " << name_ << " [options]\n"
                << claim_ << "\n"
                << (seconds_ > 0.0 ? "It takes about " + rounded(seconds_) + " s.\n\n" : "\n")
                << describe(options());
            return answered;
        }
        if (knobs.has("--version")) {
            out << name_ << " of restraint " << RESTRAINT_VERSION << "\n";
            return answered;
        }
        if (!knobs.operands.empty())
            throw UsageError("unexpected " + in_quotes(knobs.operands[0]) + ": there are only options");
        const auto declares = [&](const std::string& name) {
            return std::any_of(knobs_.begin(), knobs_.end(),
                               [&](const Option& knob) { return knob.name == name; });
        };
        const bool moves = declares("--time") && declares("--step");
        if (moves && declares("--every")) require_printable(knobs.steps(), knobs.count("--every"), 1);
        Progress progress(name_, err, patience);
        Rows rows(out, {knobs.has("--csv"), moves ? knobs.text("--step") : "", moves ? knobs.steps() : 0,
                        &progress});
        rows.note(header(knobs));
        body(knobs, rows);
        return answered;
    });
}

int Scene::run(int argc, char** argv, const Body& body) const {
    ignore_closed_pipes();
    return run({argv + 1, argv + argc}, std::cout, std::cerr, body, patience_of_terminal());
}

}  // namespace restraint::io
