#include "restraint/io/text/tower_file.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "../tolerances.h"
#include "restraint/bricks/contacts.h"
#include "restraint/bricks/generators.h"
#include "restraint/bricks/tolerances.h"
#include "restraint/bricks/tower.h"
#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"

namespace restraint::io {

namespace {

constexpr std::size_t longest_file = std::size_t{16} << 20;
constexpr std::size_t longest_line = 65536;
constexpr std::size_t longest_name = 64;

/// The first word of an item, or a further one of a body, and the fields behind it: NAME, VERTEX (its
/// number), or what a number means.
const std::map<std::string, std::string, std::less<>> item_fields{
    {"gravity", "GX GY"},
    {"table", "X_LEFT X_RIGHT Y_TOP"},
    {"brick", "NAME X Y ANGLE WIDTH HEIGHT"},
    {"polygon", "NAME X Y X Y X Y ..., counter-clockwise"},
    {"pin", "NAME VERTEX NAME VERTEX"}};
const std::map<std::string, std::string, std::less<>> body_fields{
    {"density", "density"}, {"mass", "mass"}, {"velocity", "VX VY OMEGA"}, {"fixed", ""}};

/// Reads item by item. A pin waits until all bodies are known.
class TowerReader {
  public:
    explicit TowerReader(const std::string& file) : file_(file) {}

    bricks::Tower read(std::string_view text) {
        for (const std::string_view line : lines_of(text)) {
            ++line_;
            if (line.size() > longest_line)
                fail_at(file_, line_, "a line of more than " + std::to_string(longest_line) + " characters");
            require_text(file_, line_, line);
            words_ = words_of(line.substr(0, line.find('#')));
            if (!words_.empty()) read_item();
        }
        if (tower_.bodies.empty())
            fail_at(file_, std::max<std::size_t>(1, line_), "no brick and no polygon in the file");
        for (const Item& pin : pins_) add_pin(pin);
        refuse_pose();
        return std::move(tower_);
    }

  private:
    /// The fields of a line.
    struct Item {
        std::size_t line;
        std::vector<std::string> names{};
        std::vector<std::size_t> vertices{};
        std::vector<double> numbers{};
        std::map<std::string, std::vector<double>> more{};  // a body's further words and their numbers
    };

    [[noreturn]] void fail(const std::string& what) const { fail_at(file_, line_, what_ + ": " + what); }

    bool is_at_end() const { return next_ == words_.size(); }

    bool is_at_body_word() const { return !is_at_end() && body_fields.contains(words_[next_]); }

    /// The next word by one of the functions of number.h; `meaning` says what it should be.
    template <class Parse>
    auto parsed(const std::string& meaning, Parse parse) {
        if (is_at_end()) fail(meaning + " is missing" + pattern_);
        try {
            return parse(words_[next_++]);
        } catch (const std::invalid_argument& error) {
            fail(meaning + " " + error.what());
        }
    }

    double number(const std::string& meaning) {
        const double value = parsed(meaning, parse_number);
        if (std::abs(value) > largest_number)
            fail(meaning + " " + in_quotes(words_[next_ - 1]) + " is larger than 1e50");
        if (meaning != "WIDTH" && meaning != "HEIGHT" && meaning != "density" && meaning != "mass")
            return value;
        if (value <= 0.0) fail(meaning + " " + to_text(value) + " is not above 0");
        if (value < smallest_size) fail(meaning + " " + to_text(value) + " is smaller than 1e-50");
        return value;
    }

    std::string name() {
        std::string text = parsed("NAME", [](std::string_view word) { return std::string(word); });
        if (text.size() > longest_name) fail("a name of more than 64 characters");
        for (const char c : text)
            if (c < 0x21 || c > 0x7e) fail("the name " + in_quotes(text) + " is not made of printable ASCII");
        if (what_ != "pin") what_ += " " + text;
        return text;
    }

    void read_fields(std::string_view fields, Item& item, std::vector<double>& numbers) {
        for (const std::string_view field : words_of(fields))
            if (field == "NAME") item.names.push_back(name());
            else if (field == "VERTEX")
                item.vertices.push_back(parsed(
                    "VERTEX", [](std::string_view word) { return parse_count(word, 0, longest_line); }));
            else numbers.push_back(number(std::string(field)));
    }

    void read_item() {
        const auto known = item_fields.find(words_[0]);
        if (known == item_fields.end())
            fail_at(file_, line_,
                    "unknown word " + in_quotes(words_[0]) +
                        ": an item is gravity, table, brick, polygon or pin");
        const auto& [kind, fields] = *known;
        const bool is_polygon = kind == "polygon", is_body = is_polygon || kind == "brick";
        next_ = 1;
        what_ = kind;
        pattern_ = ": " + kind + " " + fields;
        Item item{line_};
        read_fields(is_polygon ? "NAME" : fields, item, item.numbers);
        while (is_polygon && !is_at_end() && !is_at_body_word()) read_fields("X Y", item, item.numbers);
        while (is_body && is_at_body_word()) {
            const std::string further(words_[next_++]);
            if (item.more.contains(further)) fail(further + " is given twice");
            read_fields(body_fields.at(further), item, item.more[further]);
        }
        if (!is_at_end()) fail("unexpected " + in_quotes(words_[next_]) + pattern_);
        if (kind == "gravity") set_gravity(item);
        if (kind == "table") add_table(item);
        if (kind == "pin") pins_.push_back(item);
        if (is_body) add_body(item);
    }

    void set_gravity(const Item& item) {
        if (gravity_line_ != 0) fail("already given in line " + std::to_string(gravity_line_));
        gravity_line_ = line_;
        tower_.gravity = {item.numbers[0], item.numbers[1]};
    }

    void add_table(const Item& item) {
        const std::size_t before = tower_.tables.size();
        const bricks::Table table{"table" + (before == 0 ? "" : std::to_string(before + 1)), item.numbers[0],
                                  item.numbers[1], item.numbers[2]};
        if (!(table.x_left < table.x_right)) fail("X_LEFT must be below X_RIGHT");
        claim(table.name);
        tower_.tables.push_back(table);
    }

    /// Its density is 1, unless a further word says otherwise.
    void add_body(const Item& item) {
        const bool has_mass = item.more.contains("mass"), has_density = item.more.contains("density");
        if (has_mass && has_density) fail("has both a density and a mass");
        const std::vector<double>& n = item.numbers;
        std::vector<Vec2> corners;
        for (std::size_t k = 0; k + 1 < n.size(); k += 2) corners.push_back({n[k], n[k + 1]});
        bricks::Body body;
        try {
            body = words_[0] == "brick" ? bricks::make_brick(item.names[0], {{n[0], n[1]}, n[2]}, n[3], n[4])
                                        : bricks::make_polygon(item.names[0], corners);
            if (has_density) bricks::set_mass(body, item.more.at("density")[0] * body.mass);
            if (has_mass) bricks::set_mass(body, item.more.at("mass")[0]);
        } catch (const std::invalid_argument& error) {
            fail_at(file_, line_, error.what());
        }
        body.fixed = item.more.contains("fixed");
        if (const auto velocity = item.more.find("velocity"); velocity != item.more.end()) {
            const std::vector<double>& v = velocity->second;
            if (body.fixed) fail("what is fixed has no velocity");
            body.velocity = {{v[0], v[1]}, v[2]};
        }
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

    std::size_t pinned_body(const std::string& name, std::size_t vertex) const {
        const auto found = body_of_name_.find(name);
        if (found == body_of_name_.end()) fail("there is no body named " + in_quotes(name));
        const std::size_t vertices = tower_.bodies[found->second].vertices.size();
        if (vertex >= vertices)
            fail(name + " has no vertex " + std::to_string(vertex) + ": they are 0 to " +
                 std::to_string(vertices - 1));
        return found->second;
    }

    void add_pin(const Item& item) {
        line_ = item.line;
        what_ = "pin";
        const std::size_t first = item.vertices[0], second = item.vertices[1];
        const std::size_t a = pinned_body(item.names[0], first), b = pinned_body(item.names[1], second);
        if (a == b) fail(item.names[0] + " cannot be pinned to itself");
        const Vec2 point = world_vertex(tower_.bodies[a], first);
        const double apart = norm(point - world_vertex(tower_.bodies[b], second));
        const double size = bricks::mean_size(tower_);
        if (apart > bricks::overlap_tolerance * size + bricks::touching_distance(size, norm(point)))
            fail("the two vertices are " + to_text(apart) + " m apart; they must be the same point");
        tower_.pins.push_back({a, first, b, second});
    }

    void refuse_pose() const {
        const auto line = [&](std::size_t part) { return line_of_name_.at(part_name(tower_, part)); };
        try {
            bricks::find_contacts(tower_);
        } catch (const bricks::PartError& error) {
            fail_at(file_, std::max(line(error.first_part), line(error.second_part)), error.what());
        }
    }

    const std::string& file_;
    std::size_t line_ = 0, next_ = 0;  // the present line, and the place of its next word
    std::vector<std::string_view> words_;
    std::string what_, pattern_;  // what failures speak of, and what should stand there

    bricks::Tower tower_;
    std::size_t gravity_line_ = 0;
    std::map<std::string, std::size_t> line_of_name_, body_of_name_;
    std::vector<Item> pins_;
};

std::string numbers(std::initializer_list<double> values) {
    std::string text;
    for (const double value : values) {
        if (!std::isfinite(value)) throw std::invalid_argument("a tower with a number that is not finite");
        text += " " + to_text(value);
    }
    return text;
}

/// The vertices in the world of a polygon that reads back as itself. Reading computes the centre of mass
/// anew and rounds the vertices relative to it; after a few rounds that changes nothing more.
std::vector<Vec2> settled_vertices(const bricks::Body& body) {
    std::vector<Vec2> vertices;
    for (std::size_t i = 0; i < body.vertices.size(); ++i) vertices.push_back(world_vertex(body, i));
    for (int round = 0; round < 8; ++round) {
        const bricks::Body read_back = bricks::make_polygon(body.name, vertices);
        const std::vector<Vec2> before = vertices;
        for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = world_vertex(read_back, i);
        if (vertices == before) break;
    }
    return vertices;
}

std::string body_line(const bricks::Body& body) {
    std::string line;
    bricks::Body read_back;  // of density 1
    if (body.rectangle) {
        const Vec2 at = body.pose.position;
        line = "brick " + body.name + numbers({at.x, at.y, body.pose.angle, body.width(), body.height()});
        read_back = bricks::make_brick(body.name, body.pose, body.width(), body.height());
    } else {
        const std::vector<Vec2> vertices = settled_vertices(body);
        line = "polygon " + body.name;
        for (const Vec2 v : vertices) line += numbers({v.x, v.y});
        read_back = bricks::make_polygon(body.name, vertices);
    }
    if (body.mass != read_back.mass) line += " mass" + numbers({body.mass});
    const bricks::Motion& v = body.velocity;
    if (body.fixed) return line + " fixed";
    if (v.linear == Vec2{} && v.angular == 0.0) return line;
    return line + " velocity" + numbers({v.linear.x, v.linear.y, v.angular});
}

}  // namespace

bricks::Tower read_tower(std::string_view text, const std::string& name) {
    return TowerReader(name).read(text);
}

bricks::Tower load_tower(const std::string& path, std::istream& standard_input) {
    const TextFile file = read_text_file(path, standard_input, longest_file);
    return read_tower(file.text, file.name);
}

std::string tower_text(const bricks::Tower& tower, const std::string& comment) {
    std::string text;
    for (const std::string_view line : lines_of(comment)) text += "# " + std::string(line) + "\n";
    text += "gravity" + numbers({tower.gravity.x, tower.gravity.y}) + "\n";
    for (const bricks::Table& table : tower.tables)
        text += "table" + numbers({table.x_left, table.x_right, table.y_top}) + "\n";
    for (const bricks::Body& body : tower.bodies) text += body_line(body) + "\n";
    for (const bricks::Pin& pin : tower.pins)
        text += "pin " + tower.bodies[pin.a].name + " " + std::to_string(pin.vertex_a) + " " +
                tower.bodies[pin.b].name + " " + std::to_string(pin.vertex_b) + "\n";
    return text;
}

}  // namespace restraint::io
