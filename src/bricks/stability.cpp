#include "restraint/bricks/stability.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "restraint/bricks/heaps.h"
#include "restraint/optimize/ray_program.h"
#include "restraint/optimize/simplex.h"

namespace restraint::bricks {
namespace {

/// All contacts, then the corners that a heap needed: the contacts that forces and proofs speak of.
std::vector<Contact> used(const Touching& touching, const std::vector<Heap>& parts,
                          const std::vector<Balance>& balances) {
    std::vector<Contact> contacts = touching.contacts;
    for (std::size_t h = 0; h < parts.size(); ++h)
        for (const std::size_t corner : balances[h].corners) {
            contacts.push_back(touching.corners[parts[h].corner[corner]].contact);
            contacts.back().partner = contacts.size() - 1;
        }
    return contacts;
}

void read_forces(const std::vector<Heap>& parts, const std::vector<Balance>& balances, double weight,
                 std::size_t pins, Stability& result) {
    result.forces.resize(result.contacts.size());
    result.pin_forces.resize(pins);
    std::size_t corner = result.contacts.size();
    for (const Balance& balance : balances) corner -= balance.corners.size();
    for (std::size_t h = 0; h < parts.size(); ++h) {
        const Heap& heap = parts[h];
        const Balance balance = with_least_forces(heap.tower, balances[h], weight);
        for (std::size_t k = 0; k < balance.contacts.size(); ++k) {
            const std::size_t place = k < heap.contact.size() ? heap.contact[k] : corner++;
            result.forces[place] = weight * balance.forces[k];
        }
        for (std::size_t p = 0; p < heap.pin.size(); ++p) {
            const std::size_t x = balance.contacts.size() + 2 * p;
            result.pin_forces[heap.pin[p]] = weight * Vec2{balance.forces[x], balance.forces[x + 1]};
        }
        result.residual = std::max(result.residual, balance.imbalance);
    }
}

void read_proof(const Proof& proof, Stability& result) {
    result.power = proof.power;
    result.reach = proof.reach();
    result.residual = proof.closing;
    result.verdict = proof.holds() ? Verdict::unstable : Verdict::numerical;
}

/// The motion with which all heaps start, and what it proves.
void judge_start(const Tower& tower, const std::vector<Heap>& parts, const std::vector<Balance>& balances,
                 double weight, Stability& result) {
    result.motion.assign(tower.bodies.size(), Motion{});
    for (std::size_t h = 0; h < parts.size(); ++h)
        if (balances[h].verdict != Verdict::stable)
            for (std::size_t k = 0; k < balances[h].motion.size(); ++k)
                result.motion[parts[h].body[k]] = balances[h].motion[k];
    const double size = size_of_motion(tower, result.motion);
    if (!(size > 0.0)) return;
    for (Motion& m : result.motion) m = {(1.0 / size) * m.linear, m.angular / size};
    read_proof(proof(equilibrium(tower, result.contacts, weight), result.motion), result);
}

bool is_stable(const Balance& balance) { return balance.verdict == Verdict::stable; }

/// The least f_c (sign 1), or the least -f_c (sign -1), over all equilibria; nothing if the solver gave up.
std::optional<double> extreme_force(optimize::Problem problem, std::size_t c, double sign,
                                    optimize::ActiveSet& start) {
    problem.cost[c] = sign;
    optimize::SimplexOptions options;
    options.warm_start = start;
    optimize::Solution solution = optimize::solve_linear(problem, options);
    // Two corners at all but the same place: the walk's ray is spoilt by their difference.
    if (solution.status == optimize::Status::numerical) solution = optimize::prove_no_optimum(problem);
    if (solution.status == optimize::Status::unbounded) return sign * -optimize::infinity;
    if (solution.status != optimize::Status::optimal) return std::nullopt;
    start = solution.active;
    return solution.x[c];
}

}  // namespace

Stability stability(const Tower& tower) {
    const Touching touching = find_contacts(tower);
    Tower still = tower;
    for (Body& body : still.bodies) body.velocity = {};
    const double weight = weight_of(tower);
    const std::vector<Heap> parts = heaps(still, touching.contacts, touching.corners);
    std::vector<Balance> balances;
    for (const Heap& heap : parts)
        balances.push_back(start_of(heap.tower, heap.contacts, heap.corners, weight));

    Stability result;
    result.warnings = touching.warnings;
    result.contacts = used(touching, parts, balances);
    if (!std::all_of(balances.begin(), balances.end(), is_stable)) {
        judge_start(still, parts, balances, weight, result);
        if (result.verdict == Verdict::unstable) return result;
        for (std::size_t h = 0; h < parts.size(); ++h)
            if (!is_stable(balances[h])) balances[h] = by_program(parts[h].tower, balances[h], weight);
    }
    if (std::all_of(balances.begin(), balances.end(), is_stable)) {
        result.verdict = Verdict::stable;
        result.residual = 0.0;
        read_forces(parts, balances, weight, tower.pins.size(), result);
        return result;
    }
    // Of the heaps that fall, the one with the most power proves it; the others are left standing.
    const auto power = [](const Balance& b) { return b.verdict == Verdict::unstable ? b.proof.power : 0.0; };
    const auto most =
        std::max_element(balances.begin(), balances.end(),
                         [&](const Balance& a, const Balance& b) { return power(a) < power(b); });
    if (power(*most) > 0.0) {
        const Heap& heap = parts[static_cast<std::size_t>(most - balances.begin())];
        result.motion.assign(tower.bodies.size(), Motion{});
        for (std::size_t k = 0; k < heap.body.size(); ++k) result.motion[heap.body[k]] = most->motion[k];
        read_proof(most->proof, result);
    }
    return result;
}

std::vector<ForceRange> force_ranges(const Tower& tower, const Stability& stability) {
    if (stability.verdict != Verdict::stable)
        throw std::invalid_argument("force ranges are of a stable tower; this one is not");
    const double weight = weight_of(tower);
    // What the printed forces leave, by rounding, is left to the others too.
    const double rounding = std::max(balance_tolerance, 2.0 * stability.residual);
    std::vector<ForceRange> ranges(stability.contacts.size());
    for (const Heap& heap : heaps(tower, stability.contacts, {})) {
        const Equilibrium e = equilibrium(heap.tower, heap.contacts, weight);
        optimize::Problem problem = e.problem;
        for (std::size_t j = e.forces; j < problem.variables(); ++j) {
            problem.cost[j] = 0.0;
            problem.upper[j] = rounding;
        }
        optimize::ActiveSet start;
        for (std::size_t c = 0; c < e.contacts; ++c) {
            const auto least = extreme_force(problem, c, 1.0, start),
                       greatest = extreme_force(problem, c, -1.0, start);
            if (!least || !greatest) return {};
            ranges[heap.contact[c]] = {weight * *least, weight * *greatest};
        }
    }
    return ranges;
}

}  // namespace restraint::bricks
