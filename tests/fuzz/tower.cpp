// Any bytes as a tower file: they are refused with FILE:LINE, or read as a tower that writes and reads back
// to the same text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "restraint/io/text/tower_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const std::string once = restraint::io::tower_text(restraint::io::read_tower(text, "fuzz"));
        const std::string twice = restraint::io::tower_text(restraint::io::read_tower(once, "again"));
        if (once != twice) std::abort();
    } catch (const restraint::io::FileError&) {
    }
    return 0;
}
