#include "restraint/io/text/options.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "restraint/version.h"

namespace restraint::io {

namespace {

const Option& find_option(const std::vector<Option>& options, const std::string& name) {
    return find_named(options, name, "unknown option", "the options are");
}

/// Throws UsageError if the value is none of the words of `meaning`, its place in Option::value, or fails the
/// check.
void require_value(const Option& option, std::string_view meaning, const std::string& value) {
    const auto words = words_of(meaning, "|");
    if (words.size() > 1 && std::find(words.begin(), words.end(), value) == words.end())
        throw UsageError(option.name + " cannot be " + in_quotes(value) + ": it is one of " +
                         std::string(meaning));
    // `-` would be a file of that name: only one thing can go to standard output, and that is the answer.
    if (meaning == "FILE" && (value.empty() || value == "-"))
        throw UsageError(option.name + ": \"" + value + "\" is not the name of a file");
    try {
        if (option.check) option.check(value);
    } catch (const std::invalid_argument& error) {
        throw UsageError(option.name + ": " + error.what());
    }
}

/// Throws if a file to be written is one that another option writes, or one that is read: `-` is standard
/// input, whatever file it comes from.
void require_distinct_files(const Arguments& given) {
    std::vector<std::pair<std::string, std::string>> files;  // what a message calls it, and its path
    for (const std::string& operand : given.operands)
        files.emplace_back(in_quotes(operand), operand == "-" ? "/dev/stdin" : operand);
    for (const Option& option : given.options) {
        if (option.value != "FILE" || !given.has(option.name)) continue;
        const std::string path = given.text(option.name);
        for (const auto& [other, other_path] : files)
            if (is_same_file(path, other_path))
                throw UsageError(other + " and " + option.name + " name the same file");
        files.emplace_back(option.name, path);
    }
}

/// The value of an option that is not given.
std::string standard_value(const Option& option) {
    const std::size_t bar = option.value.find('|');
    return option.standard.empty() && bar != std::string::npos ? option.value.substr(0, bar)
                                                               : option.standard;
}

}  // namespace

void any_number(const std::string& value) { parse_number(value); }

void positive(const std::string& value) {
    if (!(parse_number(value) > 0.0)) throw std::invalid_argument(in_quotes(value) + " is not above 0");
}

void not_negative(const std::string& value) {
    if (!(parse_number(value) >= 0.0)) throw std::invalid_argument(in_quotes(value) + " is below 0");
}

void share(const std::string& value) {
    not_negative(value);
    if (parse_number(value) > 1.0) throw std::invalid_argument(in_quotes(value) + " is above 1");
}

Check whole(std::size_t least, std::size_t most) {
    return [=](const std::string& value) { parse_count(value, least, most); };
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word.find_first_of(".0123456789") != 1;
}

Arguments parse_arguments(const std::vector<Option>& options, const std::vector<std::string>& arguments) {
    Arguments parsed{{}, {}, options};
    bool options_ended = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (options_ended || !is_option(argument)) {
            parsed.operands.push_back(argument);
            continue;
        }
        if (argument == "--") {
            options_ended = true;
            continue;
        }
        const std::size_t equals = argument.find('=');
        const Option& option = find_option(options, argument.substr(0, equals));
        if (parsed.has(option.name)) throw UsageError(option.name + " is given twice");
        std::vector<std::string>& values = parsed.values[option.name];
        if (equals != std::string::npos) values.push_back(argument.substr(equals + 1));
        const auto meanings = words_of(option.value);
        while (values.size() < meanings.size()) {
            if (i + 1 == arguments.size() || arguments[i + 1].starts_with("--"))
                throw UsageError(option.name + " needs " + (meanings.size() == 1 ? "a value: " : "values: ") +
                                 option.value);
            values.push_back(arguments[++i]);
        }
        if (values.size() > meanings.size()) throw UsageError(option.name + " takes no value");
        for (std::size_t k = 0; k < values.size(); ++k) require_value(option, meanings[k], values[k]);
    }
    require_distinct_files(parsed);
    return parsed;
}

OutputFiles open_outputs(const Arguments& given) {
    OutputFiles files;
    for (const Option& option : given.options)
        if (option.value == "FILE" && given.has(option.name))
            files.try_emplace(option.name, given.text(option.name));
    return files;
}

std::string Arguments::text(const std::string& option, std::size_t which) const {
    const auto given = values.find(option);
    if (given != values.end()) return given->second.at(which);
    const std::string standard = standard_value(find_option(options, option));
    const auto words = words_of(standard);
    return which < words.size() ? std::string(words[which]) : "";
}

std::size_t Arguments::choice(const std::string& option) const {
    const auto words = words_of(find_option(options, option).value, "|");
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), text(option)) - words.begin());
}

std::string help_line(std::string head, const std::string& phrase, std::size_t width) {
    head = "  " + head;
    if (head.size() > width) head += "\n" + std::string(width, ' ');
    else head.resize(width, ' ');
    return head + "  " + phrase + "\n";
}

bool tells_of_itself(const Arguments& given, const std::string& usage, const std::string& name,
                     std::ostream& out) {
    const bool help = given.has("--help"), version = given.has("--version");
    if (help) out << usage;
    else if (version) out << name << " " << RESTRAINT_VERSION << "\n";
    for (const Option& option : given.options) {
        if (!help) break;
        const std::string standard = standard_value(option);
        out << help_line(option.name + (option.value.empty() ? "" : " " + option.value),
                         option.phrase + (option.unit.empty() ? "" : ", in " + option.unit) +
                             (standard.empty() ? "" : " (" + standard + ")"));
    }
    return help || version;
}

}  // namespace restraint::io
