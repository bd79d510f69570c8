#include "restraint/bricks/fine_gap.h"

#include <cmath>

namespace restraint::bricks {

FineShapes::FineShapes(const Tower& tower) {
    for (const Body& body : tower.bodies) shapes_.push_back(outline(body, Pose{}));
    append_tables(tower, shapes_);
    for (const Outline& shape : shapes_) frames_.push_back({shape.centre.x, shape.centre.y, 1.0L, 0.0L});
}

void FineShapes::place(const std::vector<FineVector>& poses) {
    for (std::size_t i = 0; i < poses.size(); ++i)
        frames_[i] = {poses[i].x, poses[i].y, std::cos(poses[i].angle), std::sin(poses[i].angle)};
}

long double FineShapes::gap(const SidednessRow& row) const {
    return row.is_mean ? 0.5L * (gap(row.first) + gap(row.second)) : gap(row.first);
}

long double FineShapes::gap(const CornerOverEdge& c) const {
    const Frame &edge_frame = frames_[c.edge_part], &corner_frame = frames_[c.corner_part];
    const Edge& edge = shapes_[c.edge_part].edges[c.edge];
    const Vec2 v = shapes_[c.corner_part].corners[c.corner];
    const long double normal_x = edge_frame.cosine * edge.normal.x - edge_frame.sine * edge.normal.y;
    const long double normal_y = edge_frame.sine * edge.normal.x + edge_frame.cosine * edge.normal.y;
    const long double corner_x = corner_frame.cosine * v.x - corner_frame.sine * v.y;
    const long double corner_y = corner_frame.sine * v.x + corner_frame.cosine * v.y;
    // In the order of shape.h's gap: mirror images have the same bits.
    const long double centres =
        normal_x * (corner_frame.x - edge_frame.x) + normal_y * (corner_frame.y - edge_frame.y);
    return centres + (normal_x * corner_x + normal_y * corner_y) - edge.offset;
}

FineVector FineShapes::corner(std::size_t body, std::size_t vertex) const {
    const Frame& frame = frames_[body];
    const Vec2 v = shapes_[body].corners[vertex];
    return {frame.x + (frame.cosine * v.x - frame.sine * v.y),
            frame.y + (frame.sine * v.x + frame.cosine * v.y), 0.0L};
}

}  // namespace restraint::bricks
