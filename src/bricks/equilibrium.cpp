#include "restraint/bricks/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "restraint/bricks/rows.h"
#include "restraint/bricks/scale.h"
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

Tower at_rest(Tower tower) {
    for (Body& body : tower.bodies) body.velocity = {};
    return tower;
}

Equilibrium equilibrium(const Tower& tower, std::span<const Contact> contacts, double weight) {
    Equilibrium e;
    std::vector<std::size_t> block(tower.bodies.size());
    for (std::size_t b = 0; b < tower.bodies.size(); ++b) {
        if (tower.bodies[b].fixed) continue;
        block[b] = e.moving.size();
        e.moving.push_back(b);
        e.half_diagonal.push_back(radius(tower.bodies[b]));
        const double share = weight > 0.0 ? tower.bodies[b].mass / weight : 0.0;
        for (const double side : {-share * tower.gravity.x, -share * tower.gravity.y, 0.0})
            e.sides.push_back(side);
    }
    std::vector<gauss::Row> rates;  // of gaps and pins in the motions of the bodies: the columns
    for (const Contact& contact : contacts) rates.push_back(contact_row(tower, contact, 0.0));
    e.contacts = rates.size();
    for (const Pin& pin : tower.pins)
        for (const gauss::Row& row : pin_rows(tower, pin, {})) rates.push_back(row);
    std::vector<std::vector<std::pair<std::size_t, double>>> rows(e.sides.size());
    for (std::size_t column = 0; column < rates.size(); ++column)
        for (const gauss::Block& of_body : rates[column].blocks()) {
            const std::size_t k = block[of_body.body];
            for (std::size_t i = 0; i < 3; ++i) {
                const double lever = i == 2 ? e.half_diagonal[k] : 1.0;
                if (of_body.coefficients[i] != 0.0)
                    rows[3 * k + i].emplace_back(column, of_body.coefficients[i] / lever);
            }
        }
    e.matrix = SparseRows(rates.size());
    for (const auto& row : rows) {
        e.matrix.begin_row();
        for (const auto& [column, value] : row) e.matrix.append(column, value);
    }
    return e;
}

optimize::Problem program(const Equilibrium& e) {
    const std::size_t forces = e.matrix.cols(), rows = e.matrix.rows();
    optimize::Problem p = optimize::unconstrained(forces + 2 * rows);
    p.row_lower = p.row_upper = e.sides;
    for (std::size_t c = 0; c < e.contacts; ++c) p.lower[c] = 0.0;
    for (std::size_t column = forces; column < p.variables(); ++column) {
        p.lower[column] = 0.0;
        p.cost[column] = 1.0;
    }
    for (std::size_t r = 0; r < rows; ++r) {
        const SparseRows::Row row = e.matrix.row(r);
        p.rows.begin_row();
        for (std::size_t k = 0; k < row.size(); ++k) p.rows.append(row.columns[k], row.values[k]);
        p.rows.append(forces + 2 * r, 1.0);
        p.rows.append(forces + 2 * r + 1, -1.0);
    }
    return p;
}

Proof proof(const Equilibrium& e, const std::vector<Motion>& motion, const std::vector<Motion>& digits) {
    std::vector<AccurateSum> rates(e.matrix.cols());
    AccurateSum power;
    const auto add = [&](std::size_t r, TwoDoubles entry) {
        add_scaled(rates, entry, e.matrix.row(r));
        power.add(entry, -e.sides[r]);
    };
    for (const std::vector<Motion>* part : {&motion, &digits})
        for (std::size_t k = 0; k < e.moving.size() && !part->empty(); ++k) {
            const Motion& m = (*part)[e.moving[k]];
            add(3 * k, m.linear.x);
            add(3 * k + 1, m.linear.y);
            add(3 * k + 2, exact_product(m.angular, e.half_diagonal[k]));
        }
    Proof result{power.rounded(), 0.0, 0.0, {}};
    for (std::size_t c = 0; c < rates.size(); ++c) {
        const double rate = rates[c].rounded();
        const double closing = c < e.contacts ? std::max(0.0, -rate) : std::abs(rate);
        result.closing = std::max(result.closing, closing);
        result.closings += closing;
        result.rates.push_back(rate);
    }
    return result;
}

}  // namespace restraint::bricks
