#pragma once

#include <string>
#include <vector>

#include "restraint/bricks/formulation.h"
#include "restraint/bricks/margin.h"
#include "restraint/bricks/stability.h"
#include "restraint/bricks/tower.h"
#include "restraint/io/command.h"
#include "restraint/linalg/vec2.h"
#include "restraint/optimize/problem.h"

/// What several of the commands share.
namespace restraint::io {

/// The tower in the file that is the only operand.
bricks::Tower load_operand(const Arguments& arguments, const Streams& streams);

/// The operand as titles show it: - is standard input.
std::string shown_operand(const Arguments& arguments);

/// The tower as titles of pictures call it: "tower diamond_5", "tower from standard input".
std::string tower_title(const Arguments& arguments);

/// --model, and its value.
Option model_option();
bricks::Model model_of(const Arguments& arguments);

/// The header of an output: "# restraint NAME FILE, what is printed", and the given options.
std::string header(const std::string& name, const std::string& phrase, const Arguments& arguments);

/// The last line of an output: the tolerances of geometry that the answer rests on.
std::string tolerances_line(const bricks::Tower& tower);

/// One line of output: a keyword or name, then values, separated by blanks.
class RowText {
  public:
    explicit RowText(std::string key) : text_(std::move(key)) {}
    RowText& word(const std::string& word);
    RowText& number(double value);
    RowText& vector(Vec2 value) { return number(value.x).number(value.y); }
    RowText& motion(const bricks::Motion& value) { return vector(value.linear).number(value.angular); }
    std::string line() const { return text_ + "\n"; }

  private:
    std::string text_;
};

/// Prints `pin A B x y fx fy`, the force on A, for each pin, after a line that says so.
void print_pins(const bricks::Tower& tower, const std::vector<Vec2>& forces, const Streams& streams);

/// Prints warnings to the messages.
void print_warnings(const std::string& name, const std::vector<std::string>& warnings,
                    const Streams& streams);

/// Throws GaveUp, with their number, if more bodies hang together than are solved at once.
void require_solvable(const Arguments& arguments, const bricks::Tower& tower);

/// `margin M`, or `none`, `unbounded`; `unknown` if the solver gave up on it.
std::string margin_line(const bricks::Margin& margin);

/// Throws GaveUp, `the solver gave up on WHAT: STATUS`, if the status is not `optimal`.
void require_optimal(optimize::Status status, const std::string& what);

/// Runs a computation on the tower of a file; what it refuses becomes a FileError that
/// names the file; a heap that is too large, a GaveUp.
template <class Compute>
auto about_file(const Arguments& arguments, Compute compute) {
    try {
        return compute();
    } catch (const std::invalid_argument& error) {
        throw FileError(arguments.operands[0] + ": " + error.what());
    } catch (const std::length_error& error) {
        throw GaveUp(std::string("the solver gave up beforehand: ") + error.what());
    }
}

}  // namespace restraint::io
