#pragma once

/// The scenes of the thesis, as their pages stage them: a test plays such a world itself, at another size.
/// Each page's program comes along under a name of its own. One source of a program includes this.
#define main cs_stack_program
#include "../../scenes/cs_stack.cpp"
#undef main
#define main cubeglass_program
#include "../../scenes/cubeglass.cpp"
#undef main
#define main cubejam_program
#include "../../scenes/cubejam.cpp"
#undef main
#define main hybrid_program
#include "../../scenes/hybrid.cpp"
#undef main
#define main jacks_program
#include "../../scenes/jacks.cpp"
#undef main
#define main office_toy_program
#include "../../scenes/office_toy.cpp"
#undef main
#define main packages_program
#include "../../scenes/packages.cpp"
#undef main
#define main robot_program
#include "../../scenes/robot.cpp"
#undef main
#define main sphereglass_program
#include "../../scenes/sphereglass.cpp"
#undef main
#define main stack_program
#include "../../scenes/stack.cpp"
#undef main
#define main stick_pendulum_program
#include "../../scenes/stick_pendulum.cpp"
#undef main
#define main wall_program
#include "../../scenes/wall.cpp"
#undef main
