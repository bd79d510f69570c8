#include "restraint/ode/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace restraint::ode {
namespace {

/// A step for differences around x such that x + d and x - d are exact.
double difference_step(double x) {
    const double d = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(1.0, std::abs(x));
    return std::exp2(std::round(std::log2(d)));
}

}  // namespace

Matrix differenced_jacobian(const Derivative& f, const Vector& x, double t) {
    Matrix jacobian;
    Vector moved = x;
    for (std::size_t j = 0; j < x.size(); ++j) {
        const double d = difference_step(x[j]);
        moved[j] = x[j] + d;
        const Vector ahead = f(moved, t);
        moved[j] = x[j] - d;
        const Vector behind = f(moved, t);
        moved[j] = x[j];
        if (j == 0) jacobian = Matrix(ahead.size(), x.size());
        for (std::size_t i = 0; i < ahead.size(); ++i) jacobian(i, j) = (ahead[i] - behind[i]) / (2 * d);
    }
    return jacobian;
}

Vector differenced_time_derivative(const Derivative& f, const Vector& x, double t) {
    const double d = difference_step(t);
    const Vector ahead = f(x, t + d);
    const Vector behind = f(x, t - d);
    return 1 / (2 * d) * (ahead - behind);
}

}  // namespace restraint::ode
