#pragma once

#include <string>
#include <utility>

#include "restraint/io/text/options.h"
#include "restraint/io/text/rows.h"

namespace restraint::io {

/// The values of a scene's knobs, as set on the command line; text, number and count are those of Arguments.
struct Knobs : Arguments {
    /// round(--time / --step), at least 1 unless --time is 0.
    std::size_t steps() const { return step_count(number("--time"), number("--step")); }

    std::string claim;   // what the scene shows, in a sentence
    OutputFiles& files;  // those that it is to write
};

/// Ends a scene with status 3 and the line "blew up at t = T s: BECAUSE".
[[noreturn]] void blew_up(double t, const std::string& because);

/// The frame of a program in scenes/: its knobs, `--help`, the header, the exit status. A whole scene:
///
///     int main(int argc, char** argv) {
///         io::Scene scene("spiral", "Euler's method leaves the circle, the midpoint method hardly does");
///         scene.choice("--method", "euler|midpoint", "the integrator");
///         scene.number("--speed", 2.0, "rad/s", "how fast it turns");
///         scene.time_knobs(0.1, 20.0);
///         return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
///             rows.columns({"t[s]", "x[m]", "y[m]"});
///             for (std::size_t k = 0; k <= knobs.steps(); ++k) {
///                 ...
///                 if (k % knobs.count("--every") == 0) rows.row({t, x, y});
///             }
///             rows.conclude("a turn later the radius is " + io::rounded(radius) + " m");
///         });
///     }
///
/// prints
///
///     # spiral: Euler's method leaves the circle, the midpoint method hardly does
///     # --method euler   --speed 2 rad/s   --step 0.1 s   --time 20 s   --every 1
///     # t[s]  x[m]  y[m]
///     0 1 0
///     ...
///     # conclusion: a turn later the radius is 1.34 m.
class Scene {
  public:
    /// name: the program's; claim: one sentence, what its output shows.
    Scene(std::string name, std::string claim) : name_(std::move(name)), claim_(std::move(claim)) {}

    /// Declare a knob: name with its dashes, standard value, unit ("" if none), a phrase for `--help`, and
    /// which numbers it takes: see options.h.
    void number(const std::string& name, double standard, const std::string& unit, const std::string& phrase,
                const Check& check = any_number) {
        knobs_.push_back({name, "X", to_text(standard), phrase, check, unit});
    }
    /// A whole number from `least` to `most`.
    void count(const std::string& name, std::size_t standard, const std::string& phrase,
               std::size_t least = 1, std::size_t most = 1'000'000'000) {
        knobs_.push_back({name, "N", std::to_string(standard), phrase, whole(least, most)});
    }
    /// One of several words, separated by |; the first is the standard one.
    void choice(const std::string& name, const std::string& words, const std::string& phrase) {
        knobs_.push_back({name, words, "", phrase});
    }
    /// A file to write, if the option is given: it is opened before the work begins, which finishes it.
    void file(const std::string& name, const std::string& phrase) { choice(name, "FILE", phrase); }
    /// For `--help`: the seconds that the scene takes with its standard knobs, if they are more than 5.
    void takes(double seconds) { seconds_ = seconds; }
    /// `--step` (positive), `--time` (not negative; both in s) and `--every`, the knobs of a motion.
    void time_knobs(double step, double time, std::size_t every = 1);

    /// `--help`, `--version` and `--csv` are knobs of every scene.
    using Work = std::function<void(const Knobs&, Rows&)>;
    /// The whole program: reads the knobs, prints the header, runs the work, returns the exit status. Work of
    /// more than `patience` seconds shows a line of Progress on `err`.
    int run(int argc, char** argv, const Work& work) const;
    int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err, const Work& work,
            double patience = std::numeric_limits<double>::infinity()) const;

  private:
    std::string name_, claim_;
    double seconds_ = 0.0;
    bool moves_ = false;  // has time_knobs
    std::vector<Option> knobs_;
};

}  // namespace restraint::io
