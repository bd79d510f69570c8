#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace restraint::tests {

/// A caller's mistake, and the whole message of its error.
struct Refusal {
    std::function<void()> mistake;
    std::string message;
};

inline void check_refused(const std::vector<Refusal>& table) {
    for (const Refusal& row : table)
        CHECK_THROWS_WITH_AS(row.mistake(), row.message.c_str(), std::invalid_argument);
}

/// What is wrong with a value that is otherwise good, and the whole message of its error.
template <class Value>
struct Spoilt {
    std::function<void(Value&)> mistake;
    std::string message;
};

template <class Value>
void check_spoilt(const Value& good, const std::function<void(const Value&)>& use,
                  const std::vector<Spoilt<Value>>& table) {
    for (const Spoilt<Value>& row : table) {
        Value bad = good;
        row.mistake(bad);
        CHECK_THROWS_WITH_AS(use(bad), row.message.c_str(), std::invalid_argument);
    }
}

}  // namespace restraint::tests
