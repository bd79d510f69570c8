// Reads along with BARAFF89 section 6: chapter contact.
//
// How often does Baraff's heuristic [BARAFF89-19, BARAFF89-22] find the right contact forces? Random stacks
// of frictionless boxes, each put on the one below with a random shift and turn (and pushed about by random
// forces, if asked). For each the heuristic is asked, and its answer compared with the quadratic program's.
//
// A row for each height of the stack: the number of stacks; in how many no contact vanished; in how many the
// guess from the minimum-sum force was right; in how many it was wrong, so that the minimum-sum force was
// taken; then the largest power f d'' of wrong forces, and in the other cases the largest difference of
// accelerations from the right ones (rounding). The paper: the first guess is right "for the vast majority of
// cases", and the second is "a good predictor". [claim CL-K-03]
//
// Pictures: the stacks of the greatest height, one each second, with the forces that were found.
//
// Try: --push 1: contacts that open become common, and the first guess fails more often.

#include <random>

#include "random_stack.h"
#include "restraint/contact/methods.h"
#include "space.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("guessed_forces", "Baraff's heuristic finds the right forces nearly always");
    scene.count("--stacks", 100, "of each height");
    scene.count("--highest", 5, "stack, in boxes", 1, 12);
    scene.number("--push", 0.0, "", "of random forces, in weights of a box", io::not_negative);
    scene.count("--seed", 1, "of the random numbers", 0);
    scenes::picture_knobs(scene);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        std::mt19937_64 engine(knobs.count("--seed"));
        rows.columns({"boxes", "stacks", "none_vanish", "guess_right", "guess_wrong", "failed",
                      "largest_power[W/s]", "difference[m/s^2]"});
        io::Film film;
        double guesses = 0.0, right_guesses = 0.0;
        for (std::size_t height = 1; height <= knobs.count("--highest"); ++height) {
            double count[4] = {0, 0, 0, 0}, power = 0.0, difference = 0.0;
            for (std::size_t k = 0; k < knobs.count("--stacks"); ++k) {
                contact::World world = scenes::random_stack(engine, height, knobs.number("--push"));
                const auto contacts = scenes::contacts_of(world);
                const contact::ForceSystem system = contact::force_system(contacts, {}, world.bodies);
                const contact::HeuristicSolution guess = contact::solve_by_heuristic(system);
                if (k == 0) film = io::space_film("Stacks and guessed forces", world);
                world.time = static_cast<double>(k);
                film.frames.push_back(io::space_frame(world, contacts, guess.forces));
                ++count[static_cast<std::size_t>(guess.step)];
                if (guess.step >= contact::HeuristicStep::approximation) {
                    power = std::max(power, guess.power);
                    continue;
                }
                const optimize::Solution right = contact::solve_force_program(system);
                difference = std::max(difference, max_norm(system.a * (guess.forces - right.x)));
            }
            guesses += count[0] + count[1] + count[2] + count[3];
            right_guesses += count[0] + count[1];
            rows.row({static_cast<double>(height), static_cast<double>(knobs.count("--stacks")), count[0],
                      count[1], count[2], count[3], power, difference});
        }
        scenes::write_pictures(knobs, film);
        rows.conclude("the heuristic finds the right forces of " + io::rounded(right_guesses, 9) + " of " +
                      io::rounded(guesses, 9) + " stacks");
    });
}
