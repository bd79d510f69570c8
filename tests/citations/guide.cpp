// Writes src/READING.md, the way through the code for a reader with a document open: formula -> function ->
// test -> scene; and src/TOLERANCES.md, all constants of the chapters' tolerances.h on one page. `make guide`
// builds and runs it in the project's root.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "citations.h"

using namespace restraint::citations;

namespace {

/// Where an id is cited, each place once, in the order of the files.
struct Places {
    std::vector<std::string> code, tests, scenes;
};

void add_once(std::vector<std::string>& places, const std::string& place) {
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
}

/// The name that a line at the margin declares: of a function, a type or a test case; "" if it declares none.
std::string declared_name(const std::string& text) {
    std::smatch match;
    if (std::regex_search(text, match, std::regex(R"re(^TEST_CASE\("(.*)"(?: \*.*|\) \{)$)re")))
        return match[1];
    if (std::regex_search(text, match, std::regex(R"re(^(?:struct|class|enum class) (\w+))re")))
        return match[1];
    if (std::regex_search(text, match, std::regex(R"re(^(?:inline )?constexpr [\w ]+ (\w+))re")))
        return match[1];
    if (std::regex_search(text, match, std::regex(R"re(^[A-Za-z].*?([\w:~]+)(?:<[^()]*>)?\()re")))
        return match[1];
    return "";
}

/// The function, type or test that line i belongs to. A comment at the margin belongs to the declaration
/// right below it; above a namespace it is the chapter's opening, which belongs to no function. Other lines
/// belong to what they stand in.
std::string owner(const std::vector<Line>& lines, std::size_t i) {
    const auto same_file = [&](std::size_t k) { return k < lines.size() && lines[k].file == lines[i].file; };
    const bool above = lines[i].text.rfind("//", 0) == 0;
    if (!above) {
        for (std::size_t k = i + 1; k-- > 0 && same_file(k);)
            if (const std::string name = declared_name(lines[k].text); !name.empty()) return name;
        return "";
    }
    std::size_t k = i + 1;
    while (same_file(k) && (lines[k].text.rfind("//", 0) == 0 || lines[k].text.rfind("template", 0) == 0))
        ++k;
    return same_file(k) ? declared_name(lines[k].text) : "";
}

std::string without_folder(const std::string& file, const std::string& folder) {
    return file.rfind(folder, 0) == 0 ? file.substr(folder.size()) : file;
}

std::map<std::string, Places> all_places() {
    std::map<std::string, Places> places;
    for (const char* folder : {"include", "src", "tests", "scenes"}) {
        const std::vector<Line> lines = lines_below(folder);
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (const std::string& id : cited_ids(lines[i].text)) {
                const std::string& file = lines[i].file;
                if (file.rfind("tests/citations/", 0) == 0) continue;
                if (std::string(folder) == "scenes") {
                    add_once(places[id].scenes, "[" + without_folder(file, "scenes/") + "](../" + file + ")");
                } else if (std::string(folder) == "tests") {
                    add_once(places[id].tests, "[" + without_folder(file, "tests/") + "](../" + file + ")");
                } else {
                    const std::string name = owner(lines, i);
                    const std::string shown =
                        without_folder(without_folder(file, "include/restraint/"), "src/");
                    add_once(places[id].code,
                             (name.empty() ? "" : "`" + name + "` in ") + "[" + shown + "](../" + file + ")");
                }
            }
    }
    return places;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : "<br>") + part;
    return text;
}

/// Text that a table of Markdown shows as it is.
std::string cell(const std::string& text) {
    std::string result;
    for (char c : text) {
        if (c == '|' || c == '*' || c == '<' || c == '_' || c == '`' || c == '[') result += '\\';
        result += c;
    }
    return result;
}

struct Counts {
    std::size_t total = 0, wanted = 0, cited = 0, explained = 0, open = 0;
};

/// One formula's line, and what to say where no code cites it.
std::string formula_line(const std::vector<std::string>& row, const Places& where,
                         const std::map<std::string, std::string>& reasons, Counts& counts) {
    const std::string &id = row[0], &implement = row[3];
    ++counts.total;
    std::string code = joined(where.code);
    if (implement == "yes") ++counts.wanted;
    if (!code.empty()) {
        if (implement == "yes") ++counts.cited;
    } else if (reasons.count(id) != 0) {
        if (implement == "yes") ++counts.explained;
        code = "*" + reasons.at(id) + "*";
    } else if (implement == "no-derivation-only") {
        code = "*a step of the derivation*";
    } else if (implement == "test-only") {
        code = "*a fact to test*";
    } else if (!where.tests.empty() || !where.scenes.empty()) {
        ++counts.explained;
        code = "*shown by the test or scene*";
    } else {
        ++counts.open;
        code = "*not cited*";
    }
    return "| `" + id + "` | " + cell(row[4]) + ": " + cell(row[6]) + " | " + code + " | " +
           joined(where.tests) + " | " + joined(where.scenes) + " |\n";
}

std::map<std::string, std::string> two_columns(const std::string& file) {
    std::map<std::string, std::string> table;
    for (const auto& row : read_table(file))
        if (row.size() >= 2) table[row[0]] += (table[row[0]].empty() ? "" : "; ") + row[1];
    return table;
}

/// "ROTE" of "ROTE 8.5", "PBM F" of "PBM F 4.2": what the guide gives a heading of its own.
std::string part_of(const std::string& where) {
    std::smatch match;
    if (std::regex_search(where, match, std::regex(R"re(^(PBM, slides \w\w|PBM \w|OBA \w|[A-Z0-9]+))re")))
        return match[1];
    return where;
}

void write_formulas(std::ostream& out, const std::map<std::string, Places>& places, Counts& counts) {
    const auto reasons = two_columns("tests/citations/reasons.tsv");
    std::string part;
    for (const auto& row : read_table("tests/citations/equations.tsv")) {
        if (part_of(row[1]) != part) {
            part = part_of(row[1]);
            out << "\n### " << part
                << "\n\n| id | formula | code | test | scene |\n| --- | --- | --- | --- | --- |\n";
        }
        const auto found = places.find(row[0]);
        out << formula_line(row, found == places.end() ? Places{} : found->second, reasons, counts);
    }
}

/// The errata or the claims: what is said, and the tests and scenes that show it. Returns how many are shown.
std::size_t write_shown(std::ostream& out, const std::map<std::string, Places>& places,
                        const std::string& key, const std::string& file,
                        const std::vector<std::size_t>& columns,
                        const std::map<std::string, std::string>& values) {
    const auto reasons = two_columns("tests/citations/reasons.tsv");
    std::size_t shown = 0;
    for (const auto& row : read_table(file)) {
        const auto found = places.find(key + " " + row[0]);
        std::vector<std::string> where;
        if (found != places.end()) {
            for (const std::string& place : found->second.code) add_once(where, place);
            for (const std::string& place : found->second.tests) add_once(where, place);
            for (const std::string& place : found->second.scenes) add_once(where, place);
            ++shown;
        } else if (reasons.count(row[0]) != 0) {
            where.push_back("*" + reasons.at(row[0]) + "*");
        }
        out << "| " << row[0];
        for (std::size_t column : columns) out << " | " << cell(row.size() > column ? row[column] : "");
        if (key == "claim") out << " | " << (values.count(row[0]) != 0 ? cell(values.at(row[0])) : "");
        out << " | " << joined(where) << " |\n";
    }
    return shown;
}

/// Returns how many constants there are.
std::size_t write_tolerances(std::ostream& out) {
    out << "# Tolerances\n\nWritten by `make guide` from the headers `tolerances.h`; do not edit. Each "
           "constant "
           "that a result may depend on: what is\ncompared, relative to which unit, and what it protects "
           "against. The names stand in the code where the comparison is made.\n";
    std::string file;
    std::size_t count = 0;
    for (const char* folder : {"include", "src"})
        for (const Tolerance& tolerance : tolerances_of(lines_below(folder))) {
            if (tolerance.file != file) {
                file = tolerance.file;
                const std::string chapter =
                    without_folder(without_folder(file, "include/restraint/"), "src/");
                out << "\n## [" << chapter.substr(0, chapter.find('/')) << "](../" << file
                    << ")\n\n| name | value | what it compares, and why |\n| --- | --- | --- |\n";
            }
            out << "| `" << tolerance.name << "` | " << cell(tolerance.value) << " | "
                << cell(tolerance.meaning) << " |\n";
            ++count;
        }
    return count;
}

}  // namespace

int main() {
    const std::map<std::string, Places> places = all_places();
    std::ofstream out("src/READING.md");
    out << "# Reading guide\n\nWritten by `make guide` from the citations in the code; do not edit. For each "
           "document, in its own order:\n"
           "formula, the function that computes it, the test that checks it, the scene that shows it. Then "
           "the errata and the\n"
           "claims of the documents, each with the test that shows it.\n\n## Formulas\n";
    Counts counts;
    write_formulas(out, places, counts);
    out << "\n## Errata\n\nWhere a document is wrong or leads astray; `!!`: a program that copies it is "
           "silently wrong.\n\n"
           "| id | document | | what is printed and what holds | shown by |\n| --- | --- | --- | --- | --- "
           "|\n";
    const std::size_t errata =
        write_shown(out, places, "erratum", "tests/citations/errata.tsv", {1, 2, 3}, {});
    out << "\n## Claims\n\n| id | document | claim | expected | measured | shown by |\n| --- | --- | --- | "
           "--- | --- | --- |\n";
    const std::size_t claims = write_shown(out, places, "claim", "tests/citations/claims.tsv", {1, 2, 4},
                                           two_columns("build/claims.tsv"));
    std::ofstream page("src/TOLERANCES.md");
    const std::size_t tolerances = write_tolerances(page);
    std::cout << counts.total << " formulas, of which " << counts.wanted << " are for code: " << counts.cited
              << " cited in code, " << counts.explained << " explained or shown, " << counts.open << " open\n"
              << errata << " errata and " << claims << " claims shown by a test or scene\n"
              << tolerances << " tolerances\nwritten: src/READING.md, src/TOLERANCES.md\n";
    return out.good() && page.good() ? 0 : 4;
}
