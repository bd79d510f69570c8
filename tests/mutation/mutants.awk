# The mutants of the cited lines of a source file: LINE <tab> KIND <tab> the line as it would be.
# (of all its lines with -v every=1). A citation behind code means that line; one in a comment means the statement below, or, at the margin, the function.

function code_of(line) { sub(/[ \t]*\/\/.*/, "", line); return line }

# Every place of the text `old` in line n, one at a time, becomes `new`.
function replace(n, kind, old, new,    at, from, code) {
    code = code_of(lines[n])
    for (from = 1; (at = index(substr(code, from), old)) > 0; from += at + length(old) - 1)
        printf "%d\t%s\t%s\n", n, kind, \
            substr(code, 1, from + at - 2) new substr(code, from + at - 1 + length(old))
}

function mutate(n) {
    if (done[n]++ || code_of(lines[n]) ~ /^ *$/) return
    replace(n, "sign", " + ", " - ");  replace(n, "sign", " - ", " + ")
    replace(n, "sign", " += ", " -= "); replace(n, "sign", " -= ", " += ")
    replace(n, "sign", "= -", "= ");   replace(n, "sign", "return -", "return ")
    replace(n, "sign", "(-", "(");     replace(n, "sign", ", -", ", ")
    replace(n, "factor 2", "2.0 * ", "");  replace(n, "factor 2", " / 2.0", "")
    replace(n, "factor 2", "0.5 * ", "");  replace(n, "factor 2", " * 2.0", "")
    replace(n, "bound", " < ", " <= ");    replace(n, "bound", " <= ", " < ")
    replace(n, "bound", " > ", " >= ");    replace(n, "bound", " >= ", " > ")
    replace(n, "M and W", " * mass", " / mass");  replace(n, "M and W", " / mass", " * mass")
    replace(n, "M and W", ".mass *", ".inverse_mass *");  replace(n, "M and W", "inverse_mass", "mass")
    replace(n, "M and W", " / p.mass", " * p.mass"); replace(n, "M and W", "1.0 / body.mass", "body.mass")
    replace(n, "M and W", "inverse_inertia", "inertia"); replace(n, "M and W", "inverse(inertia", "(inertia")
}

{ lines[NR] = $0 }

END {
    for (n = 1; n <= NR; ++n) {
        if (every) { mutate(n); continue }
        if (lines[n] !~ /\/\/.*[[ ](PBM|BARAFF89|ROTE|SLIDES|OBA)-[^\]]*/) continue
        if (code_of(lines[n]) !~ /^ *$/) { mutate(n); continue }
        at_margin = lines[n] ~ /^\/\//
        for (first = n; first <= NR && code_of(lines[first]) ~ /^ *$/; ++first) {}
        for (k = first; k <= NR; ++k) {
            mutate(k)
            if (at_margin ? lines[k] ~ /^}/ : code_of(lines[k]) ~ /;[ ]*$/) break
        }
    }
}
