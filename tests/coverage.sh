#!/usr/bin/env bash
# tests/coverage.sh FOLDER: which lines of the library did the tests not reach? FOLDER holds the objects, built with
# --coverage, of a test run. Printed: the share of each chapter, and what has no reason in tests/coverage_reasons.tsv. The
# status is 1 if a chapter is below 95 %, or if optimize, gauss or bricks (no guard there is deleted for a number) have
# an unreached line without a reason, or if a reason speaks of a line that is reached or gone.
set -eu
folder=${1:?usage: tests/coverage.sh FOLDER}
cd "$(dirname "$0")/.."
reasons=tests/coverage_reasons.tsv

# gcov's listings are COUNT:LINE:TEXT; a header stands in many of them. What is not code has the count -, what was not
# reached ##### or =====.
find "$folder" -name '*.gcda' | sort | xargs gcov -t -r 2>/dev/null | awk '
function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
function chapter_of(file) {
    sub(/^(src|include\/restraint)\//, "", file)
    return file ~ /\// ? substr(file, 1, index(file, "/") - 1) : "main"
}
{
    if (split($0, part, ":") < 3) next
    count = trimmed(part[1]); number = part[2] + 0
    if (number == 0) {
        if (part[3] == "Source") { file = part[4]; ours = file ~ /^(src|include)\// }
        next
    }
    # A closing bracket is counted for what the compiler cleans up there after an exception.
    if (!ours || count == "-" || $0 ~ /^[^:]*:[^:]*: *}[);]*$/) next
    key = file "\t" sprintf("%06d", number)
    text[key] = trimmed(substr($0, length(part[1] ":" part[2] ":") + 1))
    reached[key] += count !~ /^[#=]/
}
END { for (key in text) print key "\t" chapter_of(substr(key, 1, index(key, "\t") - 1)) "\t" (reached[key] > 0) "\t" text[key] }
' | LC_ALL=C sort -t "$(printf '\t')" -k3,3 -k1,1 -k2,2 | awk -F '\t' -v reasons=$reasons '
function close_chapter() {
    if (chapter == "") return
    share = 100 * hit / lines
    printf "%-12s %6d %9.1f %% %12d %10d\n", chapter, lines, share, excused, open
    strict = chapter ~ /^(optimize|gauss|bricks)$/
    if (strict ? open > 0 : share < 95) failed = 1
    all += lines; all_hit += hit; lines = hit = excused = open = 0
}
BEGIN {
    while ((getline line < reasons) > 0) {
        split(line, field, "\t")
        if (line !~ /^#/ && field[1] != "file") { reason[field[1] "\t" field[2]] = field[3]; used[field[1] "\t" field[2]] = 0 }
    }
    printf "%-12s %6s %11s %12s %10s\n", "chapter", "lines", "reached", "with reason", "without"
}
$3 != chapter { close_chapter(); chapter = $3 }
$1 != file { file = $1; inside = 0 }
{
    ++lines
    if ($4) { ++hit; inside = 0; next }
    # One reason serves a run of lines, from the line that it names on.
    here = $1 "\t" $5
    if (!inside) run_excused = 0
    if (here in reason) { run_excused = 1; ++used[here] }
    inside = 1
    if (run_excused) { ++excused; next }
    ++open
    list = list "  " $1 ":" $2 + 0 ": " $5 "\n"
}
END {
    close_chapter()
    printf "%-12s %6d %9.1f %%\n", "all", all, 100 * all_hit / all
    if (list != "") printf "not reached, and without a reason:\n%s", list
    for (here in used) if (!used[here]) { failed = 1; print "a reason for a line that is reached or gone: " here }
    exit failed
}'
