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

}  // namespace restraint::tests
