#include "restraint/io/text/errors.h"
#include "run.h"

using namespace restraint::io;

namespace {

using Output = Answer;

/// What `restraint lp` or `restraint qp` prints.
Output run(const std::string& command, const std::string& text, bool with_solution = true) {
    std::vector<std::string> arguments{command, "-"};
    if (with_solution) arguments.push_back("--solution");
    return restraint::io::run(arguments, text);
}

/// The words behind the line that begins with `keyword`; "" if there is none.
std::string value(const Output& output, const std::string& keyword) {
    std::istringstream lines(output.out);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(keyword + " ")) return line.substr(keyword.size() + 1);
    return "";
}

double number(const Output& output, const std::string& keyword) {
    return parse_number(value(output, keyword));
}

/// maximise 3 x + 2 y - 1 with x + y <= 4, x <= 3: the corner (3, 1), objective 10. The minimised problem has
/// the gradient (-3, -2) = y (1, 1) + z (1, 0) with y = -2, z = -1.
const std::string corner =
    "NAME corner\nOBJSENSE MAX\nROWS\n N profit\n L work\nCOLUMNS\n x profit 3 work 1\n y profit 2 work 1\n"
    "RHS\n r work 4 profit 1\nBOUNDS\n UP b x 3\nENDATA\n";

}  // namespace

TEST_CASE("a maximisation prints its own objective, and the multipliers of the minimised problem") {
    const Output output = run("lp", corner);
    CHECK(output.status == answered);
    CHECK(output.err == "");
    CHECK(output.out.starts_with("# maximise \"corner\": 2 variables, 1 rows\n"));
    CHECK(value(output, "status") == "optimal");
    // Small whole numbers throughout: nothing is rounded.
    CHECK(number(output, "objective") == 10.0);
    CHECK(number(output, "primal_residual") == 0.0);
    CHECK(number(output, "dual_residual") == 0.0);
    CHECK(number(output, "complementarity") == 0.0);
    CHECK(value(output, "column x") == "3 -1");
    CHECK(value(output, "column y").starts_with("1 "));
    CHECK(value(output, "row work") == "4 -2");
    CHECK(run("lp", corner, false).out.find("column") == std::string::npos);
    CHECK(run("lp", "nonsense\n").status == bad_usage);
}

TEST_CASE("what is infeasible comes with the combination of rows that shows it") {
    // x + y >= 5 and x + y <= 4.
    const Output output = run("lp",
                              "ROWS\n N c\n G more\n L less\nCOLUMNS\n x more 1 less 1\n y more 1 less "
                              "1\nRHS\n r more 5 less 4\nENDATA\n");
    CHECK(output.status == answered);
    CHECK(value(output, "status") == "infeasible");
    CHECK(value(output, "reach") == "inf");  // 5 - 4 of x + y - (x + y): exact
    CHECK(number(output, "farkas more") > 0.0);
    CHECK(number(output, "farkas less") == -number(output, "farkas more"));
    CHECK(value(output, "objective") == "");
}

TEST_CASE("a proof of more digits than doubles have is printed in two numbers, value and rest") {
    // x / 3 >= 1 and x / 7 <= 0: the multipliers 1 and -7/3, by the doubles nearest to 1/3 and 1/7.
    const Output output = run("lp",
                              "ROWS\n N c\n G more\n L less\nCOLUMNS\n x more .3333333333333333 less "
                              ".14285714285714285\nRHS\n r more 1\nBOUNDS\n FR x\nENDATA\n");
    CHECK(value(output, "status") == "infeasible");
    CHECK(number(output, "reach") >= 1e25);
    std::istringstream more(value(output, "farkas more")), less(value(output, "farkas less"));
    double a = 0.0, b = 0.0, rest_a = 0.0, rest_b = 0.0;
    more >> a >> rest_a;  // where there is no rest it stays 0
    less >> b >> rest_b;
    CHECK(std::abs(b / a + 7.0 / 3.0) <= 1e-15);  // a quotient of two rounded numbers
    CHECK((rest_a != 0.0 || rest_b != 0.0));
    CHECK(std::abs(rest_a) <= 0x1p-53 * std::abs(a));
    CHECK(std::abs(rest_b) <= 0x1p-53 * std::abs(b));
    // The combination of both rows leaves less of x than any single double could say: products are exact in
    // two doubles, their leading parts cancel.
    const double third = .3333333333333333, seventh = .14285714285714285, p = a * third, q = b * seventh;
    const double behind = std::fma(a, third, -p) + std::fma(b, seventh, -q);
    CHECK(std::abs((p + q) + behind + (rest_a * third + rest_b * seventh)) <= 1e-30);
}

TEST_CASE("what is unbounded comes with a point and a ray") {
    // minimise -x along x = y >= 0.
    const Output output =
        run("lp", "ROWS\n N c\n E same\nCOLUMNS\n x c -1 same 1\n the_other same -1\nENDATA\n");
    CHECK(output.status == answered);
    CHECK(value(output, "status") == "unbounded");
    CHECK(value(output, "reach") == "inf");
    CHECK(number(output, "ray x") > 0.0);
    CHECK(number(output, "ray the_other") == number(output, "ray x"));
}

TEST_CASE("a parabola is solved by qp and refused by lp; qp takes a linear program too") {
    // minimise 1/2 (2 x^2) - 4 x + 3 on 0 <= x <= 1: at x = 1 the slope is -2, the objective 1 - 4 + 3 = 0.
    const std::string parabola =
        "ROWS\n N c\nCOLUMNS\n x c -4\nRHS\n r c -3\nBOUNDS\n UP b x 1\nQUADOBJ\n x x 2\nENDATA\n";
    const Output output = run("qp", parabola);
    CHECK(value(output, "status") == "optimal");
    CHECK(std::abs(number(output, "objective")) <= 1e-14);  // 1, 4 and 3 cancel
    std::istringstream column(value(output, "column x"));
    double x = 0.0, slope = 0.0;
    column >> x >> slope;
    CHECK(x == 1.0);
    CHECK(std::abs(slope + 2.0) <= 1e-14);
    const Output refused = run("lp", parabola);
    CHECK(refused.status == bad_usage);
    CHECK(
        refused.err ==
        "restraint lp: the objective of - is quadratic: `restraint qp` solves it (restraint lp --help tells "
        "more)\n");
    CHECK(number(run("qp", corner), "objective") == 10.0);
    // 1/2 x'Hx with H = (0 1; 1 0) has a saddle.
    CHECK(value(run("qp",
                    "ROWS\n N c\nCOLUMNS\n x c 1\n y c 1\nBOUNDS\n UP b x 1\n UP b y 1\nQUADOBJ\n x y "
                    "1\nENDATA\n"),
                "status") == "not_convex");
}

TEST_CASE("a blank in a name is printed as an underscore, a warning goes to the error stream") {
    const std::string text =
        "ROWS\n"
        " N  THE COST\n"
        "COLUMNS\n"
        "    MY COL 1  THE COST            2.\n"
        "    THE Y     THE COST            1.\n"
        "BOUNDS\n"
        " UP BND 1     MY COL 1           -8.\n"
        " LO BND 1     MY COL 1           -7.\n"
        " UP BND 1     THE Y              -1.\n"
        "ENDATA\n";
    const Output output = run("lp", text);
    CHECK(value(output, "status") == "infeasible");
    CHECK(value(output, "farkas_bound MY_COL_1") != "");
    CHECK(output.err.starts_with("<stdin>:9: column \"THE Y\" has an upper bound below 0"));
}
