#pragma once

#include "restraint/io/command.h"

namespace restraint::io {

// They stand in src/io/command_NAME.cpp; the table of them is in src/io/command.cpp.
Subcommand accelerate_command();
Subcommand collapse_command();
Subcommand compare_command();
Subcommand impact_command();
Subcommand lp_command();
Subcommand qp_command();
Subcommand stability_command();
Subcommand tower_command();

}  // namespace restraint::io
