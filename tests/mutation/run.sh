#!/bin/sh
# tests/mutation/run.sh BUILD CHAPTER...: spoils the cited lines of a chapter's sources, one place at a time, and runs the
# chapter's tests: do they notice? Prints each survivor and the share of mutants caught; those that do not compile, or
# whose object is the same as before, are not counted. EVERY=1 spoils all lines, not only those that are cited. CXX and CXXFLAGS as for make; BUILD is where `make test` built.
set -u
build=${1:?usage: tests/mutation/run.sh BUILD CHAPTER...}
shift
compiler="${CXX:-g++} -std=c++20 -ffp-contract=off -w ${CXXFLAGS:--O1}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
all=0 all_caught=0

# The tests with one object of the library replaced. Fails if it does not compile, or is the same as before.
spoil_source() {
    $compiler -Iinclude -I"src/$chapter" -c "$source" -o "$folder/plain.o" && strip "$folder/plain.o" || exit 2
    $compiler -Iinclude -I"src/$chapter" -c "$spoiled" -o "$folder/mutant.o" 2>/dev/null || return 1
    strip -o "$folder/bare.o" "$folder/mutant.o"
    cmp -s "$folder/plain.o" "$folder/bare.o" && return 1
    # shellcheck disable=SC2086
    $compiler "$folder/mutant.o" "$build/obj/tests/main.o" $objects "$build/librestraint.a" -o "$folder/tests" 2>/dev/null
}

# Those of the chapter's tests and sources that include the header, compiled with the spoiled one.
spoil_header() {
    spoiled_objects=
    for unit in $(grep -l "$source" "$build/obj/tests/$chapter/"*_test.d "$build/obj/src/$chapter/"*.d 2>/dev/null); do
        unit=${unit#"$build/obj/"}
        unit=${unit%.d}
        object=$folder/$(echo "$unit" | tr / _).o
        $compiler -I"$folder/include" -Iinclude -I"$(dirname "$unit")" -c "$unit.cpp" -o "$object" 2>/dev/null || return 1
        spoiled_objects="$spoiled_objects $object"
    done
    [ -n "$spoiled_objects" ] || return 1
    # shellcheck disable=SC2086
    $compiler $spoiled_objects "$build/obj/tests/main.o" "$build/librestraint.a" -o "$folder/tests" 2>/dev/null
}

for chapter; do
    mutants=0 caught=0
    objects=$(ls "$build/obj/tests/$chapter/"*_test.o) || { echo "no tests of $chapter in $build"; exit 2; }
    for source in src/"$chapter"/*.cpp include/restraint/"$chapter"/*.h; do
        awk -v every="${EVERY:-}" -f tests/mutation/mutants.awk "$source" >"$folder/list"
        [ -s "$folder/list" ] || continue
        while IFS='	' read -r line kind text; do
            printf '%s\n' "$text" >"$folder/text"
            case $source in *.h) spoiled=$folder/${source} ;; *) spoiled=$folder/mutant.cpp ;; esac
            mkdir -p "$(dirname "$spoiled")"
            awk -v n="$line" -v file="$folder/text" 'NR == n { getline changed < file; print changed; next } { print }' \
                "$source" >"$spoiled"
            case $source in *.h) spoil_header ;; *) spoil_source ;; esac
            compiled=$?
            rm -f "$spoiled"
            [ $compiled = 0 ] || continue
            mutants=$((mutants + 1))
            if timeout 60 "$folder/tests" --minimal --abort-after=1 >/dev/null 2>&1; then
                echo "survives: $source:$line ($kind): $(sed 's/^ *//' "$folder/text")"
            else
                caught=$((caught + 1))
            fi
        done <"$folder/list"
    done
    echo "$chapter: $caught of $mutants caught"
    all=$((all + mutants)) all_caught=$((all_caught + caught))
done
echo "all: $all_caught of $all caught ($((all > 0 ? 100 * all_caught / all : 0)) %)"
