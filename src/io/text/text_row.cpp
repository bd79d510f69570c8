#include "restraint/io/text/text_row.h"

#include "restraint/io/text/number.h"

namespace restraint::io {

TextRow& TextRow::operator<<(const std::string& word) {
    if (!text_.empty()) text_ += separator_;
    if (separator_ != ',' || word.find_first_of(",\"") == std::string::npos) {
        text_ += word;
        return *this;
    }
    text_ += '"';
    for (const char c : word) text_ += c == '"' ? std::string("\"\"") : std::string(1, c);
    text_ += '"';
    return *this;
}

TextRow& TextRow::operator<<(double number) { return *this << to_text(number + 0.0); }  // no -0

}  // namespace restraint::io
