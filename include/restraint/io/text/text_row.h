#pragma once

#include <string>

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

}  // namespace restraint::io
