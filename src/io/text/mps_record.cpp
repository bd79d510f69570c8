#include "mps_record.h"

#include <algorithm>

#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

std::string upper_case(std::string_view word) {
    std::string result(word);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

MpsRecord free_record(std::string_view line, std::string_view section) {
    const bool rows = section == "ROWS", bounds = section == "BOUNDS";
    std::vector<std::string_view> words = words_of(line);
    const std::ptrdiff_t names = std::min<std::ptrdiff_t>(rows || bounds ? 2 : 1, std::ssize(words));
    words.erase(std::find_if(words.begin() + names, words.end(), [](auto word) { return word[0] == '$'; }),
                words.end());
    const std::size_t count = words.size();
    MpsRecord record;
    if ((rows || bounds) && count > 0) {
        record.type = upper_case(words[0]);
        words.erase(words.begin());
    }
    const std::string& type = record.type;
    if (bounds && words.size() < 3 && type != "LO" && type != "UP" && type != "FX") words.push_back({});
    // What is left is a head, and one or two pairs; the name of a set may be blank.
    const bool set_may_be_blank = bounds || section == "RHS" || section == "RANGES";
    const bool has_head = words.size() % 2 == 1;
    const std::size_t least = rows ? 1 : 2, most = rows ? 1 : bounds ? 3 : 5;
    if (words.size() < least || words.size() > most || !(has_head || set_may_be_blank))
        throw std::invalid_argument(std::to_string(count) + (count == 1 ? " word" : " words") +
                                    ", but such a line is: " +
                                    (rows     ? "type, row"
                                     : bounds ? "type, name of the set (may be missing), column, number"
                                              : "name, name, number, name, number"));
    if (has_head) record.head = words[0];
    for (std::size_t k = has_head ? 1 : 0; k < words.size(); k += 2)
        record.pairs.push_back({words[k], words[k + 1]});
    return record;
}

MpsRecord fixed_record(std::string_view line, std::string_view section) {
    constexpr std::size_t fields = 6, first[fields]{2, 5, 15, 25, 40, 50},
                          last[fields]{3, 12, 22, 36, 47, 61};
    for (const std::size_t k : {2u, 4u})
        if (line.size() >= first[k] && line[first[k] - 1] == '$') line = line.substr(0, first[k] - 1);
    std::string_view field[fields];
    std::string outside(line);  // with blanks in the columns of the fields
    for (std::size_t k = 0; k < fields && first[k] <= line.size(); ++k) {
        const std::string_view text = line.substr(first[k] - 1, last[k] - first[k] + 1);
        outside.replace(first[k] - 1, text.size(), text.size(), ' ');
        const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
        field[k] = text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
    }
    if (const auto words = words_of(outside); !words.empty())
        throw std::invalid_argument(
            "names with blanks were found, so the fields are columns 2-3, 5-12, 15-22, 25-36, 40-47 and "
            "50-61; but " +
            in_quotes(words[0]) + " stands outside of them");
    MpsRecord record{upper_case(field[0]), field[1], {}};
    for (const std::size_t k : {2u, 4u})
        if (!field[k].empty() || !field[k + 1].empty() || (k == 2 && section != "ROWS"))
            record.pairs.push_back({field[k], field[k + 1]});
    return record;
}

}  // namespace restraint::io
