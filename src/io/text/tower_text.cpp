#include <cmath>
#include <stdexcept>
#include <vector>

#include "restraint/io/text/files.h"
#include "restraint/io/text/number.h"
#include "restraint/io/text/tower_text.h"

namespace restraint::io {

namespace {

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
