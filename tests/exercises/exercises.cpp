// Are the answers of src/COURSE.md true? `make exercises` reads the blocks of the page that begin with
// ```exercise, applies each change to a copy of the project, builds what the block runs, and looks for what
// the block says.
//
//     change FILE          the line(s) marked - stand once in FILE and become the line(s) marked +
//     write FILE           of tests/exercises; a program is built against the library as build/exercise
//     run COMMAND          a line for the shell, in the copy
//     prints TEXT          the output has a line that contains TEXT
//     fails TEST           the run (of build/tests) reports a failure of the test case of this name
//     status N             the exit status of the command; 0 if it is not said, any if a test is to fail
//
// Printed: a line an exercise; exit status 1 if an answer is not true.

#include <sys/wait.h>

#include <cstdlib>
#include <iostream>
#include <iterator>

#include "../citations/citations.h"

namespace fs = std::filesystem;

namespace {

struct Exercise {
    std::size_t line = 0;  // of the page
    std::string changed, before, after, written, command;
    std::vector<std::string> prints, fails;
    int status = 0;
};

std::string text_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_text(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

/// What follows a keyword and one blank in a line.
std::string rest_of(const std::string& line) {
    const std::size_t blank = line.find(' ');
    return blank == std::string::npos ? "" : line.substr(blank + 1);
}

/// Throws std::runtime_error, with the page's line, for a line that no keyword begins.
std::vector<Exercise> read_exercises(const std::string& page) {
    std::vector<Exercise> exercises;
    std::ifstream in(page);
    bool inside = false;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.rfind("```", 0) == 0) {
            inside = line == "```exercise";
            if (inside) exercises.emplace_back().line = number;
            continue;
        }
        if (!inside) continue;
        Exercise& exercise = exercises.back();
        const std::string word = line.substr(0, line.find(' ')), rest = rest_of(line);
        if (word == "change") exercise.changed = rest;
        else if (word == "-") exercise.before += rest + "\n";
        else if (word == "+") exercise.after += rest + "\n";
        else if (word == "write") exercise.written = rest;
        else if (word == "run") exercise.command = rest;
        else if (word == "prints") exercise.prints.push_back(rest);
        else if (word == "fails") exercise.fails.push_back(rest);
        else if (word == "status") exercise.status = std::stoi(rest);
        else throw std::runtime_error(page + ":" + std::to_string(number) + ": no such word: " + word);
    }
    return exercises;
}

struct Run {
    int status = 0;
    std::string output;
};

Run run_in(const std::string& folder, const std::string& command) {
    const std::string out = folder + "/exercise.out";
    const int raw = std::system(("cd " + folder + " && ( " + command + " ) > exercise.out 2>&1").c_str());
    return {WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw), text_of(out)};
}

/// build/restraint, build/tests, build/scenes/x: what make has to build before the command runs; once each.
std::string targets_of(const std::string& command) {
    std::string targets;
    std::istringstream words(command);
    for (std::string word; words >> word;)
        if (word.rfind("build/", 0) == 0 && word != "build/exercise" &&
            targets.find(word) == std::string::npos)
            targets += " " + word;
    return targets;
}

std::string setting(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

/// "" if the answer is true, else what is not.
std::string fault_of(const Exercise& exercise, const std::string& copy) {
    const bool program = exercise.written.ends_with(".cpp");
    const std::string targets = targets_of(exercise.command) + (program ? " build/librestraint.a" : "");
    std::string build = targets.empty() ? "true" : setting("MAKE", "make") + " -s BUILD=build" + targets;
    if (program)
        build += " && " + setting("COMPILE", "g++ -std=c++20 -O2") + " -Iinclude " + exercise.written +
                 " build/librestraint.a -o build/exercise";
    if (const Run built = run_in(copy, build); built.status != 0) return "does not build:\n" + built.output;
    const Run run = run_in(copy, exercise.command);
    for (const std::string& text : exercise.prints)
        if (run.output.find(text) == std::string::npos) return "does not print: " + text + "\n" + run.output;
    for (const std::string& test : exercise.fails)
        if (run.output.find("TEST CASE:  " + test) == std::string::npos)
            return "this test does not fail: " + test;
    if (exercise.fails.empty() && run.status != exercise.status)
        return "ends with status " + std::to_string(run.status) + "\n" + run.output;
    return "";
}

/// Applies the change, tries the answer, and takes the change back.
std::string try_exercise(const Exercise& exercise, const std::string& copy) {
    if (exercise.changed.empty()) return fault_of(exercise, copy);
    const std::string file = copy + "/" + exercise.changed, original = text_of(file);
    const std::size_t place = original.find(exercise.before);
    if (exercise.before.empty() || place == std::string::npos ||
        original.find(exercise.before, place + 1) != std::string::npos)
        return "the lines marked - do not stand exactly once in " + exercise.changed;
    std::string text = original;
    write_text(file, text.replace(place, exercise.before.size(), exercise.after));
    const std::string fault = fault_of(exercise, copy);
    write_text(file, original);
    return fault;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: exercises BUILD_FOLDER\n";
        return 2;
    }
    const std::string build = argv[1], copy = build + "/exercises-copy", page = "src/COURSE.md";
    fs::remove_all(copy);
    fs::create_directories(copy + "/build");
    for (const char* part : {"Makefile", "README.md", "include", "plots", "scenes", "src", "tests"})
        if (std::system(("cp -Rp " + std::string(part) + " " + copy).c_str()) != 0) return 4;
    if (std::system(("cp -Rp " + build + "/obj " + build + "/librestraint.a " + copy + "/build").c_str()) !=
        0)
        return 4;
    std::size_t wrong = 0;
    const std::vector<Exercise> exercises = read_exercises(page);
    for (const Exercise& exercise : exercises) {
        const std::string fault = try_exercise(exercise, copy);
        std::cout << page << ":" << exercise.line << ": " << (fault.empty() ? "true" : fault) << std::endl;
        if (!fault.empty()) ++wrong;
    }
    std::cout << exercises.size() - wrong << " answers are true, " << wrong << " are not\n";
    return exercises.empty() || wrong != 0 ? 1 : 0;
}
