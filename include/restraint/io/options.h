#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "restraint/io/errors.h"

namespace restraint::io {

/// One option of a program, as `--help` shows it.
struct Option {
    std::string name;      // with its dashes: "--dt"
    std::string value;     // what follows it: "S", "FILE", "X0 X1" (two values), "rigid|framework4" (a choice
                           // of words); empty for a switch
    std::string standard;  // the value that it has when it is not given; empty: none
    std::string phrase;    // what it does
};

/// What stood behind the name of the program. The accessors throw UsageError if the value is not what they
/// promise.
struct Arguments {
    std::vector<std::string> operands;
    std::map<std::string, std::vector<std::string>> values;  // option -> its values, none for a switch

    /// Was the option given?
    bool has(const std::string& option) const { return values.contains(option); }
    /// Its first value, given or standard; or a further one, which must have been given.
    const std::string& text(const std::string& option, std::size_t which = 0) const;
    /// That value as a finite number.
    double number(const std::string& option, std::size_t which = 0) const;
    /// That value as a number above 0.
    double positive(const std::string& option, std::size_t which = 0) const;
    /// Its first value as a number that is 0 or above.
    double not_negative(const std::string& option) const;
    /// Its first value as a whole number from `least` to `most`.
    std::size_t count(const std::string& option, std::size_t least, std::size_t most) const;

    std::map<std::string, std::string> standards;
};

/// Splits the arguments into operands and options, `--name value` or `--name=value`, in any order; `--` ends
/// the options, and `-` is an operand. Throws UsageError for an unknown option (listing those there are), a
/// missing value, an option given twice, a word that is not one of the choice, and if the value of an option
/// FILE, which will be written, is the same file as another of them or as an operand, however they are
/// spelled.
Arguments parse_arguments(const std::vector<Option>& options, const std::vector<std::string>& arguments);

/// The options as aligned lines for `--help`, each with its phrase and standard value.
std::string describe(const std::vector<Option>& options);

/// The value of an option that is not given: the first word, if it is a choice that names none.
std::string standard_value(const Option& option);

/// The words with commas between them.
std::string listed(const std::vector<std::string>& words);

}  // namespace restraint::io
