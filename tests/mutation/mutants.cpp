// Would the tests notice a slip? `make mutation CHAPTER=rigid` makes small changes to the lines of a chapter,
// one at a time, builds the changed file aside, links it with the tests of that chapter alone and runs them.
// Changed are signs, factors 2, comparisons and masses in the lines that a citation speaks of; and in every
// line: guards, which are never true; tolerances, a thousand times as wide; calls, left out; two arguments,
// exchanged. Printed: every change that no test notices, and the share that was caught. A change that changes
// nothing is listed, with its reason, in tests/mutation/equivalent.tsv; rows there that no change makes any
// more are printed too. Settings: WHOLE=1 changes signs and so on in every line (for a chapter with few
// citations); EVERY=5 only every fifth; ONLY=text only files whose names contain the text.

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "cited_code.h"

using namespace restraint::mutation;
namespace fs = std::filesystem;

namespace {

/// A change of what a pattern finds; the text around it, groups 1 and 2, stays.
struct Slip {
    const char* what;
    std::regex pattern;
    const char* replacement;
};

const std::vector<Slip>& slips() {
    static const std::vector<Slip> list = {
        {"+ to -", std::regex(R"re(( )\+(=? ))re"), "$1-$2"},
        {"- to +", std::regex(R"re(( )-(=? ))re"), "$1+$2"},
        {"minus left out", std::regex(R"re(((?:\(|\[|\{|= |return |, |\? |: ))-([A-Za-z0-9_(]))re"), "$1$2"},
        {"factor 2 left out", std::regex(R"re(()\b(?:2(?:\.0)?|0\.5) \* ()(?!=))re"), "$1$2"},
        {"factor 2 left out", std::regex(R"re(() [*/] 2(?:\.0)?\b(?!\.)())re"), "$1$2"},
        {"< to <=", std::regex(R"re(( )<( ))re"), "$1<=$2"},
        {"<= to <", std::regex(R"re(( )<=( ))re"), "$1<$2"},
        {"> to >=", std::regex(R"re(( )>( ))re"), "$1>=$2"},
        {">= to >", std::regex(R"re(( )>=( ))re"), "$1>$2"},
        {"W to M", std::regex(R"re(()inverse_(mass|body_inertia|inertia)\b)re"), "$1$2"},
        {"M to W", std::regex(R"re(([ (.\-!>])(mass|body_inertia|inertia)\b(?!\())re"), "$1inverse_$2"},
    };
    return list;
}

struct Mutant {
    std::string file, what, text;  // text: the changed line
    std::size_t line = 0;          // from 0
};

std::vector<Mutant> mutants_of(const std::string& file, const std::set<std::size_t>& where) {
    std::vector<Mutant> mutants;
    const Lines lines = read_lines(file);
    for (const std::size_t i : where) {
        const std::string code = code_of(lines[i]);
        if (code.find('"') != std::string::npos || code.rfind('#', 0) == 0) continue;  // messages, includes
        const bool loop =
            trimmed(code).rfind("for (", 0) == 0;  // one turn too many is the sanitizers' to find
        for (const Slip& slip : slips()) {
            if (loop && std::string(slip.what).find('=') != std::string::npos) continue;
            for (std::sregex_iterator it(code.begin(), code.end(), slip.pattern), end; it != end; ++it) {
                const std::string before = code.substr(0, static_cast<std::size_t>(it->position()));
                mutants.push_back(
                    {file, slip.what, before + it->format(slip.replacement) + it->suffix().str(), i});
            }
        }
    }
    return mutants;
}

/// Where the parenthesis that opens at `open` closes; npos if it does not close in the line.
std::size_t closing(const std::string& code, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        if (code[i] == '(') ++depth;
        if (code[i] == ')' && --depth == 0) return i;
    }
    return std::string::npos;
}

/// "if (a || b) return x;" -> "if (false && (a || b)) return x;" for a condition that leaves or skips.
std::string without_guard(const std::string& code, const std::string& next) {
    const std::size_t start = code.find("if (");
    if (start == std::string::npos || trimmed(code).rfind("if (", 0) != 0) return "";
    const std::size_t open = start + 3, close = closing(code, open);
    if (close == std::string::npos) return "";
    const std::string rest = trimmed(code.substr(close + 1)), then = rest.empty() ? trimmed(next) : rest;
    static const std::regex leaves(R"re(^\{?\s*(return|throw|continue|break)\b)re");
    if (code.find("if constexpr") != std::string::npos || !std::regex_search(then, leaves)) return "";
    return code.substr(0, open) + "(false && " + code.substr(open, close + 1 - open) + ")" +
           code.substr(close + 1);
}

/// The k-th number like 1e-9 of the line, a thousand times as large; "" if there is none.
std::string wider_tolerance(const std::string& code, std::size_t k) {
    static const std::regex number(R"re(\b(\d(?:\.\d+)?e-)(\d+)\b)re");
    std::sregex_iterator it(code.begin(), code.end(), number), end;
    for (; k > 0 && it != end; --k) ++it;
    if (it == end || std::stoi((*it)[2]) < 4) return "";
    return it->prefix().str() + (*it)[1].str() + std::to_string(std::stoi((*it)[2]) - 3) + it->suffix().str();
}

/// The changes that need no formula: guards, tolerances, calls, arguments.
std::vector<Mutant> unformulated_mutants_of(const std::string& file) {
    std::vector<Mutant> mutants;
    const Lines lines = read_lines(file);
    static const std::regex call(R"re(^\s+[a-z_][\w.:>-]*\(.*\);\s*$)re"),
        pair(R"re(\b(?!dot\(|max\(|min\()([a-z_]+\()(\w+), (\w+)\))re");  // those three have no order
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string code = code_of(lines[i]);
        if (code.find('"') != std::string::npos || code.rfind('#', 0) == 0) continue;
        const auto add = [&](const std::string& text, const char* what) {
            if (!text.empty() && text != code) mutants.push_back({file, what, text, i});
        };
        add(without_guard(code, i + 1 < lines.size() ? lines[i + 1] : ""), "guard left out");
        for (std::size_t k = 0; k < 4; ++k) add(wider_tolerance(code, k), "tolerance 1000 times as wide");
        const std::string before = i > 0 ? trimmed(code_of(lines[i - 1])) : "";
        const bool begins =
            before.empty() || before.back() == ';' || before.back() == '{' || before.back() == '}';
        if (file.ends_with(".cpp") && begins && std::regex_match(code, call)) add(" ", "call left out");
        for (std::sregex_iterator it(code.begin(), code.end(), pair), end; it != end; ++it)
            add(it->prefix().str() + it->format("$1$3, $2)") + it->suffix().str(), "arguments exchanged");
    }
    return mutants;
}

std::vector<std::string> files_of(const std::string& folder, const std::string& extension) {
    std::vector<std::string> files;
    if (fs::exists(folder))
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().extension() == extension) files.push_back(entry.path().generic_string());
    std::sort(files.begin(), files.end());
    return files;
}

std::string setting(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

int status_of(const std::string& command) {
    const int raw = std::system(command.c_str());
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);  // as a shell tells it
}
bool succeeds(const std::string& command) { return status_of(command) == 0; }

/// The chapter's objects that a change of a header reaches, by the compiler's own lists (*.d).
std::vector<std::string> sources_that_include(const std::string& header, const std::string& objects,
                                              const std::string& chapter) {
    std::vector<std::string> sources;
    for (const std::string folder : {"src/", "tests/"})
        for (const std::string& list : files_of(objects + folder + chapter, ".d"))
            for (const std::string& line : read_lines(list))
                if (line == header + ":") {
                    sources.push_back(list.substr(objects.size(), list.size() - objects.size() - 2) + ".cpp");
                    break;
                }
    return sources;
}

enum class Fate { caught, alive, endless, no_program };

/// Builds the mutant below `build`, and runs the chapter's tests with it for at most `limit` seconds of
/// processor time.
Fate fate_of(const Mutant& mutant, const std::string& chapter, const std::string& build, long limit) {
    const std::string scratch = build + "/mutation-" + chapter;
    fs::remove_all(scratch);
    const bool header = mutant.file.rfind("include/", 0) == 0;
    const std::string changed = scratch + "/" + mutant.file;
    fs::create_directories(fs::path(changed).parent_path());
    Lines lines = read_lines(mutant.file);
    lines[mutant.line] = mutant.text;
    std::ofstream out(changed);
    for (const std::string& line : lines) out << line << "\n";
    out.close();

    const std::string objects = build + "/obj/";
    const std::vector<std::string> sources =
        header ? sources_that_include(mutant.file, objects, chapter) : std::vector<std::string>{mutant.file};
    std::string linked;
    for (const std::string& source : sources) {
        const std::string object = scratch + "/" + std::to_string(linked.size()) + ".o";
        if (!succeeds(setting("COMPILE", "g++ -std=c++20") + " -I" + scratch + "/include -Iinclude -I" +
                      fs::path(source).parent_path().generic_string() + " -c " + (header ? source : changed) +
                      " -o " + object + " 2>/dev/null"))
            return Fate::no_program;
        linked += " " + object;
    }
    for (const std::string& object : files_of(objects + "tests/" + chapter, ".o")) {
        const std::string source = object.substr(objects.size(), object.size() - objects.size() - 2) + ".cpp";
        const bool replaced = std::find(sources.begin(), sources.end(), source) != sources.end();
        if (!replaced && fs::exists(source)) linked += " " + object;
    }
    const std::string program = scratch + "/tests";
    if (!succeeds(setting("CXX", "g++") + linked + " " + objects + "tests/main.o " + build +
                  "/librestraint.a -o " + program + " 2>/dev/null"))
        return Fate::no_program;
    // The tests named like the changed file first: they are the likeliest to notice.
    const std::string own = " -sf='*/" + fs::path(mutant.file).stem().string() + "_test.cpp'";
    const std::string run = program + " --abort-after=1", silent = " >/dev/null 2>&1";
    const int status = status_of("ulimit -c 0; ulimit -v 8000000; ulimit -t " + std::to_string(limit) + "; " +
                                 run + own + silent + " && " + run + silent);
    if (status == 0) return Fate::alive;
    return status == 128 + SIGXCPU || status == 128 + SIGKILL ? Fate::endless : Fate::caught;
}

std::set<std::size_t> all_lines(const Lines& lines) {
    std::set<std::size_t> all;
    for (std::size_t i = 0; i < lines.size(); ++i) all.insert(all.end(), i);
    return all;
}

std::vector<Mutant> mutants_of_chapter(const std::string& chapter, bool whole) {
    std::vector<Mutant> mutants;
    std::set<std::string> functions;
    for (const std::string& folder : {"include/restraint/" + chapter, "src/" + chapter})
        for (const char* extension : {".h", ".cpp"})
            for (const std::string& file : files_of(folder, extension)) {
                const Lines lines = read_lines(file);
                if (file.rfind("src/", 0) == 0 && file.ends_with(".h")) continue;  // found beside its sources
                if (file.ends_with(".h")) functions.merge(cited_functions(lines));
                if (file.find(setting("ONLY", "")) == std::string::npos) continue;
                for (const auto& found :
                     {mutants_of(file, whole ? all_lines(lines) : cited_lines(lines, functions)),
                      unformulated_mutants_of(file)})
                    mutants.insert(mutants.end(), found.begin(), found.end());
            }
    return mutants;
}

/// Rows of equivalent.tsv whose line no change of the chapter makes any more.
void print_outdated(const std::map<std::string, std::string>& equivalent, const std::string& chapter) {
    std::set<std::string> made;
    for (const Mutant& mutant : mutants_of_chapter(chapter, true))
        made.insert(mutant.file + "\t" + trimmed(mutant.text));
    for (const auto& [line, reason] : equivalent)
        for (const std::string folder : {"src/", "include/restraint/"})
            if (line.rfind(folder + chapter + "/", 0) == 0 && made.count(line) == 0)
                std::cout << "outdated in equivalent.tsv: " << line << std::endl;
}

/// Some times the seconds of processor time that the chapter's tests take unchanged; 0 if they fail even so.
long time_limit(const Mutant& any, const std::string& chapter, const std::string& build) {
    Mutant unchanged = any;
    unchanged.text = read_lines(any.file)[any.line];
    if (fate_of(unchanged, chapter, build, 1000) != Fate::alive) return 0;
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return 5 + 2 * used.ru_utime.tv_sec;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: mutants CHAPTER BUILD_FOLDER\n";
        return 2;
    }
    const std::string chapter = argv[1], build = argv[2];
    std::map<std::string, std::string> equivalent;  // file and changed line -> reason
    for (const auto& row : restraint::citations::read_table("tests/mutation/equivalent.tsv"))
        if (row.size() >= 3) equivalent[row[0] + "\t" + row[1]] = row[2];
    const std::size_t every = std::stoul(setting("EVERY", "1"));  // a sample: every n-th of them
    const bool whole = setting("WHOLE", "") == "1";
    if (setting("ONLY", "").empty()) print_outdated(equivalent, chapter);
    const std::vector<Mutant> mutants = mutants_of_chapter(chapter, whole);
    const long limit = mutants.empty() ? 1 : time_limit(mutants.back(), chapter, build);
    if (limit == 0) {
        std::cerr << chapter << ": the tests fail as they are\n";
        return 2;
    }
    std::size_t caught = 0, alive = 0, endless = 0, excused = 0, number = 0;
    for (const Mutant& mutant : mutants) {
        if (equivalent.count(mutant.file + "\t" + trimmed(mutant.text)) != 0) {
            ++excused;
            continue;
        }
        if (number++ % every != 0) continue;
        const Fate fate = fate_of(mutant, chapter, build, limit);
        if (fate == Fate::caught) ++caught;
        if (fate == Fate::endless) ++endless;
        if (fate == Fate::alive) ++alive;
        if (fate == Fate::alive || fate == Fate::endless)
            std::cout << mutant.file << ":" << mutant.line + 1 << ": "
                      << (fate == Fate::alive ? "no test of " + chapter + " notices: " : "runs for ever: ")
                      << mutant.what << "\n    " << trimmed(mutant.text) << std::endl;
    }
    std::cout << chapter << ": " << caught + endless + alive << " mutants, " << caught << " caught, "
              << endless << " run for ever, " << alive << " not; " << excused << " more change nothing\n";
    return alive == 0 ? 0 : 1;
}
