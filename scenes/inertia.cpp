// Reads along with PBM slides SF: chapter rigid.
//
// The tensor of inertia of a solid, in the three ways of the slides: of its bounding box [PBM-SF-box], from
// sample points [PBM-SF-samp], and exactly, by Green's theorem over its boundary [PBM-SF-green].
//
// The solid is half of a box: a wedge over the triangle (0, 0), (2, 0), (0, 1), 0.5 m deep, of 1 kg. By hand,
// about the centre of mass: Ixx = M (b^2/18 + depth^2/12) = 0.0763889, Iyy = M (a^2/18 + depth^2/12) =
// 0.243056, Ixy = M a b/36 = 0.0555556 kg m^2. Its bounding box weighs twice as much and has no Ixy. The
// sample points are the midpoints of n^3 cells; cells whose midpoints lie on the slanting face count whole,
// and the error falls about as 1/n.
//
// Try: --rows 6: half the error again, for eight times as many points.

#include <vector>

#include "motion.h"
#include "restraint/rigid/mass.h"

using namespace restraint;

int main(int argc, char** argv) {
    io::Scene scene("inertia", "the tensor of a solid from its boundary, from sample points, of its box");
    scene.count("--rows", 5, "how many samplings, each with twice as many cells an axis", 1, 6);
    return scene.run(argc, argv, [](const io::Knobs& knobs, io::Rows& rows) {
        const double a = 2.0, b = 1.0, depth = 0.5, density = 2.0;
        const std::vector<Vec3> triangle{{0, 0, 0}, {a, 0, 0}, {0, b, 0}};
        const rigid::MassProperties exact =
            rigid::polyhedron_mass(rigid::make_prism(triangle, depth), density);
        const rigid::MassProperties box = rigid::box_mass({a, b, depth}, density);
        const auto inside = [&](Vec3 p) { return p.x / a + p.y / b <= 1.0; };
        rows.columns({"cells[1]", "mass[kg]", "Ixx[kg*m^2]", "Iyy[kg*m^2]", "Ixy[kg*m^2]", "error[1]"});
        double error = 0.0;
        std::size_t n = 4;
        for (std::size_t k = 0; k < knobs.count("--rows"); ++k, n *= 2) {
            const rigid::MassProperties found =
                rigid::sampled_mass(inside, {0, 0, -0.5 * depth}, {a, b, 0.5 * depth}, n, density);
            error = max_entry(found.inertia - exact.inertia) / max_entry(exact.inertia);
            rows.row({static_cast<double>(n), found.mass, found.inertia(0, 0), found.inertia(1, 1),
                      found.inertia(0, 1), error});
        }
        rows.conclude("exactly: " + io::rounded(exact.mass, 6) + " kg, Ixx " +
                      io::rounded(exact.inertia(0, 0), 6) + ", Iyy " + io::rounded(exact.inertia(1, 1), 6) +
                      ", Ixy " + io::rounded(exact.inertia(0, 1), 6) + " kg m^2; the bounding box has Iyy " +
                      io::rounded(box.inertia(1, 1), 6) + ", the finest samples err by " +
                      io::rounded(error, 2));
    });
}
