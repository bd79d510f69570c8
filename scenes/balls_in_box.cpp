// Reads along with SLIDES section 4: chapter gauss.
//
// Ten balls in a box, seen from above: five of 1 kg and five heavier ones run about without friction and hit
// each other and the walls. Between hits they run straight, so the next hit is the root of a quadratic; what
// touches then collides at once, as one projection of velocities [ROTE-Q*, ROTE-c].
//
// To check a program of one's own: with restitution 1 the energy stays, to rounding. The motions of two
// programs differ before long, since each hit multiplies an error by about ten; averages over time agree. The
// average energy of a ball does not depend on its mass, so that a ball of four times the mass goes half as
// fast.
//
// Try: --restitution 0.9, and the energy goes down with every hit; --mass 100, --time 1000: the averages of
// heavy balls need longer; --balls 2: one ball of each kind, and averages that need longest of all.

#include <utility>

#include "discs.h"
#include "restraint/io/text/number.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("balls_in_box", "ten balls in a box: energy stays, and all balls have equal shares");
    scene.count("--balls", 10, "every second one is heavy", 2, 100);
    scene.number("--mass", 4.0, "kg", "of a heavy ball; a light one has 1 kg", io::positive);
    scene.number("--restitution", 1.0, "", "share of each approach that comes back, 0.1 to 1", io::positive);
    scene.time_knobs(1.0, 200.0, 10);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double c = knobs.number("--restitution"), heavy = knobs.number("--mass");
        if (c < 0.1 || c > 1.0)  // below, balls may hit each other without end in a finite time
            throw io::UsageError("--restitution must be from 0.1 to 1");
        const std::size_t n = knobs.count("--balls");
        const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
        const double half = static_cast<double>(side);  // of the box, m: a cell of 2 m for each ball
        std::vector<scenes::Disc> balls;
        for (std::size_t i = 0; i < n; ++i) {  // in the middle of its cell, in a direction of its own
            const double x = static_cast<double>(i % side), y = static_cast<double>(i / side);
            const double angle = 2.399963229728653 * static_cast<double>(i);  // rad
            balls.push_back({{2 * x + 1 - half, 2 * y + 1 - half},
                             {std::cos(angle), std::sin(angle)},
                             i % 2 == 0 ? 1.0 : heavy});
        }
        const auto energy = [&](std::size_t first) {  // of every second ball
            double sum = 0.0;
            for (std::size_t i = first; i < n; i += 2)
                sum += 0.5 * balls[i].mass * dot(balls[i].velocity, balls[i].velocity);
            return sum;
        };
        const double start = energy(0) + energy(1);
        double light_sum = 0.0, heavy_sum = 0.0;  // over time, J s
        std::size_t hits = 0;
        rows.columns({"t[s]", "hits", "energy[J]", "light[J]", "heavy[J]"});
        rows.row({0.0, 0.0, start, energy(0), energy(1)});
        const double h = knobs.number("--step");
        for (std::size_t k = 1; k <= knobs.steps(); ++k) {
            for (double left = h; left > 0.0;) {
                double next = left;
                for (std::size_t i = 0; i < n; ++i) {
                    next = std::min(next, scenes::time_to_wall(balls[i], half));
                    for (std::size_t j = 0; j < i; ++j)
                        next = std::min(next, scenes::time_to_contact(balls[i], balls[j]));
                }
                for (scenes::Disc& ball : balls) ball.position += next * ball.velocity;
                light_sum += next * energy(0);
                heavy_sum += next * energy(1);
                left -= next;
                if (left <= 0.0) break;
                scenes::collide(balls, c, half);
                ++hits;
            }
            if (k % knobs.count("--every") == 0 || k == knobs.steps())
                rows.row({static_cast<double>(k) * h, static_cast<double>(hits), energy(0) + energy(1),
                          energy(0), energy(1)});
        }
        const double lights = static_cast<double>((n + 1) / 2), heavies = static_cast<double>(n / 2);
        rows.conclude("energy changed by " + io::rounded((energy(0) + energy(1)) / start - 1) +
                      " of the start's; a heavy ball had on average " +
                      io::rounded(heavy_sum / heavies / (light_sum / lights)) +
                      " times a light one's energy");
    });
}
