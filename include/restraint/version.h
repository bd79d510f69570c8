#pragma once

/// The version that `restraint --version` and restraint.pc tell.
#define RESTRAINT_VERSION "1.0.0"
