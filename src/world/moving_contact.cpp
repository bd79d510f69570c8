#include "restraint/world/moving_contact.h"

#include <cmath>

#include "restraint/world/tolerances.h"

namespace restraint::world {

Contact MovingContact::now(std::span<const RigidBody> bodies) const {
    const rigid::Pose now_a = bodies[start.a].pose(), now_b = bodies[start.b].pose();
    const auto turned = [](const rigid::Pose& from, const rigid::Pose& to, Vec3 direction) {
        return to.turn(transpose_times(from.orientation, direction));
    };
    Contact contact = start;
    contact.core_a = now_a.to_world(a.to_body(start.core_a));
    contact.core_b = now_b.to_world(b.to_body(start.core_b));
    contact.edge_a = turned(a, now_a, start.edge_a);
    contact.edge_b = turned(b, now_b, start.edge_b);
    const Vec3 apart = contact.core_a - contact.core_b;  // from a point of B to a point of A
    if (start.kind == ContactKind::vertex_face) {
        contact.normal = turned(b, now_b, start.normal);
        contact.core_b = contact.core_a - dot(contact.normal, apart) * contact.normal;
    } else if (start.kind == ContactKind::edge_edge) {
        // The points of the lines x_a + s e_a and x_b + t e_b that are closest, (x_a + s e_a) - (x_b + t e_b)
        // = d n.
        const Vec3 across = cross(contact.edge_a, contact.edge_b);
        const double sine2 = dot(across, across);
        if (sine2 > parallel_edges) {
            contact.normal = across / std::sqrt(sine2);
            contact.core_a += (dot(cross(-apart, contact.edge_b), across) / sine2) * contact.edge_a;
            contact.core_b += (dot(cross(-apart, contact.edge_a), across) / sine2) * contact.edge_b;
        }
    } else {
        if (start.kind == ContactKind::ball_edge)
            contact.core_b += dot(apart, contact.edge_b) * contact.edge_b;
        contact.normal = normalized(contact.core_a - contact.core_b);
    }
    // The gap is the distance of the cores less the radii of the balls.
    const double radius = dot(start.normal, start.core_a - start.core_b) - start.gap;
    contact.gap = dot(contact.normal, contact.core_a - contact.core_b) - radius;
    // The middle of the gap. Balls lie on A's side unless both are balls; along the normal the lever is the
    // same.
    contact.point = contact.core_a + dot(start.normal, start.point - start.core_a) * contact.normal;
    return contact;
}

}  // namespace restraint::world
