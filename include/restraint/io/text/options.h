#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

/// What a value of an option must be: throws std::invalid_argument, which quotes it, if it is not.
using Check = std::function<void(const std::string&)>;
void any_number(const std::string& value);    // finite
void positive(const std::string& value);      // above 0
void not_negative(const std::string& value);  // 0 or above
void share(const std::string& value);         // 0 to 1
Check whole(std::size_t least, std::size_t most);

/// One option of a program, as `--help` shows it.
struct Option {
    std::string name;      // with its dashes: "--dt"
    std::string value;     // what follows it: "S", "FILE", "X0 X1" (two values), "rigid|framework4" (a choice
                           // of words); empty for a switch
    std::string standard;  // its values when it is not given; empty: the first word of a choice
    std::string phrase;    // what it does
    Check check{};         // of each of its values; none for words and files
    std::string unit{};    // of its value
};

/// The operands and options that a program was started with. Every value has passed the check of its option.
struct Arguments {
    std::vector<std::string> operands;
    std::map<std::string, std::vector<std::string>> values;  // option -> its values, none for a switch
    std::vector<Option> options;                             // all that there are

    /// Was the option given?
    bool has(const std::string& option) const { return values.contains(option); }
    /// Its first value, given or standard, or a further one; empty if there is none.
    std::string text(const std::string& option, std::size_t which = 0) const;
    /// That value as a number.
    double number(const std::string& option, std::size_t which = 0) const {
        return parse_number(text(option, which));
    }
    /// Its first value as a whole number.
    std::size_t count(const std::string& option) const {
        return parse_count(text(option), 0, std::numeric_limits<std::size_t>::max());
    }
    /// The place of its first value among the words of the choice, from 0: of an enumerator, if they stand in
    /// the order of its enumeration.
    std::size_t choice(const std::string& option) const;
};

/// Does the word begin with a dash? `-` alone is a file; -1 and -.5 are numbers.
bool is_option(const std::string& word);

/// Splits the arguments into operands and options, `--name value` or `--name=value`, in any order; `--` ends
/// the options; all other words are operands. Throws UsageError for an unknown option (listing those
/// there are), a missing value, an option given twice, a word that is not one of the choice, a value that
/// fails its check, and if the value of an option FILE, which will be written, leads to the file of another
/// option FILE or of an operand, however their paths are spelled.
Arguments parse_arguments(const std::vector<Option>& options, const std::vector<std::string>& arguments);

/// The files to write, by the options that name them.
using OutputFiles = std::map<std::string, OutputFile>;

/// Opens the files of all options FILE that were given: before the work, so that a path that cannot be
/// written is not found out after it. Throws OutputError.
OutputFiles open_outputs(const Arguments& given);

/// A line of `--help`: `head`, and its phrase in column `width`, on the next line if the head is longer.
std::string help_line(std::string head, const std::string& phrase, std::size_t width = 26);

/// The options of every program.
inline const std::vector<Option> common_options{{"--help", "", "", "this text"},
                                                {"--version", "", "", "the version"}};

/// Answers --help by `usage` with the options as aligned lines, --version by `name` with the version. False
/// if neither was given.
bool tells_of_itself(const Arguments& given, const std::string& usage, const std::string& name,
                     std::ostream& out);

/// The one of `all` that has the name. Throws UsageError: `WHAT "name": the MEANING are a, b, c`.
template <class Named>
const Named& find_named(const std::vector<Named>& all, const std::string& name, const std::string& what,
                        const std::string& meaning) {
    std::string names;
    for (const Named& one : all) {
        if (one.name == name) return one;
        names += (names.empty() ? "" : ", ") + one.name;
    }
    throw UsageError(what + " " + in_quotes(name) + ": " + meaning + " " + names);
}

}  // namespace restraint::io
