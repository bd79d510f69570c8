#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "restraint/linalg/vec2.h"

namespace restraint::io {

/// The words of one line of a file, taken one after the other. Every failure is a FileError that names the
/// line, and the item once is() has said what it is.
class Item {
  public:
    Item(std::string file, std::size_t line, std::string_view text);

    std::size_t line() const { return line_; }
    bool empty() const { return next_ == words_.size(); }
    /// From now on failures speak of `what`, and where a word lacks or is one too many they show `pattern`.
    void is(const std::string& what, const std::string& pattern);
    /// And of `what NAME`.
    void is_named(const std::string& name);
    [[noreturn]] void fail(const std::string& what) const;

    /// The next word. `meaning` says what it should be, here and below.
    std::string word(const std::string& meaning);
    /// Is the next word one of these?
    bool is_next(std::span<const std::string_view> candidates) const;
    /// The next word as a number of at most 1e50 in modulus.
    double number(const std::string& meaning);
    /// The next two words as numbers.
    Vec2 vector(const std::string& meaning_x, const std::string& meaning_y);
    /// The next word as a number from 1e-50 to 1e50.
    double positive(const std::string& meaning);
    /// The next word as a whole number from 0 to `most`.
    std::size_t count(const std::string& meaning, std::size_t most);
    /// Fails if there are words left.
    void end() const;

  private:
    template <class Parse>
    auto parsed(const std::string& meaning, Parse parse);

    std::string file_;
    std::size_t line_;
    std::vector<std::string> words_;
    std::size_t next_ = 0;
    std::string what_, pattern_;
};

}  // namespace restraint::io
