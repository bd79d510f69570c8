#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "restraint/linalg/vec2.h"

/// Chapter bricks: is a tower of frictionless bricks stable, and if not, how does it fall?   [ROTE, SLIDES]
///
/// Read in this order. Which bodies: tower.h (bodies, tables, pins), tolerances.h, shape.h (outlines),
/// framework.h (rigid bricks, and bricks of bars and joints), pair.h (which side keeps two parts apart, which
/// corner is over which side), rows.h (the rows of contacts, pins and bars, and the projection that they
/// make), contacts.h (which parts touch), heaps.h (connected bodies, and the equilibrium of each). How the
/// fall starts: collapse.h (ROTE Q and Q*). Does it stand: stability.h, margin.h; equilibrium_program.h (the
/// linear program of the slides).
///
/// How it goes on: motion.h (the options and the report of a step), sidedness.h (which rows a step gets),
/// step_model.h (rigid bricks and frameworks in a step), step_loop.h (steps, one after the other, and
/// ROTE Q'), position_loop.h (figure 7), acceleration_loop.h (the classical loop of figure 6).
/// Last compare.h (all against all) and generators.h (how bodies are made, and towers by name).
namespace restraint::bricks {

/// Where a body is: centre of mass in m, angle in radians, counter-clockwise, unwrapped.
struct Pose {
    Vec2 position;
    double angle = 0.0;
};

/// How a body moves: m/s and rad/s. Accelerations (m/s^2, rad/s^2) have the same shape.
struct Motion {
    Vec2 linear;
    double angular = 0.0;
};

/// A rigid, convex body of homogeneous density.
struct Body {
    std::string name;
    std::vector<Vec2> vertices;  // counter-clockwise, relative to the centre of mass at angle 0; m
    bool rectangle = false;      // vertices 0..3 start at the lower left; only rectangles have frameworks
    double mass = 0.0;           // kg
    double inertia = 0.0;        // moment of inertia about the centre of mass, kg m^2
    bool fixed = false;
    Pose pose;
    Motion velocity;

    double width() const { return vertices[1].x - vertices[0].x; }   // of a rectangle
    double height() const { return vertices[3].y - vertices[0].y; }  // of a rectangle
};

/// A fixed support that fills everything below y_top between x_left and x_right.
struct Table {
    std::string name;
    double x_left = 0.0, x_right = 0.0, y_top = 0.0;
};

/// Vertex `vertex_a` of body `a` and vertex `vertex_b` of body `b` are the same point.
struct Pin {
    std::size_t a = 0, vertex_a = 0, b = 0, vertex_b = 0;
};

struct Tower {
    Vec2 gravity{0.0, -9.81};  // m/s^2
    std::vector<Table> tables;
    std::vector<Body> bodies;  // in the order of the file, fixed ones included
    std::vector<Pin> pins;
};

/// Vertex i in the world.
Vec2 world_vertex(const Body& body, std::size_t i);

/// Distance of the farthest vertex from the centre of mass, m: of a rectangle half the diagonal.
double radius(const Body& body);

/// Axis-parallel box in m; empty before the first point is added.
struct Box {
    double left = std::numeric_limits<double>::infinity(), right = -left, bottom = left, top = -left;
    void add(Vec2 point);
    double size() const { return std::max(right - left, top - bottom); }  // the larger of width and height
};

/// The mean of the sizes of the bodies' boxes at angle 0, fixed ones
/// included: the length to which the tolerances of geometry are relative.
double mean_size(const Tower& tower);

/// The least distance between two parallel lines with the body between them, m.
double least_width(const Body& body);

/// The least width of all bodies; infinite if there are no bodies.
double least_width(const Tower& tower);

/// The length in m to which the tolerances of the loops (tolerances.h) are relative: the mean brick size, but
/// at most 100 times the least width of all bodies, so that same_corner_tolerance, 1e-4, is at most a
/// hundredth of that width.
double loop_size(const Tower& tower);

/// The tower with these velocities of its bodies; without a list at rest.
Tower with_velocities(Tower tower, const std::vector<Motion>& velocities);

/// A number as error messages and warnings of this chapter show it.
std::string shown(double value);

/// The mass of all bodies that are not fixed, kg.
double mass_that_moves(const Tower& tower);

/// The largest speed of the centre of a body that is not fixed, m/s.
double fastest_velocity(const Tower& tower);

}  // namespace restraint::bricks
