// A program of another project: the middle brick of the five-diamond starts to rise at 36 g/989.
#include <restraint/bricks/collapse.h>
#include <restraint/bricks/generators.h>
#include <restraint/io/text/number.h>
#include <restraint/version.h>

#include <iostream>

int main() {
    const restraint::bricks::Tower tower = restraint::bricks::diamond(5);
    const double rise = restraint::bricks::accelerate(tower).bodies[tower.bodies.size() / 2].linear.y;
    std::cout << RESTRAINT_VERSION << ' ' << restraint::io::to_text(rise) << '\n';
    return rise * 989 > 9.81 * 36 * (1 - 1e-12) && rise * 989 < 9.81 * 36 * (1 + 1e-12) ? 0 : 1;
}
