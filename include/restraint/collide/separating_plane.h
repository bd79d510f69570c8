#pragma once

#include <cstddef>
#include <optional>

#include "restraint/collide/convex.h"
#include "restraint/collide/distance.h"

namespace restraint::collide {

/// Two convex polyhedra do not overlap if and only if a plane has one on each side; and then there is one
/// that contains a face of one of them, or an edge of one and is parallel to an edge of the other.
/// [PBM-G-witness]
struct SeparatingPlane {
    Features defining;  // face_of_a, face_of_b or edge_edge
    Vec3 normal;        // unit, from B to A
    double offset =
        0.0;  // the plane normal.x = offset, through the face, or half way between the edges' bodies
    double margin = 0.0;  // min over A of normal.x - max over B: >= 0, by how much the plane separates
};

/// The plane that the features define at these poses, whether it separates or not; none if the edges are
/// parallel.
std::optional<SeparatingPlane> plane_of(const Features& defining, const ConvexShape& a, const Pose& pose_a,
                                        const ConvexShape& b, const Pose& pose_b);

/// True if all vertices of A are on one side and all of B on the other, up to `tolerance` m.
bool separates(const SeparatingPlane& plane, double tolerance = 0.0);

/// What proves that two polyhedra overlap: a vertex of one inside the other, or an edge of one that goes
/// through a face of the other.
struct OverlapWitness {
    enum class Kind { vertex_of_a, vertex_of_b, edge_of_a, edge_of_b } kind = Kind::vertex_of_a;
    std::size_t feature = 0;  // the vertex, or the edge
    std::size_t face = 0;     // the face of the other body that the edge goes through
};

/// The first such vertex or edge. Almost always there is one if the bodies overlap; but two equal cubes, one
/// lowered straight into the other, have none (footnote 6 of the notes), so its absence proves nothing.
std::optional<OverlapWitness> find_overlap_witness(const ConvexShape& a, const Pose& pose_a,
                                                   const ConvexShape& b, const Pose& pose_b);

/// True if the witness still proves the overlap at these poses.
bool still_overlaps(const OverlapWitness& witness, const ConvexShape& a, const Pose& pose_a,
                    const ConvexShape& b, const Pose& pose_b);

/// Answers "are A and B disjoint?" for a pair of polyhedra time after time, by what answered it last.
class PairWitness {
  public:
    /// True if a separating plane exists. The cached plane or overlap is verified first; if it fails, faces
    /// and edge pairs are searched from the beginning.
    bool disjoint(const ConvexShape& a, const Pose& pose_a, const ConvexShape& b, const Pose& pose_b);

    const std::optional<SeparatingPlane>& plane() const { return plane_; }
    const std::optional<OverlapWitness>& overlap() const { return overlap_; }
    std::size_t questions() const { return questions_; }
    std::size_t hits() const { return hits_; }  // questions that the cached witness answered

  private:
    std::optional<SeparatingPlane> plane_;
    std::optional<OverlapWitness> overlap_;
    std::size_t questions_ = 0, hits_ = 0;
};

/// All faces, then all pairs of edges, until one separates.   [PBM-G-witness]
std::optional<SeparatingPlane> find_separating_plane(const ConvexShape& a, const Pose& pose_a,
                                                     const ConvexShape& b, const Pose& pose_b);

}  // namespace restraint::collide
