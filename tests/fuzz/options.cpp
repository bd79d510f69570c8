// Any bytes as command lines, one word a line: never a crash, and an exit status from 0 to 4. Words that name
// a file to write are left out, and numbers that ask for thousands of bricks.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "restraint/io/command/command.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream words(std::string(reinterpret_cast<const char*>(data), size));
    std::vector<std::string> arguments;
    for (std::string word; std::getline(words, word) && arguments.size() < 12;) {
        for (const char* output : {"--svg", "--html", "--save", "--forces"})
            if (word.rfind(output, 0) == 0) return 0;
        if (word.size() > 2 && word.find_first_not_of("+0123456789") == std::string::npos) return 0;
        arguments.push_back(word);
    }
    std::istringstream in("table -5 0 0\nbrick b -0.2 0.125 0 1 0.25\n");
    std::ostringstream out, err;
    // A motion may be long; what is fuzzed is the reading.
    if (!arguments.empty() && arguments[0] == "collapse")
        arguments.insert(arguments.end(), {"--time", "0.01", "--dt", "0.001"});
    const int status = restraint::io::run_command(arguments, in, out, err);
    if (status < 0 || status > 4) std::abort();
    return 0;
}
