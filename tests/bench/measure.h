#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

/// What the programs of `make bench` share: clocks, medians, growth, and the name of the machine.
namespace restraint::bench {

/// The middle one, the upper of the two middle ones.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The median processor time of a call in ms (other programs on the machine do not count): at least `least`
/// calls, and more until `enough` ms have passed.
template <typename Call>
double median_ms(Call call, std::size_t least = 3, double enough = 300.0) {
    constexpr double ms = 1000.0 / CLOCKS_PER_SEC;
    std::vector<double> times;
    const std::clock_t start = std::clock();
    while (times.size() < least || static_cast<double>(std::clock() - start) * ms < enough) {
        const std::clock_t before = std::clock();
        call();
        times.push_back(static_cast<double>(std::clock() - before) * ms);
    }
    return median(std::move(times));
}

/// p of the law time = constant x size^p that fits points (size, time) best, by least squares of logarithms.
inline double growth_exponent(const std::vector<std::pair<double, double>>& points) {
    double count = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (const auto& [size, time] : points) {
        const double u = std::log(size), v = std::log(time);
        count += 1.0, x += u, y += v, xx += u * u, xy += u * v;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

/// "model name" of the first processor, where the system tells it.
inline std::string machine() {
    std::ifstream cpu("/proc/cpuinfo");
    for (std::string line; std::getline(cpu, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown processor";
}

}  // namespace restraint::bench
