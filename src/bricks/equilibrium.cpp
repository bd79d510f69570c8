#include "restraint/bricks/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "restraint/bricks/heaps.h"
#include "restraint/linalg/fast/row_order.h"
#include "restraint/linalg/two_doubles.h"

namespace restraint::bricks {

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
        Equilibrium& e = result.emplace_back();
        e.body = heap.body;
        e.force = heap.row;
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

Proof proof(std::span<const Equilibrium> heaps, const std::vector<Motion>& motion) {
    Proof result;
    AccurateSum power;
    for (const Equilibrium& e : heaps) {
        std::vector<AccurateSum> rates(e.matrix.cols());
        for (std::size_t r = 0; r < e.sides.size(); ++r) {
            const Motion& m = motion[e.body[r / 3]];
            const TwoDoubles entry = r % 3 == 0   ? TwoDoubles(m.linear.x)
                                     : r % 3 == 1 ? TwoDoubles(m.linear.y)
                                                  : exact_product(m.angular, e.half_diagonal[r / 3]);
            add_scaled(rates, entry, e.matrix.row(r));
            power.add(entry, -e.sides[r]);
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
