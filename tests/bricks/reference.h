#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "towers.h"

namespace restraint::bricks {

/// One tower of towers.txt with its independently computed answers.
struct ReferenceTower {
    struct ContactAnswer {
        int a = 0, b = 0;  // bricks from 0, -1 the table
        Vec2 point;
        double gap_acceleration = 0.0, gap_acceleration_corner4 = 0.0;  // m/s^2
    };
    std::string kind, name;
    Tower tower;
    bool stable = false;
    double margin = 0.0;                       // m; NaN: none
    std::vector<Motion> homogeneous, corner4;  // accelerations, or velocities after an impact
    std::vector<ContactAnswer> contacts;
};

/// All towers of the given kind: rest, moving or impact. Tests run in the project's root.
inline std::vector<ReferenceTower> reference_towers(const std::string& kind) {
    std::ifstream in("tests/bricks/towers.txt");
    if (!in) throw std::runtime_error("tests/bricks/towers.txt cannot be read");
    std::vector<ReferenceTower> all;
    for (std::string text; std::getline(in, text);) {
        std::istringstream line(text);
        std::string word;
        if (!(line >> word) || word[0] == '#') continue;
        if (word == "case") {
            all.emplace_back();
            line >> all.back().kind >> all.back().name;
            continue;
        }
        ReferenceTower& r = all.back();
        const auto motion = [&] {
            Motion m;
            line >> m.linear.x >> m.linear.y >> m.angular;
            return m;
        };
        if (word == "gravity") {
            double g = 0.0;
            line >> g;
            r.tower.gravity = {0.0, -g};
        } else if (word == "table") {
            Table t{"table", 0.0, 0.0, 0.0};
            line >> t.x_left >> t.x_right >> t.y_top;
            r.tower.tables.push_back(t);
        } else if (word == "brick") {
            Pose pose;
            double width = 0.0, height = 0.0, mass = 0.0;
            line >> pose.position.x >> pose.position.y >> pose.angle >> width >> height >> mass;
            Body body = make_brick("b" + std::to_string(r.tower.bodies.size()), pose, width, height);
            set_mass(body, mass);
            body.velocity = motion();
            r.tower.bodies.push_back(body);
        } else if (word == "verdict") {
            std::string verdict, margin;
            line >> verdict >> margin;
            r.stable = verdict == "stable";
            r.margin = margin == "none" ? std::nan("") : std::stod(margin);
        } else if (word == "homogeneous") {
            r.homogeneous.push_back(motion());
        } else if (word == "corner4") {
            r.corner4.push_back(motion());
        } else if (word == "contact") {
            ReferenceTower::ContactAnswer c;
            line >> c.a >> c.b >> c.point.x >> c.point.y >> c.gap_acceleration >> c.gap_acceleration_corner4;
            r.contacts.push_back(c);
        }
        if (!line) throw std::runtime_error("towers.txt: cannot read: " + text);
    }
    std::vector<ReferenceTower> chosen;
    for (ReferenceTower& r : all)
        if (r.kind == kind) chosen.push_back(r);
    return chosen;
}

/// The tipping brick at t = 0.1, 0.2, 0.3 and 0.4 s, to 1e-9, by an independent solution of the equations of
/// motion.
inline const Pose tipped[] = {{{0.10036783972131945, 0.12018476582911865}, -0.04946040374406893},
                              {{0.10588656771012749, 0.10660349583680549}, -0.1937948888608749},
                              {{0.12830042723186097, 0.07954036118606964}, -0.4206700436231333},
                              {{0.17586099507459785, 0.013612284734493298}, -0.7103601375463394}};

/// A corner of a brick slides along the top of another, and both turn: masses 2 and 0.7 kg, the gap and its
/// rate are 0. The turning of the side presses them together: 2 n' . (sliding) = -2 (0.8)(0.9) m/s^2
/// outweighs the rest.
inline Tower sliding_pair() {
    Tower tower = tower_of({brick(0, 0, 0.3), brick(0, 0, 0.9)});
    Body &low = tower.bodies[0], &up = tower.bodies[1];
    set_mass(low, 0.7);
    set_mass(up, 2.0);
    const Vec2 along{std::cos(0.3), std::sin(0.3)};
    const Vec2 arm_low = rotated({0.1, 0.125}, along.x, along.y);
    const Vec2 arm_up = rotated(up.vertices[0], std::cos(0.9), std::sin(0.9));
    up.pose.position = arm_low - arm_up;
    low.velocity = {{0.2, -0.1}, 0.8};
    const Vec2 of_point = low.velocity.linear + 0.8 * perpendicular(arm_low) + 0.9 * along;
    up.velocity = {of_point + 1.1 * perpendicular(arm_up), -1.1};
    return tower;
}

/// A bar's length over its right one, after 1000 steps of a free brick that turns by 0.02 rad in each.
inline double length_after(StepLoop&& loop) {
    step(loop, 1000);
    const Bar bar = loop.framework().bars[0];
    return norm(loop.framework().positions[bar.i] - loop.framework().positions[bar.j]) / bar.length;
}
inline Tower turning(double omega) { return tower_of({moving(brick(0, 0, 0.4), {{}, omega})}, {}, {}); }

}  // namespace restraint::bricks
