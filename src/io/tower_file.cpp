#include "restraint/io/tower_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "restraint/bricks/contacts.h"
#include "restraint/bricks/scale.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/io/item.h"
#include "restraint/io/number.h"
#include "restraint/io/text_file.h"

namespace restraint::io {

namespace {

constexpr std::size_t longest_file = std::size_t{16} << 20;
constexpr std::size_t longest_line = 65536;
constexpr std::size_t longest_name = 64;
constexpr std::array<std::string_view, 5> item_words{"gravity", "table", "brick", "polygon", "pin"};
constexpr std::array<std::string_view, 4> body_words{"density", "mass", "velocity", "fixed"};

/// A pin by names: its bodies may stand further down in the file.
struct NamedPin {
    Item item;
    std::string a, b;
    std::size_t vertex_a, vertex_b;
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
    void read_pin(Item& item);
    /// The optional words of a body.
    struct BodyWords {
        double density = 1.0;
        std::optional<double> mass;
        bricks::Motion velocity;
        bool fixed = false;
    };
    BodyWords read_body_words(Item& item);
    void add_body(const Item& item, const BodyWords& words, bricks::Body body);
    void name_tables();
    void resolve_pins();
    void refuse_pose() const;
    std::string read_name(Item& item);

    const std::string& file_;
    bricks::Tower tower_;
    std::size_t gravity_line_ = 0;
    std::vector<std::size_t> part_lines_;  // of bodies, then of tables
    std::vector<std::size_t> table_lines_;
    std::vector<NamedPin> pins_;
    std::map<std::string, std::size_t> body_of_name_;
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
    name_tables();
    resolve_pins();
    refuse_pose();
    return std::move(tower_);
}

void TowerReader::read_item(Item& item) {
    if (!item.is_next(item_words)) {
        const std::string given = item.word("item");
        item.fail("unknown word " + in_quotes(given) + ": an item is gravity, table, brick, polygon or pin");
    }
    const std::string word = item.word("item");
    try {
        if (word == "gravity") read_gravity(item);
        if (word == "table") read_table(item);
        if (word == "brick") read_brick(item);
        if (word == "polygon") read_polygon(item);
        if (word == "pin") read_pin(item);
    } catch (const std::invalid_argument& error) {  // of make_brick, make_polygon, set_mass
        fail_at(file_, item.line(), error.what());
    }
}

void TowerReader::read_gravity(Item& item) {
    item.is("gravity", "gravity GX GY");
    if (gravity_line_ != 0) item.fail("already given in line " + std::to_string(gravity_line_));
    gravity_line_ = item.line();
    tower_.gravity.x = item.number("GX");
    tower_.gravity.y = item.number("GY");
    item.end();
}

void TowerReader::read_table(Item& item) {
    item.is("table", "table X_LEFT X_RIGHT Y_TOP");
    bricks::Table table;
    table.x_left = item.number("X_LEFT");
    table.x_right = item.number("X_RIGHT");
    table.y_top = item.number("Y_TOP");
    item.end();
    if (!(table.x_left < table.x_right)) item.fail("X_LEFT must be below X_RIGHT");
    tower_.tables.push_back(table);
    table_lines_.push_back(item.line());
}

std::string TowerReader::read_name(Item& item) {
    const std::string name = item.word("NAME");
    if (name.size() > longest_name) item.fail("a name of more than 64 characters");
    for (const char c : name)
        if (c < 0x21 || c > 0x7e)
            item.fail("the name " + in_quotes(name) + " is not made of printable ASCII");
    return name;
}

void TowerReader::read_brick(Item& item) {
    const std::string pattern = "brick NAME X Y ANGLE WIDTH HEIGHT";
    item.is("brick", pattern);
    const std::string name = read_name(item);
    item.is("brick " + name, pattern);
    bricks::Pose pose;
    pose.position.x = item.number("X");
    pose.position.y = item.number("Y");
    pose.angle = item.number("ANGLE");
    const double width = item.positive("WIDTH");
    const double height = item.positive("HEIGHT");
    const BodyWords words = read_body_words(item);
    add_body(item, words, bricks::make_brick(name, pose, width, height, words.density));
}

void TowerReader::read_polygon(Item& item) {
    const std::string pattern = "polygon NAME X Y X Y X Y ..., counter-clockwise";
    item.is("polygon", pattern);
    const std::string name = read_name(item);
    item.is("polygon " + name, pattern);
    std::vector<Vec2> vertices;
    while (!item.empty() && !item.is_next(body_words)) {
        Vec2 vertex;
        vertex.x = item.number("X");
        vertex.y = item.number("Y");
        vertices.push_back(vertex);
    }
    const BodyWords words = read_body_words(item);
    add_body(item, words, bricks::make_polygon(name, vertices, words.density));
}

TowerReader::BodyWords TowerReader::read_body_words(Item& item) {
    BodyWords words;
    std::set<std::string> given;
    while (item.is_next(body_words)) {
        const std::string word = item.word("");
        if (!given.insert(word).second) item.fail(word + " is given twice");
        if (word == "density") words.density = item.positive("density");
        if (word == "mass") words.mass = item.positive("mass");
        if (word == "fixed") words.fixed = true;
        if (word == "velocity") {
            words.velocity.linear.x = item.number("VX");
            words.velocity.linear.y = item.number("VY");
            words.velocity.angular = item.number("OMEGA");
        }
    }
    item.end();
    if (words.mass && given.contains("density")) item.fail("has both a density and a mass");
    if (words.fixed && given.contains("velocity")) item.fail("what is fixed has no velocity");
    return words;
}

void TowerReader::add_body(const Item& item, const BodyWords& words, bricks::Body body) {
    if (words.mass) bricks::set_mass(body, *words.mass);
    if (body.mass < smallest_size || body.mass > largest)
        item.fail("its mass " + to_text(body.mass) + " is not between 1e-50 and 1e50");
    body.velocity = words.velocity;
    body.fixed = words.fixed;
    const auto [other, is_new] = body_of_name_.emplace(body.name, tower_.bodies.size());
    if (!is_new) item.fail("the name is already used in line " + std::to_string(part_lines_[other->second]));
    tower_.bodies.push_back(std::move(body));
    part_lines_.push_back(item.line());
}

void TowerReader::read_pin(Item& item) {
    item.is("pin", "pin NAME VERTEX NAME VERTEX");
    const std::string a = item.word("NAME");
    const std::size_t vertex_a = item.count("VERTEX", longest_line);
    const std::string b = item.word("NAME");
    const std::size_t vertex_b = item.count("VERTEX", longest_line);
    item.end();
    pins_.push_back({item, a, b, vertex_a, vertex_b});
}

void TowerReader::name_tables() {
    for (std::size_t i = 0; i < tower_.tables.size(); ++i) {
        bricks::Table& table = tower_.tables[i];
        table.name = i == 0 ? "table" : "table" + std::to_string(i + 1);
        const auto body = body_of_name_.find(table.name);
        if (body != body_of_name_.end())
            fail_at(file_, part_lines_[body->second],
                    "the name " + table.name + " belongs to the table of line " +
                        std::to_string(table_lines_[i]));
    }
    part_lines_.insert(part_lines_.end(), table_lines_.begin(), table_lines_.end());
}

void TowerReader::resolve_pins() {
    const auto find = [this](const NamedPin& pin, const std::string& name, std::size_t vertex) {
        const auto found = body_of_name_.find(name);
        if (found == body_of_name_.end()) pin.item.fail("there is no body named " + in_quotes(name));
        const std::size_t vertices = tower_.bodies[found->second].vertices.size();
        if (vertex >= vertices)
            pin.item.fail(name + " has no vertex " + std::to_string(vertex) + ": they are 0 to " +
                          std::to_string(vertices - 1));
        return found->second;
    };
    for (const NamedPin& pin : pins_) {
        const std::size_t a = find(pin, pin.a, pin.vertex_a);
        const std::size_t b = find(pin, pin.b, pin.vertex_b);
        if (a == b) pin.item.fail(pin.a + " cannot be pinned to itself");
        const Vec2 point_a = bricks::world_vertex(tower_.bodies[a], pin.vertex_a);
        const double apart = norm(point_a - bricks::world_vertex(tower_.bodies[b], pin.vertex_b));
        const double size = bricks::mean_size(tower_);
        if (apart > bricks::overlap_tolerance * size + bricks::touching_distance(size, norm(point_a)))
            pin.item.fail("the two vertices are " + to_text(apart) + " m apart; they must be the same point");
        tower_.pins.push_back({a, pin.vertex_a, b, pin.vertex_b});
    }
}

void TowerReader::refuse_pose() const {
    try {
        bricks::find_contacts(tower_);
    } catch (const bricks::ScaleError& error) {
        fail_at(file_, part_lines_[error.part], error.what());
    } catch (const bricks::OverlapError& error) {
        const std::size_t first = part_lines_[error.first_part], second = part_lines_[error.second_part];
        fail_at(file_, std::max(first, second), error.what());
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
