#include "restraint/io/text/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>

namespace restraint::io {

std::string to_text(double value) {
    std::array<char, 32> buffer{};  // -2.2250738585072014e-308 has 24
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string in_format(double value, std::chars_format format, int digits) {
    std::array<char, 400> buffer{};  // 1e308 has 309 digits before its point
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, digits).ptr;
    return {buffer.data(), end};
}

std::string rounded(double value, int digits) {
    return in_format(value + 0.0, std::chars_format::general, digits);  // + 0: no -0
}

std::string printable(std::string_view text, const std::string& mark, std::string_view also) {
    const char* digits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f && also.find(c) == std::string_view::npos) out += c;
        else out += mark + digits[byte >> 4] + digits[byte & 15];
    }
    return out;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 40;
    return '"' + printable(text.substr(0, longest)) + (text.size() > longest ? "...\"" : "\"");
}

namespace {

/// A decimal number: sign digits * 10^exponent.
struct Decimal {
    std::string sign, digits;
    long exponent = 0;
};

/// Splits `text`: an optional sign, digits with an optional point, an optional exponent.
Decimal decimal_of(std::string_view text) {
    Decimal result;
    std::size_t at = 0;
    const auto take = [&](std::string_view any) {
        return at < text.size() && any.find(text[at]) != std::string_view::npos ? text[at++] : '\0';
    };
    if (take("+-") == '-') result.sign = "-";
    const auto take_digits = [&] {
        while (const char digit = take("0123456789")) result.digits += digit;
    };
    take_digits();
    const std::size_t whole = result.digits.size();
    if (take(".")) take_digits();
    bool is_number = !result.digits.empty();
    result.exponent = -static_cast<long>(result.digits.size() - whole);
    if (is_number && take("eE")) {
        const bool negative = take("+-") == '-';
        const std::size_t start = at;
        long exponent = 0;
        while (const char digit = take("0123456789"))
            exponent = std::min(10 * exponent + (digit - '0'), 1000000L);
        is_number = at > start;
        result.exponent += negative ? -exponent : exponent;
    }
    if (is_number && at < text.size() && text[at] == ',')
        throw std::invalid_argument(in_quotes(text) + " is not a number: the decimal sign is a point");
    if (!is_number || at < text.size()) throw std::invalid_argument(in_quotes(text) + " is not a number");
    return result;
}

}  // namespace

double parse_number(std::string_view text) {
    const std::string_view word = text.substr(text.starts_with('-') ? 1 : 0);
    if (word == "nan" || word == "inf" || word == "infinity")
        throw std::invalid_argument(in_quotes(text) + " is not a finite number");
    const Decimal decimal = decimal_of(text);
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    double value = 0.0;
    stream >> value;  // nearest to the decimal number; beyond the range the largest double or infinity
    const bool is_zero = decimal.digits.find_first_not_of('0') == std::string::npos;
    const bool is_too_large = stream.fail() && !(std::abs(value) < std::numeric_limits<double>::max());
    if (is_too_large || (value == 0.0 && !is_zero))
        throw std::invalid_argument(in_quotes(text) + " is beyond the range of a double");
    return value;
}

double multiple_of(std::string_view decimal, std::size_t k) {
    const Decimal dt = decimal_of(decimal);
    std::string product;  // of the digits and k, from the last digit to the first
    std::size_t carry = 0;
    for (auto digit = dt.digits.rbegin(); digit != dt.digits.rend() || carry > 0; carry /= 10) {
        if (digit != dt.digits.rend()) carry += static_cast<std::size_t>(*digit++ - '0') * k;
        product.insert(product.begin(), static_cast<char>('0' + carry % 10));
    }
    return parse_number(dt.sign + product + "e" + std::to_string(dt.exponent));
}

std::size_t parse_count(std::string_view text, std::size_t least, std::size_t most) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw std::invalid_argument(in_quotes(text) + " is not a whole number from " + std::to_string(least) +
                                    " to " + std::to_string(most));
    return value;
}

}  // namespace restraint::io
