#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "restraint/io/text/program.h"
#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// One line of output: words and numbers, separated by blanks, or by commas.
class TextRow {
  public:
    explicit TextRow(char separator = ' ') : separator_(separator) {}

    /// A word; between commas it stands in quotes if a comma or a quote is in it.
    TextRow& operator<<(const std::string& word);
    /// A number that reads back to the same bits, but for the sign of 0.
    TextRow& operator<<(double number);
    TextRow& operator<<(Vec2 value) { return *this << value.x << value.y; }

    std::string line() const { return text_ + "\n"; }

  private:
    char separator_;
    std::string text_;
};

/// One line of words and numbers.
template <class... Values>
std::string text_line(char separator, const Values&... values) {
    TextRow row(separator);
    (row << ... << values);
    return row.line();
}

/// How rows are written.
struct RowStyle {
    bool comma_separated = false;          // one heading line, then rows and nothing else
    std::string step;                      // the decimal number dt of --step, s; or empty
    std::size_t steps = 0;                 // of the whole motion
    Progress* progress = nullptr;          // the line on the terminal, or none
    std::string path = "standard output";  // what messages call the file
};

/// What a scene prints: lines that begin with `#`, and rows of numbers that read back to the same bits; or
/// comma-separated rows. A first column t[s] that is k steps, but for the rounding of k sums, is printed as
/// k dt in decimals, see multiple_of.
class Rows {
  public:
    explicit Rows(std::ostream& out, RowStyle style = {}) : out_(out), style_(std::move(style)) {}
    /// Rows in a further file, in the style of these: see OutputFile::stream().
    Rows in(std::ostream& file, const std::string& path) const {
        return Rows(file, {style_.comma_separated, style_.step, 0, nullptr, path});
    }

    /// "# text": such as an exact value to compare with, or a sum at the end. The text may have several
    /// lines.
    void note(const std::string& text);
    /// The last line of a scene, "# conclusion: SENTENCE.": what the rows show, with its number.
    void conclude(const std::string& sentence);
    /// The heading of the rows that follow. A quantity has its unit in brackets, [1] if it is a ratio; a
    /// count, or the number of a body, has no brackets: {"t[s]", "body", "x[m]", "share[1]", "contacts"}.
    void columns(const std::vector<std::string>& names);
    /// One row. A number that is not finite ends the scene with GaveUp, which names the column and the first
    /// number of the row. Throws std::invalid_argument if the row has not one number a column.
    void row(const std::vector<double>& numbers);
    /// One row of words and numbers, without the checks of `row`.
    template <class... Values>
    void line(const Values&... values) {
        print(text_line(style_.comma_separated ? ',' : ' ', values...));
        ++rows_in_block_;
    }
    /// Ends a block of rows, those of one moment, by an empty line, so that gnuplot takes it as a block.
    /// After blocks of `curve` rows it prints no line, so that the rows of a single body are one curve.
    void end_block(std::size_t curve = 1);
    /// `done` of `all` units of the work are done, for the line on the terminal. `row` calls it if it has a
    /// time.
    void progress(std::size_t done, std::size_t all, const char* units = "steps");

  private:
    void print(const std::string& text);
    std::string time(double t) const;

    std::ostream& out_;
    RowStyle style_;
    std::vector<std::string> columns_;
    std::size_t rows_in_block_ = 0;
};

}  // namespace restraint::io
