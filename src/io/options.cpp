#include "restraint/io/options.h"

#include <algorithm>
#include <sstream>

#include "restraint/io/number.h"

namespace restraint::io {

namespace {

/// The words of `text` between separators.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
    return words;
}

/// Levenshtein's distance: the fewest insertions, deletions and replacements that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

const Option& find_option(const std::vector<Option>& options, const std::string& name) {
    std::vector<std::string> names;
    for (const Option& option : options) {
        if (option.name == name) return option;
        names.push_back(option.name);
    }
    const std::string guess = nearest_word(name, names);
    throw UsageError("unknown option " + quoted(name) +
                     (guess.empty() ? "" : "; did you mean " + guess + "?"));
}

void require_choice(const Option& option, const std::string& value) {
    const std::vector<std::string> words = split(option.value, '|');
    if (words.size() > 1 && std::find(words.begin(), words.end(), value) == words.end())
        throw UsageError(option.name + " cannot be " + quoted(value) + ": it is one of " + option.value);
}

/// The standard value as text; the first word, if the option is a choice that names none.
std::string standard_value(const Option& option) {
    const std::size_t bar = option.value.find('|');
    return option.standard.empty() && bar != std::string::npos ? option.value.substr(0, bar)
                                                               : option.standard;
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

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
    std::string nearest;
    std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
    if (word.empty() || word.size() > 40) return nearest;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
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
    return parsed;
}

const std::string& Arguments::text(const std::string& option, std::size_t which) const {
    const auto given = values.find(option);
    return given != values.end() && !given->second.empty() ? given->second.at(which) : standards.at(option);
}

double Arguments::number(const std::string& option, std::size_t which) const {
    return named(option, [&] { return parse_number(text(option, which)); });
}

double Arguments::positive(const std::string& option) const {
    const double value = number(option);
    if (!(value > 0.0)) throw UsageError(option + ": " + quoted(text(option)) + " is not above 0");
    return value;
}

double Arguments::not_negative(const std::string& option) const {
    const double value = number(option);
    if (!(value >= 0.0)) throw UsageError(option + ": " + quoted(text(option)) + " is below 0");
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
