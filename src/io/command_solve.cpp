#include "restraint/io/command.h"
#include "restraint/io/solve.h"

namespace restraint::io {

namespace {

const Option solution_option{"--solution", "", "",
                             "also every column and row, or the proof that there is no answer"};

}  // namespace

Subcommand lp_command() {
    return {"lp",
            "FILE",
            "solve the linear program of an MPS file",
            "Prints status, objective, the residuals of the answer or of its proof, and iterations.\n",
            {solution_option},
            [](const Arguments& given, const Streams& streams) {
                return run_lp(single_operand(given, "FILE"), given.has("--solution"), streams.in, streams.out,
                              streams.err);
            }};
}

Subcommand qp_command() {
    return {"qp",
            "FILE",
            "solve the convex quadratic program of a QPS file",
            "Prints status, objective, the residuals of the answer or of its proof, and iterations.\n",
            {solution_option},
            [](const Arguments& given, const Streams& streams) {
                return run_qp(single_operand(given, "FILE"), given.has("--solution"), streams.in, streams.out,
                              streams.err);
            }};
}

}  // namespace restraint::io
