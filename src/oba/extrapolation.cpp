#include "extrapolation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "restraint/oba/tolerances.h"

namespace restraint::oba {

Vector Extrapolation::next(const Vector& x, const Vector& image) {
    const Vector f = image - x;
    if (!f_.empty() && norm(f) <= setback * least_) {
        differences_.push_front({f - f_, image - g_});
        if (differences_.size() > remembered_rounds) differences_.pop_back();
    } else {
        differences_.clear();
    }
    least_ = f_.empty() ? norm(f) : std::min(least_, norm(f));
    f_ = f;
    g_ = image;

    // Least squares by Gram and Schmidt, the newest difference first.
    Vector answer = image;
    std::vector<Difference> base;
    for (Difference difference : differences_) {
        const double length = norm(difference.f);
        for (const Difference& b : base) {
            const double share = dot(b.f, difference.f);
            add_scaled(difference.f, -share, b.f);
            add_scaled(difference.g, -share, b.g);
        }
        const double left = norm(difference.f);
        if (!(left > independent * length)) continue;
        difference.f *= 1.0 / left;
        difference.g *= 1.0 / left;
        add_scaled(answer, -dot(difference.f, f), difference.g);
        base.push_back(std::move(difference));
    }
    return answer;
}

}  // namespace restraint::oba
