#include "restraint/io/text/mps_record.h"

#include <array>
#include <set>
#include <stdexcept>

#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

struct Field {
    std::size_t first, last;  // columns, counted from 1
};
constexpr std::array<Field, 6> fields{{{2, 3}, {5, 12}, {15, 22}, {25, 36}, {40, 47}, {50, 61}}};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The six fields by their columns. Throws if anything stands between or behind them.
std::array<std::string_view, 6> fixed_fields(std::string_view line) {
    std::array<std::string_view, 6> found;
    std::size_t next = 0;  // the first character that no field has taken
    for (std::size_t k = 0; k <= fields.size(); ++k) {
        const std::size_t first = k < fields.size() ? fields[k].first - 1 : line.size();
        if (next < line.size()) {
            const std::string_view gap = line.substr(next, first > next ? first - next : 0);
            if (gap.find_first_not_of(' ') != std::string_view::npos)
                throw std::invalid_argument(
                    "names with blanks were found, so the fields are columns 2-3, 5-12, 15-22, 25-36, 40-47 "
                    "and "
                    "50-61; but " +
                    in_quotes(trimmed(gap)) + " stands outside of them");
        }
        if (k == fields.size()) break;
        if (first < line.size()) found[k] = trimmed(line.substr(first, fields[k].last - first));
        next = fields[k].last;
    }
    return found;
}

/// The line without a comment: a dollar sign in the first column of field 3 or 5.
std::string_view without_fixed_comment(std::string_view line) {
    for (const std::size_t k : {2u, 4u})
        if (line.size() >= fields[k].first && line[fields[k].first - 1] == '$')
            return line.substr(0, fields[k].first - 1);
    return line;
}

/// The same where fields are words: a word that begins with a dollar sign, behind the second field.
std::string_view without_free_comment(std::string_view line, std::string_view section) {
    const bool has_type = section == "ROWS" || section == "BOUNDS";
    const auto words = words_of(line);
    for (std::size_t k = has_type ? 2 : 1; k < words.size(); ++k)
        if (words[k].starts_with('$'))
            return line.substr(0, static_cast<std::size_t>(words[k].data() - line.data()));
    return line;
}

MpsRecord fixed_record(std::string_view given, std::string_view section) {
    const std::string_view line = without_fixed_comment(given);
    const auto field = fixed_fields(line);
    MpsRecord record{field[0], field[1], {}};
    if (section == "ROWS" && field[2].empty() && field[4].empty()) return record;
    record.pairs.push_back({field[2], field[3]});
    if (!field[4].empty() || !field[5].empty()) record.pairs.push_back({field[4], field[5]});
    return record;
}

/// True for what begins with a sign, a digit, a point, or is an infinity.
bool begins_a_number(std::string_view text) {
    return std::string_view("+-.0123456789").find(text[0]) != std::string_view::npos ||
           upper_case(text).starts_with("INF");
}

/// The pairs that begin at word k.
std::vector<MpsRecord::Pair> pairs_from(const std::vector<std::string_view>& words, std::size_t k) {
    std::vector<MpsRecord::Pair> pairs;
    for (; k + 1 < words.size(); k += 2) pairs.push_back({words[k], words[k + 1]});
    return pairs;
}

[[noreturn]] void wrong_count(const std::vector<std::string_view>& words, const char* pattern) {
    throw std::invalid_argument(std::to_string(words.size()) + (words.size() == 1 ? " word" : " words") +
                                ", but such a line is: " + pattern);
}

/// A bound has a type, a set that may be blank, a column, and a number that some types do not need.
MpsRecord free_bound(const std::vector<std::string_view>& words) {
    const std::string type = words.empty() ? "" : upper_case(words[0]);
    const bool needs_number = type == "UP" || type == "LO" || type == "FX";
    if (words.size() == 4) return {words[0], words[1], {{words[2], words[3]}}};
    if (words.size() == 3 && needs_number) return {words[0], {}, {{words[1], words[2]}}};
    if (words.size() == 3) return {words[0], words[1], {{words[2], {}}}};
    if (words.size() == 2 && !needs_number) return {words[0], {}, {{words[1], {}}}};
    wrong_count(words, "type, name of the set (may be missing), column, number");
}

MpsRecord free_record(std::string_view line, std::string_view section) {
    const auto words = words_of(without_free_comment(line, section));
    if (section == "ROWS") {
        if (words.size() != 2) wrong_count(words, "type, row");
        return {words[0], words[1], {}};
    }
    if (section == "BOUNDS") return free_bound(words);
    if (words.size() < 2 || words.size() > 5) wrong_count(words, "name, name, number, name, number");
    if (words.size() % 2 == 1) return {{}, words[0], pairs_from(words, 1)};
    if (section != "RHS" && section != "RANGES") wrong_count(words, "name, name, number, name, number");
    return {{}, {}, pairs_from(words, 0)};  // the name of the set is blank
}

}  // namespace

bool is_mps_comment(std::string_view line) {
    return line.starts_with('*') || line.find_first_not_of(" \t") == std::string_view::npos;
}

bool is_mps_section(std::string_view line) { return !line.starts_with(' ') && !line.starts_with('\t'); }

std::string upper_case(std::string_view word) {
    std::string result(word);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

MpsLayout mps_layout(std::span<const std::string_view> lines) {
    std::set<std::string_view> rows, columns;
    std::string section;
    const auto makes_sense = [&](std::string_view line, MpsLayout layout) {
        try {
            const MpsRecord record = mps_record(line, section, layout);
            const std::set<std::string_view>& names =
                section == "BOUNDS" || section.starts_with('Q') ? columns : rows;
            for (const auto& [name, value] : record.pairs) {
                const bool known = layout == MpsLayout::fixed ? !name.empty() : names.contains(name);
                if (!known && (section != "COLUMNS" || name.empty())) return false;
                if (value.empty() ? section != "BOUNDS" : !begins_a_number(value)) return false;
            }
            return true;
        } catch (const std::invalid_argument&) {
            return false;
        }
    };
    for (const std::string_view line : lines) {
        if (is_mps_comment(line)) continue;
        const auto words = words_of(line);
        if (is_mps_section(line)) {
            section = upper_case(words[0]);
            if (section == "ENDATA") break;
            continue;
        }
        if (section.empty() || section == "NAME" || section == "OBJSENSE") continue;
        if (!makes_sense(line, MpsLayout::free) && makes_sense(line, MpsLayout::fixed))
            return MpsLayout::fixed;
        if (section == "ROWS" && words.size() > 1) rows.insert(words[1]);
        if (section == "COLUMNS") columns.insert(words[0]);
    }
    return MpsLayout::free;
}

MpsRecord mps_record(std::string_view line, std::string_view section, MpsLayout layout) {
    return layout == MpsLayout::fixed ? fixed_record(line, section) : free_record(line, section);
}

}  // namespace restraint::io
