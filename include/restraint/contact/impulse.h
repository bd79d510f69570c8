#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "restraint/gauss/project.h"
#include "restraint/linalg/matrix.h"
#include "restraint/world/kinematics.h"
#include "restraint/world/world.h"

/// Chapter contact: the impulses and forces that keep bodies from going through each other.   (PBM part G,
/// sections 8 and 9, appendix D; BARAFF89)
///
/// Read in this order: impulse.h (colliding contact, one at a time or all at once), resting.h (contact
/// forces: the matrix A, the vector b, and the projection), adjust.h (the small corrections between two
/// steps), simulation.h (the whole simulation), methods.h (the other ways that a simulation can take:
/// the quadratic program in the forces, and Baraff's heuristic with linear programs only).
///
/// A contact's normal n points from B into A; its force f n acts on A, -f n on B. There is no friction. d'' =
/// A f + b, as in the notes; BARAFF89 has A f - b.
namespace restraint::contact {

using namespace world;
using world::Pair;

/// What a contact does at this moment, up to a threshold in m/s.   [PBM-G-code-colliding]
enum class ContactState { separating, resting, colliding };
ContactState classify(double gap_velocity, double threshold);

/// The impulse along the normal that gives the one contact the gap velocity -restitution times the present
/// one. [PBM-G-8.10, PBM-G-8.16, PBM-G-8.18]
///
///     j = -(1 + eps) v- / K,   K = k_a + k_b,   k = 1/M + n.((I^-1 (r x n)) x r)   of each body
///
/// restitution   eps, 0 (nothing comes back) to 1 (no energy is lost)
/// returns j in N s; 0 if both bodies are fixed.
double collision_impulse(const Contact& contact, std::span<const RigidBody> bodies, double restitution);

/// K above, 1/kg: the change of the gap velocity for each N s.   [PBM-G-8.16]
double gap_mobility(const Contact& contact, std::span<const RigidBody> bodies);

/// Restitution of the contact with the given number.
using Restitution = std::function<double(std::size_t contact)>;

/// What the loop over collisions did.
struct Collisions {
    std::size_t impulses = 0;
    bool finished = true;  // false: `impulse_limit` was reached while something still collided
    optimize::Status status = optimize::Status::optimal;  // of the last impulse, with the further rows
    Vector impulses_by_contact;                           // the sum of those of each contact, N s
};

/// Resolves all collisions one contact at a time until none is left, going through the list again and again:
/// the propagation model. The order may matter; and it need not end: between two walls with eps = 1 a ball
/// goes on for ever, which the limit cuts short and says.   [PBM-G-code-FindAll, PBM-G-code-collision]
///
/// With `further` rows, such as joints, each impulse is found together with theirs. Approaches slower than
/// `threshold` m/s are resting contact.
Collisions resolve_sequentially(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                                const Restitution& restitution, std::span<const gauss::Row> further = {},
                                double threshold = 1e-6, std::size_t impulse_limit = 10'000);

/// J W J' (n x n): entry (i, j) is the acceleration along row i of a unit force along row j; symmetric.
/// [PBM-G-9.8]
Matrix couplings(std::span<const gauss::Row> rows, std::span<const gauss::InverseMass> masses);

/// Candidates, rows of such a matrix, of which all other candidates are combinations, as of the four rows of
/// a table with four legs: the pivots of a Cholesky factor, the largest first. The matrix may have further
/// columns. A multiple of each chosen row is subtracted from every row that is not chosen, so that the entry
/// in the chosen row's column becomes 0; `a` keeps the remainders. A row whose diagonal entry, the squared
/// length of the remainder, is at most `dependence` times the largest pivot is a combination.
std::vector<std::size_t> independent_rows(Matrix& a, std::vector<std::size_t> candidates, double dependence);

/// An equation at the angle phi to others that hold, which misses its side by m, holds only with a further
/// motion of at least m/sin(phi). True if that is above `contradiction` times `largest`, the size of the
/// motion: then the equation contradicts the others.
bool contradicts(double missed, double squared_sine, double largest);

/// The velocities, accelerations or small displacements that fulfil the rows and are nearest to the given
/// ones: (v, omega) of each body. Of the equations only independent ones are kept (dependence_of_equations):
/// in a closed loop of hinges some follow from the others, and would contradict them because the joints are a
/// little open. Those left out have no multipliers; one that contradicts the others makes the status
/// infeasible.
gauss::Projection nearest_motion(std::span<const RigidBody> bodies, const Vector& target,
                                 std::vector<gauss::Row> rows,
                                 std::span<const optimize::Activity> warm_start = {});

/// Resolves all collisions at once: each contact must recede with at least eps times its approach, and has an
/// impulse only if it does so exactly.   [BARAFF89-28, BARAFF89-29]
///
///     v_i+ + eps_i v_i- >= 0,   j_i >= 0,   j_i (v_i+ + eps_i v_i-) = 0
///
/// These are the conditions of the velocities nearest to the present ones, in the metric of the masses, under
/// the first line: one projection. Contacts that separate faster than `threshold` m/s (and than rounding) are
/// left out, as in the document: to hold them, too, would feed in energy where others rebound. So another
/// round may be needed for them. `further` rows on the velocities are kept as well, such as joints, whose
/// sides say what is wanted. [BARAFF89-holv] The bodies' momenta change if the status is optimal.
///
/// The multipliers are j of each contact, N s, and then those of the further rows; not unique where contacts
/// are redundant.
gauss::Projection resolve_simultaneously(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                                         const Restitution& restitution,
                                         std::span<const gauss::Row> further = {}, double threshold = 0.0);

/// Velocities at which no contact closes and the further rows hold, nearest to the present ones: the
/// perfectly inelastic collision of all contacts, including those that separate. It never adds energy.
/// [ROTE-Q*]
gauss::Projection stop_closing(std::span<const Contact> contacts, std::span<RigidBody> bodies,
                               std::span<const gauss::Row> further = {});

}  // namespace restraint::contact
