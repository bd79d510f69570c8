#pragma once

#include "towers.h"

/// The proof of a verdict, looked at by itself: forces added up, a motion followed, without the library's
/// rows.
namespace restraint::bricks {

inline double weight(const Tower& tower) {
    double sum = 0.0;
    for (const Body& body : tower.bodies)
        if (!body.fixed) sum += body.mass * norm(tower.gravity);
    return sum;
}

/// Adds a force at a point to a body's force and torque about its centre; tables have none.
struct Load {
    Vec2 force;
    double torque = 0.0;
};
inline void push(const Tower& tower, std::vector<Load>& loads, std::size_t part, Vec2 point, Vec2 force) {
    if (part >= loads.size()) return;
    loads[part].force += force;
    loads[part].torque += cross(point - tower.bodies[part].pose.position, force);
}

/// The worst force or torque (over a metre) that is not balanced, over the weight; written out plainly.
inline double unbalanced(const Tower& tower, const Stability& s) {
    std::vector<Load> loads(tower.bodies.size());
    for (std::size_t b = 0; b < loads.size(); ++b) loads[b].force = tower.bodies[b].mass * tower.gravity;
    for (std::size_t c = 0; c < s.contacts.size(); ++c) {
        const Contact& k = s.contacts[c];
        if (s.forces[c] < 0.0) return 1.0;
        push(tower, loads, k.a, k.point, s.forces[c] * k.normal);
        push(tower, loads, k.b, k.point, -s.forces[c] * k.normal);
    }
    for (std::size_t p = 0; p < tower.pins.size(); ++p) {
        const Pin& pin = tower.pins[p];
        const Vec2 point = world_vertex(tower.bodies[pin.a], pin.vertex_a);
        push(tower, loads, pin.a, point, s.pin_forces[p]);
        push(tower, loads, pin.b, point, -s.pin_forces[p]);
    }
    double worst = 0.0;
    for (std::size_t b = 0; b < loads.size(); ++b)
        if (!tower.bodies[b].fixed)
            worst = std::max({worst, norm(loads[b].force), std::abs(loads[b].torque)});
    return worst / weight(tower);
}

/// The fastest closing of a contact under the motion, m/s; and gravity's power over the weight.
struct Plain {
    double closing = 0.0, power = 0.0, largest = 0.0;
};
inline Plain effect(const Tower& tower, const Stability& s) {
    Plain result;
    const auto velocity = [&](std::size_t part, Vec2 p) {
        if (part >= tower.bodies.size()) return Vec2{};
        const Motion& m = s.motion[part];
        return m.linear + m.angular * perpendicular(p - tower.bodies[part].pose.position);
    };
    for (const Contact& c : s.contacts)
        result.closing =
            std::max(result.closing, -dot(c.normal, velocity(c.a, c.point) - velocity(c.b, c.point)));
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        const Body& body = tower.bodies[b];
        if (body.fixed) continue;
        result.power += body.mass * dot(tower.gravity, s.motion[b].linear) / weight(tower);
        result.largest =
            std::max({result.largest, std::abs(s.motion[b].linear.x), std::abs(s.motion[b].linear.y),
                      std::abs(s.motion[b].angular) * norm(body.vertices[0])});
    }
    return result;
}

/// Checks the proof that comes with a verdict by the plain sums above.
inline void check_proof(const Tower& tower, const Stability& s) {
    if (s.verdict == Verdict::stable) {
        CHECK(unbalanced(tower, s) <= 2e-12);
        CHECK(s.residual < 1e-12);
    } else {
        REQUIRE(s.verdict == Verdict::unstable);
        const Plain plain = effect(tower, s);
        CHECK(plain.power > 1e-12);
        CHECK(std::abs(plain.power - s.power) <= 1e-14);
        CHECK(plain.closing <= 1e-9 * plain.power + 1e-15);  // the plain sums round
        CHECK(s.reach >= 1e9);
        CHECK(std::abs(plain.largest - 1.0) <= 1e-14);
    }
}

/// The answer, which is to be this verdict, with its proof.
inline Stability judged(const Tower& tower, Verdict verdict) {
    const Stability s = stability(tower);
    REQUIRE(s.verdict == verdict);
    check_proof(tower, s);
    return s;
}

/// Is the margin this one, in m?
inline void check_margin(const Tower& tower, const Stability& s, double value, double tolerance) {
    const Margin m = margin(tower, s);
    REQUIRE(m.kind == Margin::Kind::finite);
    CHECK(std::abs(m.value - value) <= tolerance);
}

}  // namespace restraint::bricks
