#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace restraint::io {

/// The shortest decimal text that reads back to the same bits, in every locale. NaN and infinities
/// come out as `nan`, `inf`, `-inf`, which parse_number refuses.
std::string to_text(double value);

/// The value as std::to_chars writes it in that format.
std::string in_format(double value, std::chars_format format, int digits);

/// `value` to `digits` significant digits, for sentences and pictures: 0.1 + 0.2 to 3 is "0.3".
std::string rounded(double value, int digits = 3);

/// The time k dt: the double nearest to k times the DECIMAL number dt, so that 3 times "0.1" is 0.3 and not
/// 0.30000000000000004. `decimal` is what parse_number reads.
double multiple_of(std::string_view decimal, std::size_t k);

/// The finite double nearest to the whole of `text`: digits with an optional sign, decimal point and
/// exponent. Throws std::invalid_argument that quotes the text and says what is wrong with it: nan, inf, a
/// decimal comma, anything left over, a value beyond the range of a double.
double parse_number(std::string_view text);

/// The whole of `text` as a whole number from `least` to `most`. Throws std::invalid_argument that says so.
std::size_t parse_count(std::string_view text, std::size_t least, std::size_t most);

/// `text` with what is not printable ASCII, and what is in `also`, as \xNN: what a user typed, in a line of
/// output. In other notations \x is another `mark`.
std::string printable(std::string_view text, const std::string& mark = "\\x", std::string_view also = "");

/// `text` in double quotes for a message of one line: printable, and cut after 40 characters.
std::string in_quotes(std::string_view text);

}  // namespace restraint::io
