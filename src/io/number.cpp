#include "restraint/io/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>

namespace restraint::io {

std::string to_text(double value) {
    std::array<char, 32> buffer{};  // -2.2250738585072014e-308 has 24
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string printable(std::string_view text) {
    const char* digits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) out += c;
        else out += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
    }
    return out;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    return '"' + printable(text.substr(0, longest)) + (text.size() > longest ? "...\"" : "\"");
}

double parse_number(std::string_view text) {
    std::string_view digits = text;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        throw std::invalid_argument(quoted(text) + " is beyond the range of a double");
    if (error == std::errc{} && end < digits.data() + digits.size() && *end == ',')
        throw std::invalid_argument(quoted(text) + " is not a number: the decimal sign is a point");
    if (error != std::errc{} || end != digits.data() + digits.size())
        throw std::invalid_argument(quoted(text) + " is not a number");
    if (!std::isfinite(value)) throw std::invalid_argument(quoted(text) + " is not a finite number");
    return value;
}

std::size_t parse_count(std::string_view text, std::size_t least, std::size_t most) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw std::invalid_argument(quoted(text) + " is not a whole number from " + std::to_string(least) +
                                    " to " + std::to_string(most));
    return value;
}

}  // namespace restraint::io
