#!/usr/bin/env bash
# same_bits.sh BUILD BUILD...: the commands built in these folders (by other compilers, with other flags) must print the same bytes.
set -eu
builds=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0
different=0

# compare COMMAND...: runs it from every build, side by side, comparing the outputs with the first one's.
compare() {
    local number=0 build
    for build in "${builds[@]}"; do
        "$build/$@" >"$work/$number" 2>/dev/null &
        number=$((number + 1))
    done
    wait
    for number in "${!builds[@]}"; do
        [ "$number" = 0 ] && continue
        compared=$((compared + 1))
        if ! cmp -s "$work/0" "$work/$number"; then
            echo "different: $* from ${builds[0]} and ${builds[$number]}"
            different=$((different + 1))
        fi
    done
}

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
        hybrid) echo --cubes 20 --frames 60 ;;
        robot) echo --bodies 16 ;;
        packages) echo --cubes 18 --frames 60 ;;
    esac
}

# A scene that one of the builds lacks is not compared.
everywhere() {
    local build
    for build in "${builds[@]}"; do [ -f "$build/$1" ] && [ -x "$build/$1" ] || return 1; done
}

for scene in "${builds[0]}"/scenes/*; do
    name=$(basename "$scene")
    # The words that small prints are arguments of their own.
    # shellcheck disable=SC2046
    if everywhere "scenes/$name"; then compare "scenes/$name" $(small "$name"); fi
done
echo "$compared comparisons, $different different"
[ "$different" = 0 ] && [ "$compared" -gt 0 ]
