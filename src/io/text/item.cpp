#include "restraint/io/text/item.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "../tolerances.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/text_file.h"

namespace restraint::io {

Item::Item(std::string file, std::size_t line, std::string_view text) : file_(std::move(file)), line_(line) {
    for (const std::string_view word : words_of(text)) words_.emplace_back(word);
}

void Item::is(const std::string& what, const std::string& pattern) {
    what_ = what;
    pattern_ = ": " + pattern;
}

void Item::is_named(const std::string& name) { what_ += " " + name; }

void Item::fail(const std::string& what) const {
    fail_at(file_, line_, what_ + (what_.empty() ? "" : ": ") + what);
}

std::string Item::word(const std::string& meaning) {
    if (empty()) fail(meaning + " is missing" + pattern_);
    return words_[next_++];
}

bool Item::is_next(std::span<const std::string_view> candidates) const {
    return !empty() && std::find(candidates.begin(), candidates.end(), words_[next_]) != candidates.end();
}

template <class Parse>
auto Item::parsed(const std::string& meaning, Parse parse) {
    const std::string text = word(meaning);
    try {
        return parse(text);
    } catch (const std::invalid_argument& error) {
        fail(meaning + " " + error.what());
    }
}

double Item::number(const std::string& meaning) {
    return parsed(meaning, [](const std::string& text) {
        const double value = parse_number(text);
        if (std::abs(value) > largest_number)
            throw std::invalid_argument(in_quotes(text) + " is larger than 1e50");
        return value;
    });
}

Vec2 Item::vector(const std::string& meaning_x, const std::string& meaning_y) {
    const double x = number(meaning_x), y = number(meaning_y);
    return {x, y};
}

double Item::positive(const std::string& meaning) {
    const double value = number(meaning);
    if (value <= 0.0) fail(meaning + " " + to_text(value) + " is not above 0");
    if (value < smallest_size) fail(meaning + " " + to_text(value) + " is smaller than 1e-50");
    return value;
}

std::size_t Item::count(const std::string& meaning, std::size_t most) {
    return parsed(meaning, [most](const std::string& text) { return parse_count(text, 0, most); });
}

void Item::end() const {
    if (!empty()) fail("unexpected " + in_quotes(words_[next_]) + pattern_);
}

}  // namespace restraint::io
