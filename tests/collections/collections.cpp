// make collections DIR=...: how many problems of public collections are solved.
//
// DIR is a folder with an index.tsv, or a folder of such folders. The index has a heading line and, separated
// by tabs, at least the columns `file`, `optimal` (the known optimum) and `status` (optimal, infeasible,
// unbounded or nonconvex). Standard output is a table, standard error tells of each problem that was not
// solved.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../reach.h"
#include "restraint/io/text/mps.h"
#include "restraint/io/text/number.h"
#include "restraint/optimize/certificate.h"
#include "restraint/optimize/quadratic_program.h"
#include "restraint/optimize/simplex.h"

namespace {

using namespace restraint;
using namespace restraint::optimize;

constexpr double objective_tolerance = 1e-6;  // of |f - f*| / max(1, |f*|): the indices have about 10 digits

/// One line of index.tsv, by the names of the heading.
using Record = std::map<std::string, std::string>;

std::vector<Record> read_index(const std::filesystem::path& path) {
    const auto split = [](const std::string& line) {
        std::vector<std::string> cells;
        std::istringstream stream(line);
        for (std::string cell; std::getline(stream, cell, '\t');) cells.push_back(cell);
        return cells;
    };
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> heading = split(line);
    std::vector<Record> records;
    while (std::getline(file, line)) {
        const std::vector<std::string> cells = split(line);
        Record record;
        for (std::size_t k = 0; k < std::min(heading.size(), cells.size()); ++k)
            record[heading[k]] = cells[k];
        records.push_back(record);
    }
    return records;
}

struct Tally {
    std::size_t problems = 0, solved = 0, given_up = 0, wrong = 0;
    double worst_objective = 0.0, worst_residual = 0.0;
};

void judge(const std::filesystem::path& folder, Record& record, Tally& tally) {
    const std::string path = (folder / record["file"]).string();
    const io::MpsModel model = io::load_mps(path, std::cin);
    const Problem& problem = model.problem;
    const Solution found = problem.is_linear() ? solve_linear(problem) : solve_quadratic(problem);
    const std::string wanted = record["status"] == "nonconvex" ? "not_convex" : record["status"];
    ++tally.problems;
    if (found.status == Status::numerical || found.status == Status::iteration_limit) {
        ++tally.given_up;
        std::cerr << path << ": " << to_string(found.status) << "\n";
        return;
    }
    double error = 0.0, residual = 0.0;
    if (found.status == Status::optimal && wanted == "optimal") {
        const double best = io::parse_number(record["optimal"]);
        const double objective = model.maximise ? -found.objective : found.objective;
        error = std::abs(objective - best) / std::max(1.0, std::abs(best));
        residual = kkt_residuals(problem, found).worst();
    }
    if (found.status == Status::infeasible) residual = 1.0 / farkas_reach(problem, found.farkas);
    if (to_string(found.status) != wanted || !(error <= objective_tolerance)) {
        ++tally.wrong;
        std::cerr << path << ": " << to_string(found.status) << " " << io::to_text(found.objective)
                  << ", but known is " << wanted << " " << record["optimal"] << "\n";
        return;
    }
    ++tally.solved;
    tally.worst_objective = std::max(tally.worst_objective, error);
    tally.worst_residual = std::max(tally.worst_residual, residual);
}

std::vector<std::filesystem::path> folders_of(const std::filesystem::path& top) {
    if (std::filesystem::exists(top / "index.tsv")) return {top};
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(top))
        if (std::filesystem::exists(entry.path() / "index.tsv")) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

/// Two digits, rounded up: what is printed is a bound.
std::string two_digits(double value) {
    if (value == 0.0) return "0";
    const int exponent = static_cast<int>(std::floor(std::log10(value)));
    const double digits = std::ceil(value / std::pow(10.0, exponent) * 10.0) / 10.0;
    return io::to_text(digits) + "e" + std::to_string(exponent);
}

int run(const std::filesystem::path& top) {
    bool all_solved = true;
    std::cout
        << "| collection | problems | solved | given up | wrong | objective within | residuals within |\n"
           "|---|---|---|---|---|---|---|\n";
    for (const auto& folder : folders_of(top)) {
        Tally tally;
        for (Record& record : read_index(folder / "index.tsv")) judge(folder, record, tally);
        all_solved = all_solved && tally.solved == tally.problems;
        std::cout << "| " << folder.filename().string() << " | " << tally.problems << " | " << tally.solved
                  << " | " << tally.given_up << " | " << tally.wrong << " | "
                  << two_digits(tally.worst_objective) << " | " << two_digits(tally.worst_residual) << " |\n";
    }
    return all_solved ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: make collections DIR=FOLDER   (FOLDER or its subfolders have an index.tsv)\n";
        return 2;
    }
    try {
        return run(argv[1]);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 2;
    }
}
