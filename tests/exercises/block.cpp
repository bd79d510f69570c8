// Week 7, write this: the moments of inertia of a block of 1 x 2 x 3 m and 6 kg, sum of m (y^2 + z^2) and so
// on over the midpoints of 100^3 cells, beside box_mass. A sum over midpoints is short of the integral by
// 1/100^2 of that moment.

#include <cstdio>

#include "restraint/rigid/mass.h"

using namespace restraint;

int main() {
    const Vec3 size{1, 2, 3};
    const int n = 100;
    const double m = 6.0 / (n * n * n);
    Vec3 sum;
    const auto middle = [&](int i, double length) { return length * ((i + 0.5) / n - 0.5); };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                const double x = middle(i, size.x), y = middle(j, size.y), z = middle(k, size.z);
                sum += m * Vec3{y * y + z * z, x * x + z * z, x * x + y * y};
            }
    const Mat3 inertia = rigid::box_mass(size, 1.0).inertia;
    std::printf("sum %.2f %.2f %.2f, box_mass %.2f %.2f %.2f\n", sum.x, sum.y, sum.z, inertia(0, 0),
                inertia(1, 1), inertia(2, 2));
}
