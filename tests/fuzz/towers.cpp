// Bytes as a small tower of bricks and triangles on a grid, where ties, corners on corners and pins are
// everywhere: verdict, first accelerations, impact and a short motion fit each other, or are refused.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "bytes.h"
#include "restraint/bricks/acceleration_loop.h"
#include "restraint/bricks/collapse.h"
#include "restraint/bricks/equilibrium_program.h"
#include "restraint/bricks/margin.h"
#include "restraint/bricks/motion.h"
#include "restraint/bricks/position_loop.h"
#include "restraint/bricks/stability.h"
#include "restraint/io/text/errors.h"
#include "restraint/io/text/tower_file.h"

namespace {

using restraint::Vec2;
using restraint::fuzz::Bytes;
using namespace restraint::bricks;

/// A tower file; the grid is 1/8 m.
std::string text_of(Bytes bytes) {
    std::ostringstream text;
    const int bodies = bytes.number(1, 5);
    if (bytes.number(0, 3) > 0)
        text << "table " << bytes.number(-8, 0) / 4.0 << " " << bytes.number(1, 8) / 4.0 << " 0\n";
    std::vector<double> tops{0.0};  // each body stands at the height of the table or of another's top
    for (int i = 0; i < bodies; ++i) {
        const double x = bytes.number(-12, 12) / 8.0, y = tops[static_cast<std::size_t>(bytes.number(0, i))];
        const double w = bytes.number(1, 8) / 4.0, h = bytes.number(1, 4) / 4.0;
        tops.push_back(y + h);
        if (bytes.number(0, 3) > 0)
            text << "brick b" << i << " " << x << " " << y + h / 2 << " 0 " << w << " " << h;
        else
            text << "polygon b" << i << " " << x << " " << y << " " << x + w << " " << y << " "
                 << x + bytes.number(0, 8) / 8.0 << " " << y + h;
        if (bytes.number(0, 2) == 0) text << " density " << bytes.number(1, 9);
        if (bytes.number(0, 9) == 0) text << " fixed";
        text << "\n";
    }
    if (bodies > 1 && bytes.number(0, 3) == 0)
        text << "pin b0 " << bytes.number(0, 3) << " b1 " << bytes.number(0, 3) << "\n";
    return text.str();
}

void require(bool holds) {
    if (!holds) std::abort();
}

/// The forces of a stable tower, added up anew: no pull, and every body in balance to 1e-11 of the weight.
void judge_forces(const Tower& tower, const Stability& answer) {
    std::vector<Vec2> force(tower.bodies.size());
    double weight = 0.0;
    for (std::size_t i = 0; i < tower.bodies.size(); ++i) {
        force[i] = tower.bodies[i].mass * tower.gravity;
        if (!tower.bodies[i].fixed) weight += norm(force[i]);
    }
    const auto push = [&](std::size_t part, Vec2 f) {
        if (part < force.size()) force[part] += f;
    };
    for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
        require(answer.forces[k] >= 0.0);
        push(answer.contacts[k].a, answer.forces[k] * answer.contacts[k].normal);
        push(answer.contacts[k].b, -answer.forces[k] * answer.contacts[k].normal);
    }
    for (std::size_t k = 0; k < tower.pins.size(); ++k) {
        push(tower.pins[k].a, answer.pin_forces[k]);
        push(tower.pins[k].b, -1.0 * answer.pin_forces[k]);
    }
    for (std::size_t i = 0; i < force.size(); ++i)
        require(tower.bodies[i].fixed || norm(force[i]) <= 1e-11 * weight);
}

/// A stable tower stays, an unstable one starts: two programs, and two solvers, agree.
void judge_start(const Tower& tower, Verdict verdict) {
    const Answer start = accelerate(tower);
    if (start.status != restraint::optimize::Status::optimal || verdict == Verdict::numerical) return;
    double largest = 0.0;
    for (const Motion& a : start.bodies) {
        require(std::isfinite(a.linear.x) && std::isfinite(a.linear.y) && std::isfinite(a.angular));
        largest = std::max({largest, std::abs(a.linear.x), std::abs(a.linear.y), std::abs(a.angular)});
    }
    require(verdict == Verdict::stable ? largest < 1e-6 : largest > 1e-6);
}

/// Frictionless towers gain no energy: in 30 steps of the first order, no more than their weight gains by a
/// fall of a millimetre.
template <class Loop>
void judge_motion(Loop loop) {
    double weight = 0.0;
    for (const Body& body : loop.tower().bodies) weight += body.fixed ? 0.0 : body.mass * 9.81;
    const double start = energy(loop.tower()).total();
    for (int k = 0; k < 30; ++k) {
        const StepReport report = loop.step();
        if (report.status != restraint::optimize::Status::optimal) return;
        require(report.energy.total() <= start + 1e-3 * weight);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Tower tower;
    try {
        tower = restraint::io::read_tower(text_of({data, size}), "fuzz");
    } catch (const restraint::io::FileError&) {
        return 0;
    }
    const Stability answer = stability(tower);
    const Margin::Kind kind = margin(tower, answer).kind;
    if (answer.verdict == Verdict::stable) {
        judge_forces(tower, answer);
        require(kind != Margin::Kind::none && force_ranges(tower, answer).size() == answer.contacts.size());
    }
    if (answer.verdict == Verdict::unstable) require(answer.power > 0.0 && kind != Margin::Kind::unbounded);
    judge_start(tower, answer.verdict);
    judge_motion(PositionLoop(tower));
    judge_motion(AccelerationLoop(tower));
    return 0;
}
