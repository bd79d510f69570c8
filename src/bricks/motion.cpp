#include "restraint/bricks/motion.h"

namespace restraint::bricks {

Energy energy(const Tower& tower, double seconds_before) {
    Energy sum;
    for (const Body& body : tower.bodies) {
        if (body.fixed) continue;
        const Motion& v = body.velocity;
        sum.kinetic += 0.5 * (body.mass * dot(v.linear, v.linear) + body.inertia * v.angular * v.angular);
        sum.potential -= body.mass * dot(tower.gravity, body.pose.position - seconds_before * v.linear);
    }
    return sum;
}

}  // namespace restraint::bricks
