#include "restraint/io/text/rows.h"

#include <cerrno>
#include <cmath>

#include "../tolerances.h"
#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

TextRow& TextRow::operator<<(const std::string& word) {
    if (!text_.empty()) text_ += separator_;
    const bool quoted = separator_ == ',' && word.find_first_of(",\"") != std::string::npos;
    if (quoted) text_ += '"';
    for (const char c : word) text_.append(quoted && c == '"' ? 2 : 1, c);
    if (quoted) text_ += '"';
    return *this;
}

TextRow& TextRow::operator<<(double number) { return *this << to_text(number + 0.0); }  // no -0

void Rows::print(const std::string& text) {
    if (style_.progress) style_.progress->clear();
    errno = 0;
    if (!(out_ << text)) require_written(out_, style_.path);
}

void Rows::note(const std::string& text) {
    if (style_.comma_separated) return;
    for (const std::string_view line : lines_of(text)) print("# " + std::string(line) + "\n");
}

void Rows::conclude(const std::string& sentence) { note("conclusion: " + sentence + "."); }

void Rows::columns(const std::vector<std::string>& names) {
    std::string line;
    for (const std::string& name : names)
        line += (line.empty() ? "" : style_.comma_separated ? "," : "  ") + name;
    columns_ = names;
    print((style_.comma_separated ? "" : "# ") + line + "\n");
}

void Rows::progress(std::size_t done, std::size_t all, const char* units) {
    if (style_.progress) style_.progress->show(done, all, units);
}

/// The time as text: k dt, if it is that but for k roundings.
std::string Rows::time(double t) const {
    const double steps = style_.step.empty() ? 0.0 : std::round(t / parse_number(style_.step));
    if (!(steps >= 1.0 && steps <= 1e9)) return to_text(t);
    const auto k = static_cast<std::size_t>(steps);
    const double in_decimals = multiple_of(style_.step, k);
    return to_text(std::abs(t - in_decimals) <= (steps + 1.0) * summed_time * t ? in_decimals : t);
}

void Rows::row(const std::vector<double>& numbers) {
    if (numbers.size() != columns_.size())
        throw std::invalid_argument("a row has " + std::to_string(numbers.size()) +
                                    " numbers, but there are " + std::to_string(columns_.size()) +
                                    " columns");
    TextRow line(style_.comma_separated ? ',' : ' ');
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            throw GaveUp("blew up: " + columns_[i] + " is not finite in the row that begins with " +
                         to_text(numbers[0]));
        if (i == 0 && columns_[0] == "t[s]") line << time(numbers[0]);
        else line << numbers[i];
    }
    print(line.line());
    ++rows_in_block_;
    if (style_.steps > 0 && columns_[0] == "t[s]")
        progress(static_cast<std::size_t>(numbers[0] / parse_number(style_.step)), style_.steps);
}

void Rows::end_block(std::size_t curve) {
    if (rows_in_block_ != curve && !style_.comma_separated) print("\n");
    rows_in_block_ = 0;
}

}  // namespace restraint::io
