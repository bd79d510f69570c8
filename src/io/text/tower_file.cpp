#include "restraint/io/text/tower_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "../tolerances.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

constexpr std::size_t longest_file = std::size_t{16} << 20;
constexpr std::size_t longest_line = 65536;
constexpr std::size_t longest_name = 64;
constexpr std::array<std::string_view, 4> body_words{"density", "mass", "velocity", "fixed"};

/// Reads item by item. A pin waits until all bodies are known.
class TowerReader {
  public:
    explicit TowerReader(const std::string& file) : file_(file) {}

    bricks::Tower read(std::string_view text) {
        const std::vector<std::string_view> lines = lines_of(text);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].size() > longest_line)
                fail_at(file_, i + 1, "a line of more than " + std::to_string(longest_line) + " characters");
            require_text(file_, i + 1, lines[i]);
            const Words words = words_of(lines[i].substr(0, lines[i].find('#')));
            if (!words.empty()) read_item(i + 1, words);
        }
        if (tower_.bodies.empty())
            fail_at(file_, std::max<std::size_t>(1, lines.size()), "no brick and no polygon in the file");
        all_bodies_known_ = true;
        for (const auto& [line, words] : pins_) read_item(line, words);
        refuse_pose();
        return std::move(tower_);
    }

  private:
    using Words = std::vector<std::string_view>;

    [[noreturn]] void fail(const std::string& what) const {
        fail_at(file_, line_, what_ + (what_.empty() ? "" : ": ") + what);
    }

    bool is_at_end() const { return next_ == words_.size(); }

    /// Is the next word one of a body's, which follow its numbers?
    bool is_at_body_word() const {
        return !is_at_end() &&
               std::find(body_words.begin(), body_words.end(), words_[next_]) != body_words.end();
    }

    /// The next word; `meaning` says what it should be.
    std::string word(const std::string& meaning) {
        if (is_at_end()) fail(meaning + " is missing" + pattern_);
        return std::string(words_[next_++]);
    }

    /// The next word by one of the functions of number.h.
    template <class Parse>
    auto parsed(const std::string& meaning, Parse parse) {
        const std::string text = word(meaning);
        try {
            return parse(text);
        } catch (const std::invalid_argument& error) {
            fail(meaning + " " + error.what());
        }
    }

    double number(const std::string& meaning) {
        const double value = parsed(meaning, parse_number);
        if (std::abs(value) > largest_number)
            fail(meaning + " " + in_quotes(words_[next_ - 1]) + " is larger than 1e50");
        return value;
    }

    double positive(const std::string& meaning) {
        const double value = number(meaning);
        if (value <= 0.0) fail(meaning + " " + to_text(value) + " is not above 0");
        if (value < smallest_size) fail(meaning + " " + to_text(value) + " is smaller than 1e-50");
        return value;
    }

    Vec2 vector(const std::string& meaning_x, const std::string& meaning_y) {
        const double x = number(meaning_x), y = number(meaning_y);
        return {x, y};
    }

    void end() const {
        if (!is_at_end()) fail("unexpected " + in_quotes(words_[next_]) + pattern_);
    }

    void read_item(std::size_t line, const Words& words) {
        struct Kind {
            std::string_view word;
            const char* pattern;
            void (TowerReader::*read)();
        };
        static constexpr Kind kinds[] = {
            {"gravity", " GX GY", &TowerReader::read_gravity},
            {"table", " X_LEFT X_RIGHT Y_TOP", &TowerReader::read_table},
            {"brick", " NAME X Y ANGLE WIDTH HEIGHT", &TowerReader::read_brick},
            {"polygon", " NAME X Y X Y X Y ..., counter-clockwise", &TowerReader::read_polygon},
            {"pin", " NAME VERTEX NAME VERTEX", &TowerReader::read_pin}};
        line_ = line;
        words_ = words;
        next_ = 1;
        what_.clear();
        const Kind* kind = std::find_if(std::begin(kinds), std::end(kinds),
                                        [&](const Kind& known) { return known.word == words[0]; });
        if (kind == std::end(kinds))
            fail("unknown word " + in_quotes(words[0]) +
                 ": an item is gravity, table, brick, polygon or pin");
        what_ = words[0];
        pattern_ = ": " + what_ + kind->pattern;
        try {
            (this->*kind->read)();
        } catch (const std::invalid_argument& error) {  // of make_brick, make_polygon, set_mass
            fail_at(file_, line_, error.what());
        }
    }

    void read_gravity() {
        if (gravity_line_ != 0) fail("already given in line " + std::to_string(gravity_line_));
        gravity_line_ = line_;
        tower_.gravity = vector("GX", "GY");
        end();
    }

    void read_table() {
        const std::size_t before = tower_.tables.size();
        bricks::Table table{"table" + (before == 0 ? "" : std::to_string(before + 1)), 0.0, 0.0, 0.0};
        table.x_left = number("X_LEFT");
        table.x_right = number("X_RIGHT");
        table.y_top = number("Y_TOP");
        end();
        if (!(table.x_left < table.x_right)) fail("X_LEFT must be below X_RIGHT");
        claim(table.name);
        tower_.tables.push_back(table);
    }

    std::string read_name() {
        const std::string name = word("NAME");
        if (name.size() > longest_name) fail("a name of more than 64 characters");
        for (const char c : name)
            if (c < 0x21 || c > 0x7e) fail("the name " + in_quotes(name) + " is not made of printable ASCII");
        what_ += " " + name;
        return name;
    }

    void read_brick() {
        const std::string name = read_name();
        bricks::Pose pose;
        pose.position = vector("X", "Y");
        pose.angle = number("ANGLE");
        const double width = positive("WIDTH");
        const double height = positive("HEIGHT");
        add_body(bricks::make_brick(name, pose, width, height));
    }

    void read_polygon() {
        const std::string name = read_name();
        std::vector<Vec2> vertices;
        while (!is_at_end() && !is_at_body_word()) vertices.push_back(vector("X", "Y"));
        add_body(bricks::make_polygon(name, vertices));
    }

    /// Adds a body of density 1, after the words that say what else it is.
    void add_body(bricks::Body body) {
        std::set<std::string> given;
        while (is_at_body_word()) {
            const std::string key = word("");
            if (!given.insert(key).second) fail(key + " is given twice");
            if (key == "density") bricks::set_mass(body, positive("density") * body.mass);
            if (key == "mass") bricks::set_mass(body, positive("mass"));
            if (key == "fixed") body.fixed = true;
            if (key == "velocity") {
                body.velocity.linear = vector("VX", "VY");
                body.velocity.angular = number("OMEGA");
            }
        }
        end();
        if (given.contains("mass") && given.contains("density")) fail("has both a density and a mass");
        if (body.fixed && given.contains("velocity")) fail("what is fixed has no velocity");
        if (body.mass < smallest_size || body.mass > largest_number)
            fail("its mass " + to_text(body.mass) + " is not between 1e-50 and 1e50");
        claim(body.name);
        body_of_name_[body.name] = tower_.bodies.size();
        tower_.bodies.push_back(std::move(body));
    }

    void claim(const std::string& name) {
        const auto [other, is_new] = line_of_name_.emplace(name, line_);
        if (!is_new)
            fail("the name is already used in line " + std::to_string(other->second) +
                 (name.starts_with("table") ? "; tables are named table, table2, ..." : ""));
    }

    /// One end of a pin.
    std::size_t pinned_body(std::size_t& vertex) {
        const std::string name = word("NAME");
        vertex = parsed("VERTEX", [](std::string_view text) { return parse_count(text, 0, longest_line); });
        const auto found = body_of_name_.find(name);
        if (found == body_of_name_.end()) fail("there is no body named " + in_quotes(name));
        const std::size_t vertices = tower_.bodies[found->second].vertices.size();
        if (vertex >= vertices)
            fail(name + " has no vertex " + std::to_string(vertex) + ": they are 0 to " +
                 std::to_string(vertices - 1));
        return found->second;
    }

    void read_pin() {
        if (!all_bodies_known_) {
            pins_.emplace_back(line_, words_);
            return;
        }
        bricks::Pin pin;
        pin.a = pinned_body(pin.vertex_a);
        pin.b = pinned_body(pin.vertex_b);
        end();
        const bricks::Body &a = tower_.bodies[pin.a], &b = tower_.bodies[pin.b];
        if (pin.a == pin.b) fail(a.name + " cannot be pinned to itself");
        const Vec2 point = world_vertex(a, pin.vertex_a);
        const double apart = norm(point - world_vertex(b, pin.vertex_b)), size = bricks::mean_size(tower_);
        if (apart > bricks::overlap_tolerance * size + bricks::touching_distance(size, norm(point)))
            fail("the two vertices are " + to_text(apart) + " m apart; they must be the same point");
        tower_.pins.push_back(pin);
    }

    std::size_t part_line(std::size_t part) const { return line_of_name_.at(part_name(tower_, part)); }

    void refuse_pose() const {
        try {
            bricks::find_contacts(tower_);
        } catch (const bricks::ScaleError& error) {
            fail_at(file_, part_line(error.part), error.what());
        } catch (const bricks::OverlapError& error) {
            fail_at(file_, std::max(part_line(error.first_part), part_line(error.second_part)), error.what());
        }
    }

    const std::string& file_;
    std::size_t line_ = 0, next_ = 0;  // the present line, and the place of its next word
    Words words_;
    std::string what_, pattern_;  // what failures speak of, and what should stand there

    bricks::Tower tower_;
    std::size_t gravity_line_ = 0;
    std::map<std::string, std::size_t> line_of_name_, body_of_name_;
    std::vector<std::pair<std::size_t, Words>> pins_;
    bool all_bodies_known_ = false;
};

}  // namespace

bricks::Tower read_tower(std::string_view text, const std::string& name) {
    return TowerReader(name).read(text);
}

bricks::Tower load_tower(const std::string& path, std::istream& standard_input) {
    const TextFile file = read_text_file(path, standard_input, longest_file);
    return read_tower(file.text, file.name);
}

}  // namespace restraint::io
