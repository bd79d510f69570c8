// Any bytes as an MPS or QPS file: refused with FILE:LINE, or read, solved if small, and every status but the
// honest ones proved.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "judge.h"
#include "restraint/io/text/errors.h"
#include "restraint/io/text/mps.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const restraint::io::MpsModel model = restraint::io::read_mps(text, "fuzz");
        restraint::optimize::require_well_formed(model.problem);  // no NaN gets through
        if (model.problem.variables() <= 30 && model.problem.rows.rows() <= 30)
            restraint::fuzz::judge(model.problem);
    } catch (const restraint::io::FileError&) {
    }
    return 0;
}
