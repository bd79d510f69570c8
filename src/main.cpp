#include <iostream>
#include <string>
#include <vector>

#include "restraint/io/command/command.h"
#include "restraint/io/text/program.h"

/// The command `restraint`: see restraint/io/command/command.h.
int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    restraint::io::ignore_closed_pipes();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return restraint::io::run_command(arguments, std::cin, std::cout, std::cerr,
                                      restraint::io::patience_of_terminal());
}
