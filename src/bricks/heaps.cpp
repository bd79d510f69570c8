#include "restraint/bricks/heaps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "restraint/linalg/fast/row_order.h"
#include "restraint/linalg/two_doubles.h"

namespace restraint::bricks {

std::vector<Heap> heaps(const Formulation& whole) {
    const std::size_t bodies = whole.inverse_masses.size();
    const std::size_t size = bodies > 0 ? whole.inverse_masses[0].size() : 0;  // variables of a body
    const auto moves = [&](std::size_t body) { return whole.inverse_masses[body](0, 0) > 0.0; };
    // Union-find: from each body `towards` leads, in one or more steps, to the first body of its heap.
    std::vector<std::size_t> towards(bodies);
    std::iota(towards.begin(), towards.end(), std::size_t{0});
    const auto first = [&](std::size_t body) {
        while (towards[body] != body) body = towards[body] = towards[towards[body]];
        return body;
    };
    for (const gauss::Row& row : whole.rows) {
        std::size_t joined = bodies;
        for (const gauss::Block& block : row.blocks()) {
            if (!moves(block.body)) continue;
            const std::size_t root = first(block.body), other = joined == bodies ? root : joined;
            joined = towards[std::max(root, other)] = std::min(root, other);
        }
    }

    std::vector<Heap> result;
    std::vector<std::size_t> number(bodies), place(bodies);  // of each body's heap, and of the body in it
    for (std::size_t b = 0; b < bodies; ++b) {
        if (!moves(b)) continue;
        number[b] = first(b) == b ? result.size() : number[first(b)];
        if (number[b] == result.size()) result.emplace_back();
        Heap& heap = result[number[b]];
        place[b] = heap.body.size();
        heap.body.push_back(b);
        heap.formulation.inverse_masses.push_back(whole.inverse_masses[b]);
        for (std::size_t i = 0; i < size; ++i) heap.formulation.target.push_back(whole.target[size * b + i]);
    }
    for (const Heap& heap : result)
        if (const std::size_t bricks = heap.body.size() / whole.bodies_per_brick;
            bricks > most_bricks_together)
            throw std::length_error(std::to_string(bricks) + " bricks hang together, but at most " +
                                    std::to_string(most_bricks_together) + " are solved at once");
    for (std::size_t r = 0; r < whole.rows.size(); ++r) {
        gauss::Row row;
        row.lower = whole.rows[r].lower;
        row.upper = whole.rows[r].upper;
        Heap* heap = nullptr;
        for (const gauss::Block& block : whole.rows[r].blocks()) {
            if (!moves(block.body)) continue;  // its target is 0
            row.add(place[block.body], block.values());
            heap = &result[number[block.body]];
        }
        if (heap == nullptr) continue;
        heap->row.push_back(r);
        heap->formulation.rows.push_back(row);
    }
    return result;
}

gauss::Projection project(const Formulation& whole, std::span<const optimize::Activity> warm_start,
                          double side_rounding) {
    gauss::Projection result;
    result.status = optimize::Status::optimal;
    result.x = whole.target;
    result.multipliers.resize(whole.rows.size());
    result.active.assign(whole.rows.size(), optimize::Activity::inactive);
    for (const Heap& heap : heaps(whole)) {
        std::vector<optimize::Activity> start;
        for (const std::size_t row : heap.row)
            if (row < warm_start.size()) start.push_back(warm_start[row]);
        start.resize(warm_start.empty() ? 0 : heap.row.size(), optimize::Activity::inactive);
        const Formulation& f = heap.formulation;
        const std::size_t size = f.inverse_masses[0].size();
        const gauss::Projection part =
            gauss::project(f.inverse_masses, f.target, f.rows, start, side_rounding);
        if (part.status != optimize::Status::optimal) {
            result.status = part.status;
            continue;
        }
        for (std::size_t k = 0; k < heap.row.size(); ++k) {
            result.multipliers[heap.row[k]] = part.multipliers[k];
            result.active[heap.row[k]] = part.active[k];
        }
        for (std::size_t k = 0; k < part.x.size(); ++k)
            result.x[size * heap.body[k / size] + k % size] = part.x[k];
    }
    return result;
}

double weight_of(const Tower& tower) { return mass_that_moves(tower) * norm(tower.gravity); }

double size_of_motion(const Tower& tower, const std::vector<Motion>& motion) {
    double largest = 0.0;
    for (std::size_t b = 0; b < motion.size(); ++b)
        largest = std::max({largest, std::abs(motion[b].linear.x), std::abs(motion[b].linear.y),
                            std::abs(motion[b].angular) * radius(tower.bodies[b])});
    return largest;
}

std::vector<Equilibrium> equilibria(const Tower& tower, std::span<const Contact> contacts, double weight) {
    std::vector<Equilibrium> result;
    for (const Heap& heap : heaps(formulation({tower}, contacts, Unknown::accelerations))) {
        Equilibrium& e = result.emplace_back(Equilibrium{heap});
        e.contacts = static_cast<std::size_t>(std::count_if(
            heap.row.begin(), heap.row.end(), [&](std::size_t r) { return r < contacts.size(); }));
        for (const std::size_t b : heap.body) {
            e.half_diagonal.push_back(radius(tower.bodies[b]));
            const double share = weight > 0.0 ? tower.bodies[b].mass / weight : 0.0;
            for (const double side : {-share * tower.gravity.x, -share * tower.gravity.y, 0.0})
                e.sides.push_back(side);
        }
        SparseRows columns(e.sides.size());  // of A: the rates of gaps and pins in the motions of the bodies
        for (const gauss::Row& rate : heap.formulation.rows) {
            columns.begin_row();
            for (const gauss::Block& block : rate.blocks())
                for (std::size_t i = 0; i < 3; ++i) {
                    const double lever = i == 2 ? e.half_diagonal[block.body] : 1.0;
                    if (block.coefficients[i] != 0.0)
                        columns.append(3 * block.body + i, block.coefficients[i] / lever);
                }
        }
        e.matrix = fast::transposed(columns);
    }
    return result;
}

Proof proof(std::span<const Equilibrium> heaps, const std::vector<Motion>& motion,
            const std::vector<Motion>& digits) {
    Proof result;
    AccurateSum power;
    for (const Equilibrium& e : heaps) {
        std::vector<AccurateSum> rates(e.matrix.cols());
        for (std::size_t r = 0; r < e.sides.size(); ++r) {
            for (const std::vector<Motion>* part : {&motion, &digits}) {
                if (part->empty()) continue;
                const Motion& m = (*part)[e.body[r / 3]];
                const TwoDoubles entry = r % 3 == 0   ? TwoDoubles(m.linear.x)
                                         : r % 3 == 1 ? TwoDoubles(m.linear.y)
                                                      : exact_product(m.angular, e.half_diagonal[r / 3]);
                add_scaled(rates, entry, e.matrix.row(r));
                power.add(entry, -e.sides[r]);
            }
        }
        for (std::size_t c = 0; c < rates.size(); ++c) {
            const double rate = rates[c].rounded();
            const double closing = c < e.contacts ? std::max(0.0, -rate) : std::abs(rate);
            result.closing = std::max(result.closing, closing);
            result.closings += closing;
            result.rates.push_back(rate);
        }
    }
    result.power = power.rounded();
    return result;
}

}  // namespace restraint::bricks
