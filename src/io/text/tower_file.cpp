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

/// The words of one line of a file, taken one after the other. Every failure is a FileError that names the
/// line, and the item once is() has said what it is.
class Item {
  public:
    Item(const std::string& file, std::size_t line, std::string_view text)
        : file_(file), line_(line), words_(words_of(text)) {}

    std::size_t line() const { return line_; }
    bool empty() const { return next_ == words_.size(); }
    /// From now on failures speak of `what`, and where a word lacks or is one too many they show `pattern`.
    void is(const std::string& what, const std::string& pattern) {
        what_ = what;
        pattern_ = ": " + what + pattern;
    }
    /// And of `what NAME`.
    void is_named(const std::string& name) { what_ += " " + name; }
    [[noreturn]] void fail(const std::string& what) const {
        fail_at(file_, line_, what_ + (what_.empty() ? "" : ": ") + what);
    }

    /// The next word. `meaning` says what it should be, here and below.
    std::string word(const std::string& meaning) {
        if (empty()) fail(meaning + " is missing" + pattern_);
        return std::string(words_[next_++]);
    }
    /// Is the next word one of a body's, which follow its numbers?
    bool is_at_body_word() const {
        return !empty() && std::find(body_words.begin(), body_words.end(), words_[next_]) != body_words.end();
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
    /// The next word as a number of at most 1e50 in modulus.
    double number(const std::string& meaning) {
        const double value = parsed(meaning, parse_number);
        if (std::abs(value) > largest_number)
            fail(meaning + " " + in_quotes(words_[next_ - 1]) + " is larger than 1e50");
        return value;
    }
    /// The next two words as numbers.
    Vec2 vector(const std::string& meaning_x, const std::string& meaning_y) {
        const double x = number(meaning_x), y = number(meaning_y);
        return {x, y};
    }
    /// The next word as a number from 1e-50 to 1e50.
    double positive(const std::string& meaning) {
        const double value = number(meaning);
        if (value <= 0.0) fail(meaning + " " + to_text(value) + " is not above 0");
        if (value < smallest_size) fail(meaning + " " + to_text(value) + " is smaller than 1e-50");
        return value;
    }
    /// The next word as the number of a vertex.
    std::size_t vertex() {
        return parsed("VERTEX", [](std::string_view text) { return parse_count(text, 0, longest_line); });
    }
    /// Fails if there are words left.
    void end() const {
        if (!empty()) fail("unexpected " + in_quotes(words_[next_]) + pattern_);
    }

  private:
    const std::string& file_;
    std::size_t line_;
    std::vector<std::string_view> words_;
    std::size_t next_ = 0;
    std::string what_, pattern_;
};

class TowerReader {
  public:
    explicit TowerReader(const std::string& file) : file_(file) {}
    bricks::Tower read(std::string_view text);

  private:
    void read_item(Item& item);
    void read_gravity(Item& item);
    void read_table(Item& item);
    void read_brick(Item& item);
    void read_polygon(Item& item);
    void read_pin(Item& item) { pins_.push_back(item); }  // its bodies may stand further down in the file
    std::string read_name(Item& item);
    void add_body(Item& item, bricks::Body body);
    void claim(const std::string& name, const Item& item);
    std::size_t pinned_body(Item& item, std::size_t& vertex) const;
    void add_pin(Item& item);
    void refuse_pose() const;
    std::size_t part_line(std::size_t part) const { return line_of_name_.at(part_name(tower_, part)); }

    const std::string& file_;
    bricks::Tower tower_;
    std::size_t gravity_line_ = 0;
    std::vector<Item> pins_;
    std::map<std::string, std::size_t> line_of_name_, body_of_name_;
};

bricks::Tower TowerReader::read(std::string_view text) {
    const std::vector<std::string_view> lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].size() > longest_line)
            fail_at(file_, i + 1, "a line of more than " + std::to_string(longest_line) + " characters");
        require_text(file_, i + 1, lines[i]);
        Item item(file_, i + 1, lines[i].substr(0, lines[i].find('#')));
        if (!item.empty()) read_item(item);
    }
    if (tower_.bodies.empty())
        fail_at(file_, std::max<std::size_t>(1, lines.size()), "no brick and no polygon in the file");
    for (Item& pin : pins_) add_pin(pin);
    refuse_pose();
    return std::move(tower_);
}

void TowerReader::read_item(Item& item) {
    struct Kind {
        std::string_view word;
        const char* pattern;
        void (TowerReader::*read)(Item&);
    };
    static constexpr Kind kinds[] = {
        {"gravity", " GX GY", &TowerReader::read_gravity},
        {"table", " X_LEFT X_RIGHT Y_TOP", &TowerReader::read_table},
        {"brick", " NAME X Y ANGLE WIDTH HEIGHT", &TowerReader::read_brick},
        {"polygon", " NAME X Y X Y X Y ..., counter-clockwise", &TowerReader::read_polygon},
        {"pin", " NAME VERTEX NAME VERTEX", &TowerReader::read_pin}};
    const std::string word = item.word("item");
    const Kind* kind = std::find_if(std::begin(kinds), std::end(kinds),
                                    [&](const Kind& known) { return known.word == word; });
    if (kind == std::end(kinds))
        item.fail("unknown word " + in_quotes(word) + ": an item is gravity, table, brick, polygon or pin");
    item.is(word, kind->pattern);
    try {
        (this->*kind->read)(item);
    } catch (const std::invalid_argument& error) {  // of make_brick, make_polygon, set_mass
        fail_at(file_, item.line(), error.what());
    }
}

void TowerReader::read_gravity(Item& item) {
    if (gravity_line_ != 0) item.fail("already given in line " + std::to_string(gravity_line_));
    gravity_line_ = item.line();
    tower_.gravity = item.vector("GX", "GY");
    item.end();
}

void TowerReader::read_table(Item& item) {
    const std::size_t before = tower_.tables.size();
    bricks::Table table{"table" + (before == 0 ? "" : std::to_string(before + 1)), 0.0, 0.0, 0.0};
    table.x_left = item.number("X_LEFT");
    table.x_right = item.number("X_RIGHT");
    table.y_top = item.number("Y_TOP");
    item.end();
    if (!(table.x_left < table.x_right)) item.fail("X_LEFT must be below X_RIGHT");
    claim(table.name, item);
    tower_.tables.push_back(table);
}

std::string TowerReader::read_name(Item& item) {
    const std::string name = item.word("NAME");
    if (name.size() > longest_name) item.fail("a name of more than 64 characters");
    for (const char c : name)
        if (c < 0x21 || c > 0x7e)
            item.fail("the name " + in_quotes(name) + " is not made of printable ASCII");
    item.is_named(name);
    return name;
}

void TowerReader::read_brick(Item& item) {
    const std::string name = read_name(item);
    bricks::Pose pose;
    pose.position = item.vector("X", "Y");
    pose.angle = item.number("ANGLE");
    const double width = item.positive("WIDTH");
    const double height = item.positive("HEIGHT");
    add_body(item, bricks::make_brick(name, pose, width, height));
}

void TowerReader::read_polygon(Item& item) {
    const std::string name = read_name(item);
    std::vector<Vec2> vertices;
    while (!item.empty() && !item.is_at_body_word()) vertices.push_back(item.vector("X", "Y"));
    add_body(item, bricks::make_polygon(name, vertices));
}

/// Adds a body of density 1, after the words that say what else it is.
void TowerReader::add_body(Item& item, bricks::Body body) {
    std::set<std::string> given;
    while (item.is_at_body_word()) {
        const std::string word = item.word("");
        if (!given.insert(word).second) item.fail(word + " is given twice");
        if (word == "density") bricks::set_mass(body, item.positive("density") * body.mass);
        if (word == "mass") bricks::set_mass(body, item.positive("mass"));
        if (word == "fixed") body.fixed = true;
        if (word == "velocity") {
            body.velocity.linear = item.vector("VX", "VY");
            body.velocity.angular = item.number("OMEGA");
        }
    }
    item.end();
    if (given.contains("mass") && given.contains("density")) item.fail("has both a density and a mass");
    if (body.fixed && given.contains("velocity")) item.fail("what is fixed has no velocity");
    if (body.mass < smallest_size || body.mass > largest_number)
        item.fail("its mass " + to_text(body.mass) + " is not between 1e-50 and 1e50");
    claim(body.name, item);
    body_of_name_[body.name] = tower_.bodies.size();
    tower_.bodies.push_back(std::move(body));
}

void TowerReader::claim(const std::string& name, const Item& item) {
    const auto [other, is_new] = line_of_name_.emplace(name, item.line());
    if (!is_new)
        item.fail("the name is already used in line " + std::to_string(other->second) +
                  (name.starts_with("table") ? "; tables are named table, table2, ..." : ""));
}

/// One end of a pin.
std::size_t TowerReader::pinned_body(Item& item, std::size_t& vertex) const {
    const std::string name = item.word("NAME");
    vertex = item.vertex();
    const auto found = body_of_name_.find(name);
    if (found == body_of_name_.end()) item.fail("there is no body named " + in_quotes(name));
    const std::size_t vertices = tower_.bodies[found->second].vertices.size();
    if (vertex >= vertices)
        item.fail(name + " has no vertex " + std::to_string(vertex) + ": they are 0 to " +
                  std::to_string(vertices - 1));
    return found->second;
}

void TowerReader::add_pin(Item& item) {
    bricks::Pin pin;
    pin.a = pinned_body(item, pin.vertex_a);
    pin.b = pinned_body(item, pin.vertex_b);
    item.end();
    const bricks::Body &a = tower_.bodies[pin.a], &b = tower_.bodies[pin.b];
    if (pin.a == pin.b) item.fail(a.name + " cannot be pinned to itself");
    const Vec2 point = world_vertex(a, pin.vertex_a);
    const double apart = norm(point - world_vertex(b, pin.vertex_b)), size = bricks::mean_size(tower_);
    if (apart > bricks::overlap_tolerance * size + bricks::touching_distance(size, norm(point)))
        item.fail("the two vertices are " + to_text(apart) + " m apart; they must be the same point");
    tower_.pins.push_back(pin);
}

void TowerReader::refuse_pose() const {
    try {
        bricks::find_contacts(tower_);
    } catch (const bricks::ScaleError& error) {
        fail_at(file_, part_line(error.part), error.what());
    } catch (const bricks::OverlapError& error) {
        fail_at(file_, std::max(part_line(error.first_part), part_line(error.second_part)), error.what());
    }
}

}  // namespace

bricks::Tower read_tower(std::string_view text, const std::string& name) {
    return TowerReader(name).read(text);
}

bricks::Tower load_tower(const std::string& path, std::istream& standard_input) {
    const TextFile file = read_text_file(path, standard_input, longest_file);
    return read_tower(file.text, file.name);
}

}  // namespace restraint::io
