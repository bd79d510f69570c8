#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

/// Tables 7.1 to 7.3 of the thesis: what its scenes took, and what ours take.
namespace restraint::scenes {

/// A column of the tables: means over the frames of a scene.   [OBA-tab7.1, OBA-tab7.2, OBA-tab7.3]
struct TableRow {
    const char* scene = "";  // the program
    std::size_t bodies = 0, frames = 0;
    double close_pairs = 0, collisions = 0, contacts = 0;
    double qps = 0;        // of the position update: the pendulum, where nothing collides, has 2.1
    double rollbacks = 0;  // percent of these QPs: 0.03 of 1500 frames of jacks would be half a rollback
    double seconds = 0;    // a frame, on the thesis' machine
    /// How much faster one core is now than the thesis' machine: 54 times where it was a Pentium III of 450
    /// MHz with Java, 17 times where it was one of 933 MHz with C++.
    double processors = 54;
    const char* table = "7.1";
    const char* name = nullptr;  // in the thesis, if it is not the program's

    const char* published_name() const { return name != nullptr ? name : scene; }

    /// What a frame would take today with the thesis' program, ms.
    double scaled_ms() const { return 1000.0 * seconds / processors; }
};

inline constexpr TableRow thesis_table[] = {
    {"stack", 10, 600, 6.6, 29, 25.7, 3, 0, 0.9},
    {"cs_stack", 12, 600, 11.8, 13.4, 13.4, 4.6, 0.3, 0.6, 54, "7.1", "c-s stack"},
    {"cubejam", 100, 1500, 172, 411.7, 278.4, 4.8, 0, 22.2},
    {"wall", 90, 600, 129.2, 404.3, 220.6, 4, 0, 12.3},
    {"jacks", 50, 1500, 123.3, 167.1, 94, 4.6, 0.03, 15.5},
    {"stick_pendulum", 6, 1000, 0, 0, 0, 2.1, 0, 0.1, 54, "7.1", "pendulum"},
    {"hybrid", 100, 1500, 159.1, 518.7, 497.6, 4.8, 0.07, 25.9, 54, "7.2"},
    {"robot", 306, 580, 308, 507.7, 507.7, 6, 2.7, 75.5, 54, "7.2"},
    {"sphereglass", 1000, 2000, 1723.4, 1673.6, 1673.6, 2.6, 0, 13.5, 17, "7.2"},
    {"cubeglass", 1000, 1500, 302.6, 471.5, 471.5, 1.9, 0, 87.2, 54, "7.2"},
    {"office_toy", 10, 300, 8, 7.9, 7.9, 2.3, 0.3, 2.1, 54, "7.2", "office toy"},
};

/// Table 7.3: seconds a frame without freezing (0: never run) and with it.   [OBA-tab7.3]
struct FreezingRow {
    const char* scene;
    double awake, freezing;
};
inline constexpr FreezingRow thesis_freezing[] = {
    {"stack", 0.9, 0.03}, {"cs_stack", 0.64, 0.05}, {"cubejam", 22.2, 0.6}, {"cubeglass", 0, 85}};

/// The row of a scene; throws std::invalid_argument if the thesis has none of that name.
inline const TableRow& published(const std::string& scene) {
    for (const TableRow& row : thesis_table)
        if (scene == row.scene) return row;
    throw std::invalid_argument("the thesis has no scene " + scene);
}

}  // namespace restraint::scenes
