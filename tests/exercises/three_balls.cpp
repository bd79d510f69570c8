// Week 9, write this: the collision of a row of three balls, all at once, as one projection of velocities,
// gone past by the restitution. Equal masses and restitution 1: -v/3, 2v/3, 2v/3.

#include <cstdio>
#include <vector>

#include "restraint/gauss/project.h"

using namespace restraint;

int main() {
    const std::vector<gauss::InverseMass> inverse_masses(3, gauss::InverseMass::diagonal({1 / 0.2}));
    // The right ball of each touching pair may not be slower than the left one.
    const std::vector<gauss::Row> rows = {gauss::Row().add(0, {-1.0}).add(1, {1.0}),
                                          gauss::Row().add(1, {-1.0}).add(2, {1.0})};
    const Vector before = {3.0, 0.0, 0.0};
    const Vector inelastic = gauss::project(inverse_masses, before, rows).x;
    const Vector after = inelastic + 1.0 * (inelastic - before);
    std::printf("inelastic %.4f %.4f %.4f, elastic %.4f %.4f %.4f\n", inelastic[0], inelastic[1],
                inelastic[2], after[0], after[1], after[2]);
}
