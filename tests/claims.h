#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <string>

namespace restraint {

/// Notes what a test measured for a claim of the documents, e.g. measured("CL-B-03", "orders
/// 0.95, 2.03, 4.02"), for the table that `make guide` writes: appends "id <tab> value" to the file that the
/// environment variable RESTRAINT_CLAIMS names, if it does.
inline void measured(const std::string& claim, const std::string& value) {
    if (const char* file = std::getenv("RESTRAINT_CLAIMS"))
        std::ofstream(file, std::ios::app) << claim << '\t' << value << '\n';
}

/// A number as the table shows it: four digits.
inline std::string figure(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

/// Numbers that belong together, as (1, 2, 3).
inline std::string figures(std::initializer_list<double> values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "(" : ", ") + figure(value);
    return text + ")";
}

}  // namespace restraint
