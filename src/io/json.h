#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace restraint::io {

/// A number of JavaScript Object Notation, to six digits. Throws std::invalid_argument if it is not finite.
std::string json(double value);

/// A string; only printable ASCII stays, and no < could end the script that holds it.
std::string json(const std::string& text);

/// [a,b,...] from things that are JSON already.
std::string array_of(const std::vector<std::string>& items);

/// [1,2.5,...]
std::string numbers(std::initializer_list<double> values);

}  // namespace restraint::io
