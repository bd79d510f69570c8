#!/usr/bin/env bash
# same_bits.sh BUILD BUILD...: the commands built in these folders (by other compilers, with other flags) must print the same bytes.
set -eu
first=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0
different=0

# compare COMMAND...: runs it from every build, comparing the output with the first one's.
compare() {
    "$first/$@" >"$work/first" 2>/dev/null || true
    for build in "${others[@]}"; do
        "$build/$@" >"$work/other" 2>/dev/null || true
        compared=$((compared + 1))
        if ! cmp -s "$work/first" "$work/other"; then
            echo "different: $* from $first and $build"
            different=$((different + 1))
        fi
    done
}

others=("$@")
for tower in scenes/towers/*.tower; do
    compare restraint stability --force-range "$tower"
    compare restraint accelerate "$tower"
    compare restraint collapse --time 1 --every 50 "$tower"
done
# small NAME: what keeps a scene of many bodies to a few seconds; the others run as they are.
small() {
    case $1 in
        cubejam | cubeglass) echo --cubes 8 --frames 60 ;;
        wall) echo --courses 3 --bricks 3 --frames 30 ;;
        jacks) echo --jacks 6 --frames 60 ;;
    esac
}

for scene in "$first"/scenes/*; do
    name=$(basename "$scene")
    # The words that small prints are arguments of their own.
    # shellcheck disable=SC2046
    if [ -x "$scene" ] && [ -f "$scene" ]; then compare "scenes/$name" $(small "$name"); fi
done
echo "$compared comparisons, $different different"
[ "$different" = 0 ] && [ "$compared" -gt 0 ]
