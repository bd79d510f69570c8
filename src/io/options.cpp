#include "restraint/io/options.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "restraint/io/number.h"
#include "restraint/io/output_file.h"

namespace restraint::io {

namespace {

/// The words of `text` between separators.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
    return words;
}

const Option& find_option(const std::vector<Option>& options, const std::string& name) {
    std::vector<std::string> names;
    for (const Option& option : options) {
        if (option.name == name) return option;
        names.push_back(option.name);
    }
    throw UsageError("unknown option " + in_quotes(name) + ": the options are " + listed(names));
}

void require_choice(const Option& option, const std::string& value) {
    const std::vector<std::string> words = split(option.value, '|');
    if (words.size() > 1 && std::find(words.begin(), words.end(), value) == words.end())
        throw UsageError(option.name + " cannot be " + in_quotes(value) + ": it is one of " + option.value);
}

/// Throws if a file to be written is one that another option writes, or one that is read: `-` is standard
/// input, whatever file it comes from.
void require_distinct_files(const std::vector<Option>& options, const Arguments& given) {
    std::vector<std::pair<std::string, std::string>> files;  // what a message calls it, and its path
    for (const std::string& operand : given.operands)
        files.emplace_back(in_quotes(operand), operand == "-" ? "/dev/stdin" : operand);
    for (const Option& option : options) {
        if (option.value != "FILE" || !given.has(option.name)) continue;
        const std::string& path = given.text(option.name);
        for (const auto& [other, other_path] : files)
            if (is_same_file(path, other_path))
                throw UsageError(other + " and " + option.name + " name the same file");
        files.emplace_back(option.name, path);
    }
}

/// Runs a parser of number.h and puts the option's name before what it says.
template <class Parse>
auto named(const std::string& option, Parse parse) {
    try {
        return parse();
    } catch (const std::invalid_argument& error) {
        throw UsageError(option + ": " + error.what());
    }
}

}  // namespace

std::string standard_value(const Option& option) {
    const std::size_t bar = option.value.find('|');
    return option.standard.empty() && bar != std::string::npos ? option.value.substr(0, bar)
                                                               : option.standard;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

Arguments parse_arguments(const std::vector<Option>& options, const std::vector<std::string>& arguments) {
    Arguments parsed;
    for (const Option& option : options) parsed.standards[option.name] = standard_value(option);

    bool options_ended = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (options_ended || !argument.starts_with('-') || argument == "-") {
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
        const std::size_t wanted = split(option.value, ' ').size();
        while (values.size() < wanted) {
            if (i + 1 == arguments.size() || arguments[i + 1].starts_with("--"))
                throw UsageError(option.name + " needs " + (wanted == 1 ? "a value: " : "values: ") +
                                 option.value);
            values.push_back(arguments[++i]);
        }
        if (values.size() > wanted) throw UsageError(option.name + " takes no value");
        if (wanted == 1) require_choice(option, values[0]);
        // `-` would be a file of that name: only one thing can go to standard output, and that is the answer.
        if (option.value == "FILE" && (values[0].empty() || values[0] == "-"))
            throw UsageError(option.name + ": \"" + values[0] + "\" is not the name of a file");
    }
    require_distinct_files(options, parsed);
    return parsed;
}

const std::string& Arguments::text(const std::string& option, std::size_t which) const {
    const auto given = values.find(option);
    return given != values.end() && !given->second.empty() ? given->second.at(which) : standards.at(option);
}

double Arguments::number(const std::string& option, std::size_t which) const {
    return named(option, [&] { return parse_number(text(option, which)); });
}

double Arguments::positive(const std::string& option, std::size_t which) const {
    const double value = number(option, which);
    if (!(value > 0.0)) throw UsageError(option + ": " + in_quotes(text(option, which)) + " is not above 0");
    return value;
}

double Arguments::not_negative(const std::string& option) const {
    const double value = number(option);
    if (!(value >= 0.0)) throw UsageError(option + ": " + in_quotes(text(option)) + " is below 0");
    return value;
}

std::size_t Arguments::count(const std::string& option, std::size_t least, std::size_t most) const {
    return named(option, [&] { return parse_count(text(option), least, most); });
}

std::string describe(const std::vector<Option>& options) {
    constexpr std::size_t widest = 26;  // a longer option has its phrase on the next line
    std::string out;
    for (const Option& option : options) {
        std::string head = "  " + option.name + (option.value.empty() ? "" : " " + option.value);
        if (head.size() > widest) head += "\n" + std::string(widest, ' ');
        else head.resize(widest, ' ');
        out += head + "  " + option.phrase;
        const std::string standard = standard_value(option);
        out += (standard.empty() ? "" : " (" + standard + ")") + "\n";
    }
    return out;
}

}  // namespace restraint::io
