#include "restraint/io/text/scene_options.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>

#include "../tolerances.h"
#include "restraint/io/text/text_row.h"
#include "restraint/version.h"

namespace restraint::io {

void Rows::print(const std::string& text) {
    if (style_.progress) style_.progress->clear();
    write(out_, text);
}

void Rows::note(const std::string& text) {
    if (style_.comma_separated) return;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) print("# " + line + "\n");
}

void Rows::conclude(const std::string& sentence) { note("conclusion: " + sentence + "."); }

void Rows::columns(const std::vector<std::string>& names) {
    std::string line;
    for (const std::string& name : names)
        line += (line.empty() ? "" : style_.comma_separated ? "," : "  ") + name;
    columns_ = names;
    print((style_.comma_separated ? "" : "# ") + line + "\n");
}

void Rows::progress(std::size_t done, std::size_t all, const char* units) {
    if (style_.progress) style_.progress->show(done, all, units);
}

/// The time as text: k dt, if it is that but for k roundings.
std::string Rows::time(double t) const {
    const double steps = style_.step.empty() ? 0.0 : std::round(t / parse_number(style_.step));
    if (!(steps >= 1.0 && steps <= 1e9)) return to_text(t);
    const auto k = static_cast<std::size_t>(steps);
    const double in_decimals = multiple_of(style_.step, k);
    return to_text(std::abs(t - in_decimals) <= (steps + 1.0) * summed_time * t ? in_decimals : t);
}

void Rows::row(const std::vector<double>& numbers) {
    if (numbers.size() != columns_.size())
        throw std::invalid_argument("a row has " + std::to_string(numbers.size()) +
                                    " numbers, but there are " + std::to_string(columns_.size()) +
                                    " columns");
    TextRow line(style_.comma_separated ? ',' : ' ');
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            throw GaveUp("blew up: " + columns_[i] + " is not finite in the row that begins with " +
                         to_text(numbers[0]));
        if (i == 0 && columns_[0] == "t[s]") line << time(numbers[0]);
        else line << numbers[i];
    }
    print(line.line());
    ++rows_in_block_;
    if (style_.steps > 0 && columns_[0] == "t[s]")
        progress(static_cast<std::size_t>(numbers[0] / parse_number(style_.step)), style_.steps);
}

void Rows::end_block() {
    if (rows_in_block_ != 1 && !style_.comma_separated) print("\n");
    rows_in_block_ = 0;
}

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
