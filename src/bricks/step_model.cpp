#include "restraint/bricks/step_model.h"

namespace restraint::bricks {

double StepModel::linearise(const Step&, const Vector&, const std::vector<SidednessRow>&,
                            std::vector<gauss::Row>&) const {
    return 0.0;
}

}  // namespace restraint::bricks
