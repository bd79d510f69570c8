#include "restraint/oba/friction.h"

#include <cmath>

namespace restraint::oba {

namespace {

const double quarter = std::sqrt(0.5);               // cos(pi/4)
const double c1 = std::sqrt(0.5 * (1.0 + quarter));  // cos(pi/8), by halving the angle: no library
const double s1 = std::sqrt(0.5 * (1.0 - quarter));  // call whose last bit depends on the compiler

Vec3 across(const ContactFrame& frame, double cosine, double sine) {
    return cosine * frame.x + sine * frame.y;
}

}  // namespace

double octagon_ratio() { return c1; }

ContactFrame contact_frame(Vec3 normal, Vec3 sliding, double threshold) {
    ContactFrame frame;
    frame.normal = normal;
    const Vec3 tangential = sliding - dot(normal, sliding) * normal;
    if (norm(tangential) > threshold) {
        const Vec3 edge = normalized(-tangential), beside = cross(normal, edge);
        frame.x = normalized(c1 * edge - s1 * beside);  // the edge is at the angle pi/8 from n_x
    } else frame.x = unit_across(normal);
    frame.y = cross(normal, frame.x);
    return frame;
}

std::array<Vec3, 8> pyramid_sides(const ContactFrame& frame, double friction) {
    const double cosines[8] = {1, quarter, 0, -quarter, -1, -quarter, 0, quarter};
    std::array<Vec3, 8> sides;
    for (std::size_t h = 0; h < 8; ++h)
        sides[h] = friction * c1 * frame.normal + across(frame, cosines[h], cosines[(h + 6) % 8]);
    return sides;
}

std::vector<Vec3> pyramid_edges(const ContactFrame& frame, double friction) {
    if (friction == 0.0) return {frame.normal};
    const double cosines[8] = {c1, s1, -s1, -c1, -c1, -s1, s1, c1};
    std::vector<Vec3> edges;
    for (std::size_t h = 0; h < 8; ++h)
        edges.push_back(frame.normal + friction * across(frame, cosines[h], cosines[(h + 6) % 8]));
    return edges;
}

}  // namespace restraint::oba
