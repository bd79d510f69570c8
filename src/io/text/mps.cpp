#include "restraint/io/text/mps.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "restraint/io/text/files.h"
#include "restraint/io/text/mps_contents.h"
#include "restraint/io/text/mps_record.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

using optimize::infinity;

/// 1.5D+3, as old programs write it, is 1.5E+3.
std::string with_e_exponent(std::string_view number) {
    std::string result(number);
    std::replace_if(
        result.begin(), result.end(), [](char c) { return c == 'D' || c == 'd'; }, 'e');
    return result;
}

/// Reads line by line; `contents_` is what was read so far.
class Reader {
  public:
    explicit Reader(std::string file) : file_(std::move(file)) {}

    MpsContents read(std::string_view text) {
        const std::vector<std::string_view> lines = lines_of(text);
        const MpsLayout layout = mps_layout(lines);
        for (const std::string_view line : lines) {
            ++line_;
            require_text(file_, line_, line);
            if (is_mps_comment(line)) continue;
            if (is_mps_section(line)) begin_section(line);
            else read_record(line, layout);
            if (section_ == "ENDATA") return contents_;
        }
        fail_at(file_, std::max<std::size_t>(line_, 1), "the file ends without ENDATA");
    }

  private:
    using Places = std::map<std::string, std::size_t, std::less<>>;

    [[noreturn]] void fail(const std::string& what) const { fail_at(file_, line_, what); }

    void begin_section(std::string_view line) {
        static const std::vector<std::string> known{"NAME",   "OBJSENSE", "ROWS",    "COLUMNS", "RHS",
                                                    "RANGES", "BOUNDS",   "QUADOBJ", "QMATRIX", "ENDATA"};
        const auto words = words_of(line);
        section_ = upper_case(words[0]);
        if (std::find(known.begin(), known.end(), section_) == known.end())
            fail("unknown section " + in_quotes(words[0]) +
                 "; known are NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, QUADOBJ, QMATRIX and "
                 "ENDATA");
        if (!sections_.emplace(section_, line_).second) fail("section " + section_ + " comes twice");
        const bool data = section_ != "NAME" && section_ != "OBJSENSE" && section_ != "ROWS";
        if (data && !sections_.contains("ROWS")) fail("section " + section_ + " comes before ROWS");
        if (data && !contents_.objective) fail("ROWS has no N row: there is no objective");
        if (data && section_ != "COLUMNS" && !sections_.contains("COLUMNS"))
            fail("section " + section_ + " comes before COLUMNS");
        if (sections_.contains("QUADOBJ") && sections_.contains("QMATRIX"))
            fail("QUADOBJ and QMATRIX: the hessian is given twice");

        if (section_ == "NAME") contents_.name = words.size() > 1 ? words[1] : std::string_view{};
        else if (section_ == "OBJSENSE" && words.size() == 2) read_sense(words[1]);
        else if (words.size() > 1) fail("unexpected " + in_quotes(words[1]) + " behind " + section_);
    }

    void read_record(std::string_view line, MpsLayout layout) {
        if (section_.empty()) fail("a line of data before the first section");
        if (section_ == "NAME") fail("a line of data in section NAME");
        if (section_ == "OBJSENSE") {
            const auto words = words_of(line);
            if (words.size() != 1) fail("OBJSENSE is MAX or MIN");
            return read_sense(words[0]);
        }
        MpsRecord record;
        try {
            record = mps_record(line, section_, layout);
        } catch (const std::invalid_argument& error) {
            fail(error.what());
        }
        if (section_ == "ROWS") read_row(record);
        if (section_ == "COLUMNS") read_column(record);
        if (section_ == "RHS" || section_ == "RANGES") read_right_sides(record);
        if (section_ == "BOUNDS") read_bound(record);
        if (section_ == "QUADOBJ" || section_ == "QMATRIX") read_hessian(record);
    }

    void read_sense(std::string_view given) {
        const std::string word = upper_case(given);
        const bool maximise = word == "MAX" || word == "MAXIMIZE" || word == "MAXIMISE";
        if (!maximise && word != "MIN" && word != "MINIMIZE" && word != "MINIMISE")
            fail("OBJSENSE is MAX or MIN, not " + in_quotes(given));
        contents_.maximise = maximise;
    }

    void read_row(const MpsRecord& record) {
        const std::string type = upper_case(record.type);
        if (type != "N" && type != "E" && type != "L" && type != "G")
            fail("a row is of type N, E, L or G, not " + in_quotes(record.type));
        if (record.head.empty() || !record.pairs.empty()) fail("a line of ROWS is: type, row");
        if (!row_numbers_.emplace(record.head, contents_.rows.size()).second)
            fail("row " + in_quotes(record.head) + " comes twice");
        if (type == "N" && !contents_.objective) contents_.objective = contents_.rows.size();
        contents_.rows.push_back({type[0], std::string(record.head), {}, {}});
    }

    void read_column(const MpsRecord& record) {
        if (upper_case(record.pairs[0].name) == "'MARKER'" || upper_case(record.pairs[0].value) == "'MARKER'")
            fail("a marker: integer variables cannot be solved for here");
        if (record.head.empty()) fail("the name of the column is missing");
        const auto [place, is_new] = column_numbers_.emplace(record.head, contents_.columns.size());
        if (is_new) contents_.columns.push_back({std::string(record.head), {}, {}, 0});
        for (const auto& [name, value] : record.pairs)
            add_entry(contents_.matrix, row_of(name), place->second, number(value),
                      "row " + in_quotes(name) + " of column " + in_quotes(record.head));
    }

    void read_right_sides(const MpsRecord& record) {
        if (!is_first_set(record.head))
            fail("a second set " + in_quotes(record.head) + " in " + section_ +
                 ": this file is read with set " + in_quotes(sets_[section_]) + " alone");
        for (const auto& [name, value] : record.pairs) {
            const std::size_t row = row_of(name);
            if (section_ == "RHS") {
                set_once(contents_.rows[row].right_side, number(value),
                         "the right side of row " + in_quotes(name));
            } else {
                if (contents_.rows[row].type == 'N')
                    fail("a range on row " + in_quotes(name) + ", which is of type N");
                set_once(contents_.rows[row].range, number(value), "the range of row " + in_quotes(name));
            }
        }
    }

    void read_bound(const MpsRecord& record) {
        if (!is_first_set(record.head)) {
            if (!second_bounds_)
                contents_.warnings.push_back(file_ + ":" + std::to_string(line_) + ": the second set " +
                                             in_quotes(record.head) + " in BOUNDS is left out, " +
                                             in_quotes(sets_[section_]) + " alone holds");
            second_bounds_ = true;
            return;
        }
        const std::string type = upper_case(record.type);
        if (type == "LI" || type == "UI")
            fail("bound " + type + ": integer variables cannot be solved for here");
        if (type == "SC") fail("bound SC: semi-continuous variables cannot be solved for here");
        if (record.pairs.size() != 1) fail("a bound has one column and one number");
        const auto& [name, value] = record.pairs[0];
        MpsContents::Column& column = contents_.columns[column_of(name)];
        const std::string of_column = " bound of column " + in_quotes(name);
        const auto lower = [&](double side) {
            if (side == infinity) fail("the lower" + of_column + " is infinite");
            set_once(column.lower, side, "the lower" + of_column);
        };
        const auto upper = [&](double side) {
            if (side == -infinity) fail("the upper" + of_column + " is -infinite");
            set_once(column.upper, side, "the upper" + of_column);
            column.upper_line = line_;
        };
        if (type == "LO") return lower(side(value));
        if (type == "UP") return upper(side(value));
        if (type == "MI") return lower(-infinity);
        if (type == "PL") return upper(infinity);
        if (type == "FX" || type == "FR" || type == "BV") {
            lower(type == "FX" ? side(value) : type == "FR" ? -infinity : 0.0);
            return upper(type == "FX" ? side(value) : type == "FR" ? infinity : 1.0);
        }
        fail("a bound is of type LO, UP, FX, FR, MI, PL or BV, not " + in_quotes(record.type));
    }

    void read_hessian(const MpsRecord& record) {
        contents_.both_triangles = section_ == "QMATRIX";
        const std::size_t i = column_of(record.head);
        for (const auto& [name, value] : record.pairs) {
            const std::size_t j = column_of(name);
            if (section_ == "QUADOBJ" && i != j && contents_.hessian.contains({j, i}))
                fail("QUADOBJ has one triangle, but columns " + in_quotes(record.head) + " and " +
                     in_quotes(name) + " are in both");
            add_entry(contents_.hessian, i, j, number(value),
                      "columns " + in_quotes(record.head) + " and " + in_quotes(name));
        }
    }

    double number(std::string_view text) const {
        if (text.empty()) fail("a number is missing");
        try {
            return parse_number(with_e_exponent(text));
        } catch (const std::invalid_argument& error) {
            fail(error.what());
        }
    }

    /// A number, or an infinity.
    double side(std::string_view text) const {
        const bool signed_text = text.starts_with('-') || text.starts_with('+');
        const std::string word = upper_case(text.substr(signed_text ? 1 : 0));
        if (word == "INF" || word == "INFINITY") return text.starts_with('-') ? -infinity : infinity;
        return number(text);
    }

    bool is_first_set(std::string_view name) { return sets_.emplace(section_, name).first->second == name; }

    std::size_t row_of(std::string_view name) const { return place_of(name, row_numbers_, "row", "ROWS"); }

    std::size_t column_of(std::string_view name) const {
        return place_of(name, column_numbers_, "column", "COLUMNS");
    }

    std::size_t place_of(std::string_view name, const Places& places, const std::string& what,
                         const std::string& section) const {
        if (name.empty()) fail("the name of a " + what + " is missing");
        const auto found = places.find(name);
        if (found == places.end()) fail(what + " " + in_quotes(name) + " is not in " + section);
        return found->second;
    }

    void set_once(std::optional<double>& place, double value, const std::string& what) const {
        if (place) fail(what + " is given twice");
        place = value;
    }

    void add_entry(MpsContents::Entries& entries, std::size_t i, std::size_t j, double value,
                   const std::string& what) const {
        const auto [place, is_new] = entries.emplace(std::pair{i, j}, MpsContents::Entry{value, line_});
        if (!is_new)
            fail(what + ": the entry of line " + std::to_string(place->second.line) + " is repeated");
    }

    std::string file_, section_;
    std::size_t line_ = 0;
    std::map<std::string, std::size_t> sections_;  // those that were there, and their lines
    std::map<std::string, std::string> sets_;      // section -> the name of its first set
    bool second_bounds_ = false;                   // a second set of bounds was seen
    Places row_numbers_, column_numbers_;
    MpsContents contents_;
};

}  // namespace

MpsModel read_mps(std::string_view text, const std::string& name) {
    return mps_model(Reader(name).read(text), name);
}

MpsModel load_mps(const std::string& path, std::istream& standard_input) {
    const TextFile file = read_text_file(path, standard_input, std::size_t{256} << 20);
    return read_mps(file.text, file.name);
}

}  // namespace restraint::io
