#include "restraint/io/text/mps.h"

#include <algorithm>
#include <set>

#include "mps_problem.h"
#include "mps_record.h"
#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

using optimize::infinity;

constexpr std::string_view known_sections =
    " NAME OBJSENSE ROWS COLUMNS RHS RANGES BOUNDS QUADOBJ QMATRIX ENDATA ";

using Places = std::map<std::string, std::size_t, std::less<>>;

/// Reads section by section what the file says.
class Reader {
  public:
    using Split = MpsRecord (*)(std::string_view line, std::string_view section);
    Reader(std::string file, Split split) : split_(split) { read_.file = std::move(file); }

    MpsModel read(std::string_view text) {
        for (const std::string_view line : lines_of(text)) {
            ++line_;
            require_text(read_.file, line_, line);
            if (line.starts_with('*') || words_of(line).empty()) continue;
            try {
                if (line.starts_with(' ') || line.starts_with('\t')) read_record(line);
                else begin_section(words_of(line));
            } catch (const std::invalid_argument& error) {  // a record or a number
                fail(error.what());
            }
            if (section_ == "ENDATA") return mps_problem(read_);
        }
        fail_at(read_.file, std::max<std::size_t>(line_, 1), "the file ends without ENDATA");
    }

    /// The line that was read last.
    std::size_t line() const { return line_; }

  private:
    [[noreturn]] void fail(const std::string& what) const { fail_at(read_.file, line_, what); }

    void begin_section(const std::vector<std::string_view>& words) {
        section_ = upper_case(words[0]);
        if (known_sections.find(" " + section_ + " ") == std::string_view::npos)
            fail("unknown section " + in_quotes(words[0]) + "; known are" + std::string(known_sections));
        if (!sections_.insert(section_).second) fail("section " + section_ + " comes twice");
        const bool data = section_ != "NAME" && section_ != "OBJSENSE" && section_ != "ROWS";
        if (data && !sections_.contains("ROWS")) fail("section " + section_ + " comes before ROWS");
        if (data && !read_.objective) fail("ROWS has no N row: there is no objective");
        if (data && section_ != "COLUMNS" && !sections_.contains("COLUMNS"))
            fail("section " + section_ + " comes before COLUMNS");
        read_.has_both_triangles = sections_.contains("QMATRIX");
        if (sections_.contains("QUADOBJ") && read_.has_both_triangles)
            fail("QUADOBJ and QMATRIX: the hessian is given twice");

        if (section_ == "NAME") read_.model.name = words.size() > 1 ? words[1] : std::string_view{};
        else if (section_ == "OBJSENSE" && words.size() == 2) read_sense(words[1]);
        else if (words.size() > 1) fail("unexpected " + in_quotes(words[1]) + " behind " + section_);
    }

    void read_record(std::string_view line) {
        if (section_.empty()) fail("a line of data before the first section");
        if (section_ == "NAME") fail("a line of data in section NAME");
        if (section_ == "OBJSENSE") {
            if (words_of(line).size() != 1) fail("OBJSENSE is MAX or MIN");
            return read_sense(words_of(line)[0]);
        }
        const MpsRecord record = split_(line, section_);
        if (section_ == "ROWS") read_row(record);
        if (section_ == "COLUMNS") read_column(record);
        if (section_ == "RHS" || section_ == "RANGES") read_right_sides(record);
        if (section_ == "BOUNDS") read_bound(record);
        if (section_ == "QUADOBJ" || section_ == "QMATRIX") read_hessian(record);
    }

    void read_sense(std::string_view given) {
        const std::string word = upper_case(given);
        read_.model.maximise = word == "MAX" || word == "MAXIMIZE" || word == "MAXIMISE";
        if (!read_.model.maximise && word != "MIN" && word != "MINIMIZE" && word != "MINIMISE")
            fail("OBJSENSE is MAX or MIN, not " + in_quotes(given));
    }

    void read_row(const MpsRecord& record) {
        const std::string& type = record.type;
        if (type != "N" && type != "E" && type != "L" && type != "G")
            fail("a row is of type N, E, L or G, not " + in_quotes(type));
        if (record.head.empty() || !record.pairs.empty()) fail("a line of ROWS is: type, row");
        if (!row_numbers_.emplace(record.head, read_.rows.size()).second)
            fail("row " + in_quotes(record.head) + " comes twice");
        if (type == "N" && !read_.objective) read_.objective = read_.rows.size();
        read_.rows.push_back({type[0], std::string(record.head), {}, {}});
    }

    void read_column(const MpsRecord& record) {
        if (upper_case(record.pairs[0].name) == "'MARKER'" || upper_case(record.pairs[0].value) == "'MARKER'")
            fail("a marker: integer variables cannot be solved for here");
        if (record.head.empty()) fail("the name of the column is missing");
        const auto [place, is_new] = column_numbers_.emplace(record.head, read_.columns.size());
        if (is_new) read_.columns.push_back({std::string(record.head), {}, {}});
        for (const auto& [name, value] : record.pairs)
            add_entry(read_.matrix, place_of(name, row_numbers_, "row"), place->second, number(value),
                      "row " + in_quotes(name) + " of column " + in_quotes(record.head));
    }

    void read_right_sides(const MpsRecord& record) {
        if (!is_first_set(record.head))
            fail("a second set " + in_quotes(record.head) + " in " + section_ +
                 ": this file is read with set " + in_quotes(sets_[section_]) + " alone");
        for (const auto& [name, value] : record.pairs) {
            MpsRow& row = read_.rows[place_of(name, row_numbers_, "row")];
            const std::string of_row = " row " + in_quotes(name);
            if (section_ == "RHS") set_once(row.right_side, number(value), "the right side of" + of_row);
            else if (row.type != 'N') set_once(row.range, number(value), "the range of" + of_row);
            else fail("a range on" + of_row + ", which is of type N");
        }
    }

    void read_bound(const MpsRecord& record) {
        if (!is_first_set(record.head)) {
            if (sets_.emplace("a second set of BOUNDS", record.head).second)
                read_.model.warnings.push_back(
                    read_.file + ":" + std::to_string(line_) + ": the second set " + in_quotes(record.head) +
                    " in BOUNDS is left out, " + in_quotes(sets_[section_]) + " alone holds");
            return;
        }
        const std::string& type = record.type;
        if (type == "LI" || type == "UI" || type == "SC")
            fail("bound " + type + ": " + (type == "SC" ? "semi-continuous" : "integer") +
                 " variables cannot be solved for here");
        if (record.pairs.size() != 1) fail("a bound has one column and one number");
        const auto& [name, value] = record.pairs[0];
        MpsColumn& column = read_.columns[place_of(name, column_numbers_, "column")];
        std::optional<double> lower, upper;
        if (type == "LO" || type == "FX") lower = side(value);
        if (type == "UP" || type == "FX") upper = side(value);
        if (type == "MI" || type == "FR") lower = -infinity;
        if (type == "PL" || type == "FR") upper = infinity;
        if (type == "BV") lower = 0.0;
        if (type == "BV") upper = 1.0;
        if (!lower && !upper) fail("a bound is of type LO, UP, FX, FR, MI, PL or BV, not " + in_quotes(type));
        const std::string of_column = " bound of column " + in_quotes(name);
        if (lower == infinity) fail("the lower" + of_column + " is infinite");
        if (upper == -infinity) fail("the upper" + of_column + " is -infinite");
        if (lower) set_once(column.lower, *lower, "the lower" + of_column);
        if (upper) set_once(column.upper, *upper, "the upper" + of_column);
        if (upper) column.upper_line = line_;
    }

    void read_hessian(const MpsRecord& record) {
        const std::size_t i = place_of(record.head, column_numbers_, "column");
        for (const auto& [name, value] : record.pairs) {
            const std::size_t j = place_of(name, column_numbers_, "column");
            const std::string both = "columns " + in_quotes(record.head) + " and " + in_quotes(name);
            if (section_ == "QUADOBJ" && i != j && read_.hessian.contains({j, i}))
                fail("QUADOBJ has one triangle, but " + both + " are in both");
            add_entry(read_.hessian, i, j, number(value), both);
        }
    }

    /// 1.5D+3, as old programs write it, is 1.5E+3.
    double number(std::string_view text) const {
        if (text.empty()) fail("a number is missing");
        std::string word(text);
        for (char& c : word)
            if (c == 'D' || c == 'd') c = 'e';
        return parse_number(word);
    }

    /// A number, or an infinity.
    double side(std::string_view text) const {
        const std::string word = upper_case(text.substr(text.find_first_of("+-") == 0 ? 1 : 0));
        if (word == "INF" || word == "INFINITY") return text.starts_with('-') ? -infinity : infinity;
        return number(text);
    }

    bool is_first_set(std::string_view name) { return sets_.emplace(section_, name).first->second == name; }

    std::size_t place_of(std::string_view name, const Places& places, const std::string& what) const {
        if (name.empty()) fail("the name of a " + what + " is missing");
        const auto found = places.find(name);
        if (found == places.end())
            fail(what + " " + in_quotes(name) + " is not in " + upper_case(what) + "S");
        return found->second;
    }

    void set_once(std::optional<double>& place, double value, const std::string& what) const {
        if (place) fail(what + " is given twice");
        place = value;
    }

    void add_entry(MpsEntries& entries, std::size_t i, std::size_t j, double value,
                   const std::string& what) const {
        const auto [place, is_new] = entries.emplace(std::pair{i, j}, MpsEntry{value, line_});
        if (!is_new)
            fail(what + ": the entry of line " + std::to_string(place->second.line) + " is repeated");
    }

    const Split split_;
    std::size_t line_ = 0;
    std::string section_;
    std::set<std::string> sections_;           // those that were there
    std::map<std::string, std::string> sets_;  // section -> the name of its first set; and a second of BOUNDS
    Places row_numbers_, column_numbers_;
    MpsFile read_;
};

}  // namespace

MpsModel read_mps(std::string_view text, const std::string& name) {
    Reader free(name, free_record), fixed(name, fixed_record);
    try {
        return free.read(text);
    } catch (const FileError&) {
        try {  // a name may hold a blank
            return fixed.read(text);
        } catch (const FileError&) {
            if (fixed.line() > free.line()) throw;
        }
        throw;
    }
}

MpsModel load_mps(const std::string& path, std::istream& standard_input) {
    const TextFile file = read_text_file(path, standard_input, std::size_t{256} << 20);
    return read_mps(file.text, file.name);
}

}  // namespace restraint::io
