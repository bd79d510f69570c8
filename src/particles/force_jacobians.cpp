#include "restraint/particles/force_jacobians.h"

namespace restraint::particles {

std::size_t ForceJacobians::block(std::size_t i, std::size_t j) {
    for (const Entry& entry : rows_.at(i))
        if (entry.j == j) return entry.block;
    const std::size_t block = dx_.add_block(3 * i, 3 * j, 3, 3);
    dv_.add_block(3 * i, 3 * j, 3, 3);
    rows_[i].push_back({j, block});
    return block;
}

void ForceJacobians::add(std::size_t i, std::size_t j, const Mat3& df_dx, const Mat3& df_dv) {
    const std::size_t k = block(i, j);
    const auto dx = dx_.entries(k), dv = dv_.entries(k);
    for (std::size_t e = 0; e < 9; ++e) {
        dx[e] += df_dx.entries[e];
        dv[e] += df_dv.entries[e];
    }
}

void ForceJacobians::set_zero() {
    dx_.set_zero();
    dv_.set_zero();
}

}  // namespace restraint::particles
