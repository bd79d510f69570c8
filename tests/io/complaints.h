#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "restraint/io/text/files.h"

namespace restraint::io {

/// A text, and the message that reading it earns; none if it is read.
struct Complaint {
    std::string text, message;
};

inline void check_complaints(const std::vector<Complaint>& table,
                             const std::function<void(const std::string&)>& read) {
    for (const Complaint& row : table) {
        CAPTURE(row.text.substr(0, 200));
        std::string message;
        try {
            read(row.text);
        } catch (const FileError& error) {
            message = error.what();
        }
        CHECK(message == row.message);
    }
}

}  // namespace restraint::io
