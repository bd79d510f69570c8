#include "restraint/io/scene_options.h"

#include <cerrno>
#include <cmath>
#include <iostream>
#include <sstream>

#include "restraint/io/number.h"
#include "restraint/io/output_file.h"
#include "restraint/io/program.h"
#include "restraint/version.h"

namespace restraint::io {

double Knobs::number(const std::string& name) const { return numbers_.at(name); }
std::size_t Knobs::count(const std::string& name) const { return counts_.at(name); }
const std::string& Knobs::word(const std::string& name) const { return words_.at(name); }
std::size_t Knobs::steps() const { return step_count(number("--time"), number("--step")); }

void Rows::note(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out_ << "# " << line << "\n";
}

void Rows::columns(const std::vector<std::string>& names) {
    columns_ = names;
    out_ << "#";
    for (std::size_t i = 0; i < names.size(); ++i) out_ << (i == 0 ? " " : "  ") << names[i];
    out_ << "\n";
}

void Rows::row(const std::vector<double>& numbers) {
    if (numbers.size() != columns_.size())
        throw std::invalid_argument("a row has " + std::to_string(numbers.size()) +
                                    " numbers, but there are " + std::to_string(columns_.size()) +
                                    " columns");
    std::string line;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            throw GaveUp("blew up: " + columns_[i] + " is not finite in the row that begins with " +
                         to_text(numbers[0]));
        line += (i == 0 ? "" : " ") + to_text(numbers[i]);
    }
    errno = 0;
    out_ << line << "\n";
    if (!out_) require_written(out_);
}

void Rows::blank() { out_ << "\n"; }

void blew_up(double t, const std::string& because) {
    throw GaveUp("blew up at t = " + to_text(t) + " s: " + because);
}

Scene::Scene(std::string name, std::string claim) : name_(std::move(name)), claim_(std::move(claim)) {}

void Scene::declare(Knob::Kind kind, const std::string& name, double standard, const std::string& unit,
                    const std::string& phrase) {
    const std::string with_unit = phrase + (unit.empty() ? "" : ", in " + unit);
    knobs_.push_back({kind, {name, "X", to_text(standard), with_unit}, unit});
}

void Scene::number(const std::string& name, double standard, const std::string& unit,
                   const std::string& phrase) {
    declare(Knob::Kind::number, name, standard, unit, phrase);
}

void Scene::positive(const std::string& name, double standard, const std::string& unit,
                     const std::string& phrase) {
    declare(Knob::Kind::positive, name, standard, unit, phrase);
}

void Scene::not_negative(const std::string& name, double standard, const std::string& unit,
                         const std::string& phrase) {
    declare(Knob::Kind::not_negative, name, standard, unit, phrase);
}

void Scene::count(const std::string& name, std::size_t standard, const std::string& phrase, std::size_t least,
                  std::size_t most) {
    knobs_.push_back({Knob::Kind::count, {name, "N", std::to_string(standard), phrase}, "", least, most});
}

void Scene::choice(const std::string& name, const std::string& words, const std::string& phrase) {
    knobs_.push_back({Knob::Kind::choice, {name, words, words.substr(0, words.find('|')), phrase}, ""});
}

void Scene::file(const std::string& name, const std::string& phrase) {
    knobs_.push_back({Knob::Kind::file, {name, "FILE", "", phrase}, ""});
}

void Scene::time_knobs(double step, double time, std::size_t every) {
    positive("--step", step, "s", "time step");
    not_negative("--time", time, "s", "how long the motion lasts");
    count("--every", every, "print every N-th step");
}

std::vector<Option> Scene::options() const {
    std::vector<Option> options{{"--help", "", "", "this text"}, {"--version", "", "", "the version"}};
    for (const Knob& knob : knobs_) options.push_back(knob.option);
    return options;
}

Knobs Scene::read(const Arguments& arguments) const {
    if (!arguments.operands.empty())
        throw UsageError("unexpected " + quoted(arguments.operands[0]) + ": there are only options");
    Knobs knobs;
    for (const Knob& knob : knobs_) {
        const std::string& name = knob.option.name;
        switch (knob.kind) {
            case Knob::Kind::number:
                knobs.numbers_[name] = arguments.number(name);
                break;
            case Knob::Kind::positive:
                knobs.numbers_[name] = arguments.positive(name);
                break;
            case Knob::Kind::not_negative:
                knobs.numbers_[name] = arguments.not_negative(name);
                break;
            case Knob::Kind::count:
                knobs.counts_[name] = arguments.count(name, knob.least, knob.most);
                break;
            case Knob::Kind::choice:
                knobs.words_[name] = arguments.text(name);
                break;
            case Knob::Kind::file:
                knobs.words_[name] = arguments.has(name) ? arguments.text(name) : "";
                break;
        }
    }
    if (knobs.numbers_.contains("--time") && knobs.numbers_.contains("--step")) knobs.steps();
    return knobs;
}

std::string Scene::header(const Arguments& arguments) const {
    std::string parameters;
    for (const Knob& knob : knobs_)
        if (knob.kind != Knob::Kind::file)  // where it is written changes nothing of what is printed
            parameters += (parameters.empty() ? "" : "   ") + knob.option.name + " " +
                          arguments.text(knob.option.name) + (knob.unit.empty() ? "" : " " + knob.unit);
    return name_ + ": " + claim_ + "\n" + parameters;
}

int Scene::run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
               const Body& body) const {
    return run_program(name_, out, err, [&] {
        const Arguments given = parse_arguments(options(), arguments);
        if (given.has("--help"))
            out << "usage: " << name_ << " [options]\n" << claim_ << "\n\n" << describe(options());
        else if (given.has("--version")) out << name_ << " of restraint " << RESTRAINT_VERSION << "\n";
        else {
            const Knobs knobs = read(given);
            Rows rows(out);
            rows.note(header(given));
            body(knobs, rows);
        }
        return answered;
    });
}

int Scene::run(int argc, char** argv, const Body& body) const {
    ignore_closed_pipes();
    remove_unfinished_files_on_signals();
    return run(std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr, body);
}

}  // namespace restraint::io
