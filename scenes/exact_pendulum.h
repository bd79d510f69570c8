#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// The exact motion of a pendulum, and what it needs of elliptic functions, to stand beside the computed one.
namespace restraint::scenes {

/// The complete elliptic integral K(k) = pi/(2 agm(1, sqrt(1 - k^2))), by Gauss' arithmetic-geometric mean.
inline double complete_elliptic_integral(double k_squared) {
    double a = 1.0, b = std::sqrt(1.0 - k_squared);
    for (int i = 0; i < 40; ++i) {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return std::acos(0.0) / a;
}

/// The elliptic function cn(u, k) by the arithmetic-geometric mean, from k' = sqrt(1 - k^2) > 0: the
/// amplitude phi of u is found at the end of the sequence, where the pendulum is harmonic, and carried back.
inline double jacobi_cn(double u, double k, double k_prime) {
    constexpr std::size_t rounds = 12;  // the error is squared in each
    std::array<double, rounds + 1> a{1.0}, c{k};
    double b = k_prime;
    for (std::size_t n = 0; n < rounds; ++n) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = std::sqrt(a[n] * b);
    }
    double phi = std::ldexp(a[rounds] * u, rounds);
    for (std::size_t n = rounds; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
    return std::cos(phi);
}

/// The angle from straight down at time t of a pendulum of length l under gravity g that is let go at the
/// angle amplitude, 0 < amplitude < pi:
///
///     tan(theta/2) = tan(amplitude/2) cn(sqrt(g/l) t, k),      k = sin(amplitude/2)
inline double pendulum_angle(double t, double amplitude, double length, double gravity) {
    const double k = std::sin(amplitude / 2), k_prime = std::cos(amplitude / 2);
    return 2 * std::atan2(k * jacobi_cn(std::sqrt(gravity / length) * t, k, k_prime), k_prime);
}

/// The same for a bead that is let go at the angle nudge from the top of its circle; nudge 0: it stays there.
inline double angle_from_top(double t, double nudge, double radius, double gravity) {
    const double pi = std::acos(-1.0);
    if (nudge == 0.0) return 0.0;
    // Amplitude pi - nudge, with k' = sin(nudge/2) free of cancellation.
    const double k = std::cos(nudge / 2), k_prime = std::sin(std::abs(nudge) / 2);
    const double from_bottom =
        2 * std::atan2(k * jacobi_cn(std::sqrt(gravity / radius) * t, k, k_prime), k_prime);
    return std::copysign(pi - from_bottom, nudge);
}

}  // namespace restraint::scenes
