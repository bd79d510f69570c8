#include "json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace restraint::io {

std::string json(double value) {
    if (!std::isfinite(value)) throw std::invalid_argument("a film with a number that is not finite");
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
    return {buffer.data(), end.ptr};
}

std::string json(const std::string& text) {
    const char* digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '<') out += c;
        else out += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
    }
    return out + "\"";
}

std::string array_of(const std::vector<std::string>& items) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : ",") + items[i];
    return out + "]";
}

std::string numbers(std::initializer_list<double> values) {
    std::vector<std::string> items;
    for (const double value : values) items.push_back(json(value));
    return array_of(items);
}

}  // namespace restraint::io
