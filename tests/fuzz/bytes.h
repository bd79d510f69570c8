#pragma once

#include <cstddef>
#include <cstdint>

namespace restraint::fuzz {

/// Hands out the bytes one by one; zeros when they are used up.
struct Bytes {
    const std::uint8_t* data;
    std::size_t size, next = 0;
    int number(int low, int high) {
        const int byte = next < size ? data[next++] : 0;
        return low + byte % (high - low + 1);
    }
};

}  // namespace restraint::fuzz
