#!/bin/sh
# Runs every scene: does it do what its first lines say, and refuse what makes no sense?
# Usage: tests/scenes.sh FOLDER, the folder of the programs (build/scenes).
folder=${1:?usage: tests/scenes.sh FOLDER}
out=$(mktemp) err=$(mktemp)
trap 'rm -f "$out" "$err"' EXIT
failures=0 checks=0 last=

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# run SCENE [OPTIONS]: its output to $out and $err, its status to $got; nothing anew if it was the last one that ran.
run() {
    checks=$((checks + 1))
    [ "$last" = "$*" ] && return
    last="$*" name=$1
    shift
    "$folder/$name" "$@" >"$out" 2>"$err"
    got=$?
}

# expect STATUS TEXT SCENE [OPTIONS]: the scene ends with that status, and prints a line that matches TEXT; if it
# ends badly, with exactly one line on standard error.
expect() {
    status=$1 text=$2
    shift 2
    run "$@"
    [ "$got" -eq "$status" ] || fail "$*: status $got, not $status"
    cat "$out" "$err" | grep -q -e "$text" || fail "$*: nothing like '$text'"
    grep -q -w -i -e 'nan' -e 'inf' "$out" && fail "$*: prints nan or inf"
    [ "$status" -eq 0 ] || [ "$(wc -l <"$err")" -eq 1 ] || fail "$*: not one line on standard error"
}

# last_row COLUMN CONDITION SCENE [OPTIONS]: in the last row, x (the column) fulfils an awk condition.
last_row() {
    column=$1 condition=$2
    shift 2
    run "$@"
    grep -v -e '^#' -e '^$' "$out" | tail -n 1 |
        awk "{ x = \$$column; exit !($condition) }" || fail "$*: not $condition in column $column"
}

counts='(elastic_|inelastic_)?collisions|(momentum_)?QPs|contacts|pairs|iterations|rollbacks|frozen|evaluations|hits'
counts="$counts|body|ball|motion|pass|boxes|stacks|none_vanish|guess_right|guess_wrong|failed"
for program in "$folder"/*; do
    name=$(basename "$program")
    short=
    "$folder/$name" --help | grep -q -e '--frames' && short='--frames 8'  # small versions follow below
    pictures=
    "$folder/$name" --help | grep -q -e '--svg' && pictures="--svg $out.svg --html $out.html"
    expect 0 "^# $name: " "$name" $short $pictures
    [ -z "$pictures" ] || grep -q '<svg' "$out.svg" || fail "$name --svg: no picture"
    [ -z "$pictures" ] || grep -q 'frames' "$out.html" || fail "$name --html: no picture"
    rm -f "$out.svg" "$out.html"
    # As many numbers in each row as the last heading has columns.
    awk '/^#/ { n = NF - 1 } /^[^#]/ && NF != n { exit 1 }' "$out" || fail "$name: a row does not fit its heading"
    # Each quantity with its unit, [1] if it has none; counts and the numbers of things without; no name twice.
    awk '/^#/ { heading = $0 }
         /^[^#]/ {
             sub(/^# /, "", heading)
             n = split(heading, column, /  +/)
             for (i = 1; i <= n; ++i)
                 if (column[i] !~ "^('"$counts"'|[^ ]*[^] ]\\[[^][]+\\])$" || ++seen[column[i]] > 1) exit 1
             exit
         }' "$out" || fail "$name: a unit is missing in the heading"
    expect 0 "^usage: $name " "$name" --help
    expect 2 "unknown option" "$name" --frobnicate 1
    if "$folder/$name" --help | grep -q -e '--step'; then
        for bad in 0 -1 nan inf 1e999 two; do expect 2 '--step' "$name" --step "$bad"; done
    fi
done

# Euler's method on the circle: sqrt(1 + h^2 w^2) a step; Runge-Kutta stays on it.
expect 0 'computed: 2.704814, by sqrt(1 + h^2 w^2) a step (Euler, no decay): 2.704814' circle
last_row 7 'x < 1e-4' circle --method rk4
# Comma-separated: one heading line with units, then rows, and nothing else; times in decimals.
expect 0 '^t\[s\],x\[m\],y\[m\],radius\[m\]' circle --csv --time 0.3
expect 0 '^0.3,' circle --csv --time 0.3
expect 0 '^0.3 1 ' dominoes --step 0.1 --time 0.3
grep -q '^0.30000' "$out" && fail "circle: 0.3 is not 0.3"
for name in hybrid robot; do expect 0 'It takes about [0-9]* s' $name --help; done
expect 0 "^#" stack --frames 3 --poses "$out.poses"
[ "$(grep -c '^0.0' "$out.poses")" -gt 2 ] || fail "stack --poses: no poses"
rm -f "$out.poses"
expect 0 "^#" packages --frames 3 --poses "$out.poses"
[ "$(grep -c '^0.0' "$out.poses")" -gt 2 ] || fail "packages --poses: no poses"
rm -f "$out.poses"
# A file that cannot be written is found out before the work, whichever option names it.
for option in --svg --html --poses; do
    expect 4 "^stack: /nowhere/file could not be written: No such file" stack $option /nowhere/file
    [ -s "$out" ] && fail "stack $option: rows before the refusal"
done
expect 4 "^dominoes: /nowhere/file could not be written: No such file" dominoes --html /nowhere/file
[ -s "$out" ] && fail "dominoes --html: rows before the refusal"
expect 0 'energy of turning has changed by -\{0,1\}[0-9.e-]* of itself' thrown_stick --time 3
# Decay: dies away, swings for ever, is off to Neptune.
last_row 2 'x < 1e-5 && x > -1e-5' decay --step 0.15 --time 3
last_row 2 'x == 1 || x == -1' decay --step 0.2 --time 3
expect 3 'blew up at t = .*: off to Neptune' decay --step 0.21 --time 200
last_row 2 'x > 0 && x < 1e-2' decay --method implicit --step 100 --time 100
# Orders 1, 1, 2, 4; Euler's region reaches z = -2 exactly, and no oscillation.
expect 0 'orders: 1\.00[0-9]* 1\.00[0-9]* 2\.00[0-9]* 4\.0' convergence
expect 0 '^-2 0 1 1 0\.3333' stability_regions --cells 12
expect 0 '^0 0.5 1.118' stability_regions --cells 12
# Stiff: the same step by two methods.
expect 3 'off to Neptune' stiff_particle --method euler
last_row 2 'x < 1e-8' stiff_particle --step 1e9 --time 1e9
expect 3 'off to Neptune' penalty_line --eps 0.001
last_row 3 'x == 0' penalty_line --eps 0.001 --method projected
# Energy.
last_row 8 'x < 1e-5 && x > -1e-5' double_pendulum --time 60 --every 1000
expect 3 'off to Neptune' springs --damping 0 --drag 0 --method euler
# Drift without feedback, none with it; a spring instead of the wire.
last_row 8 'x > 0.5' bead_on_wire --method euler --step 0.01 --k_s 0 --k_d 0
last_row 8 'x < 1e-10 && x > -1e-10' bead_on_wire
expect 3 'off to Neptune' bead_on_wire --method penalty --penalty 1e7
last_row 3 'x == 1' bead_on_wire --nudge 0
# Cloth and hair by implicit steps where explicit ones blow up.
expect 3 'off to Neptune' cloth --method euler
expect 3 'off to Neptune' hair --method rk4
# Bouncing: r = 0 stays down.
last_row 3 'x == 0' bouncing_particle --restitution 0
expect 0 'in contact with the floor' bouncing_particle --slope 30 --restitution 0.5
expect 2 'slope' bouncing_particle --slope 85
# A rod on the floor: m g and 2 m g; a leaning one falls straight down; a spinning one leaves the floor.
expect 0 'floor pushes with 29.43 N and the bar with 14.715 N' standing_rod --lean 0
expect 0 'does not leave the floor' standing_rod
expect 0 'lower end leaves the floor' standing_rod --spin 5
expect 2 'lean' standing_rod --lean 85
expect 3 'misses its closed form' standing_rod --k_s 0 --k_d 0 --step 0.05
# A house of bars falls and lies still: the floor carries 5 x .4 kg.
expect 0 'the floor carries 19.62 N of 19.62 N' falling_tinkertoy
expect 0 'the floor carries 19.62 N of 19.62 N' falling_tinkertoy --tilt 100
# Cloth on a rail.
expect 0 'below where it started' cloth --hang rail --time 0.5
# Rigid bodies: the parabola, work against path, a wedge's moments by hand, the period, no energy gained by turning.
last_row 5 'x < 1e-12' free_block
last_row 3 'x > 0' torque_puzzle
expect 0 'exactly: 1 kg, Ixx 0.0763889, Iyy 0.243056, Ixy 0.0555556' inertia
last_row 6 'x > 0.030 && x < 0.032' inertia
expect 0 'period: 19.0016' tumbling_block
last_row 5 'x < 1e-9 && x > -1e-9' tumbling_block
last_row 6 'x > 1e-3' tumbling_block --orientation matrix --normalize no --method euler
# Contact: m g cos(theta), stays or falls, -v/3, .9^n, one solve.
last_row 4 'x > 1359.3 && x < 1359.4' block_on_incline
last_row 5 'x > 1.19' block_at_edge --overhang 0.45
last_row 5 'x < 0.6' block_at_edge
last_row 5 'x > 1.12' overbalanced_stack --shift 0.1
last_row 5 'x < 0.5' overbalanced_stack
last_row 5 'x < 0.5' dominoes
last_row 4 'x > 1.999 && x < 2.001' billiards
last_row 2 'x < 1e-3' heavy_on_light
# All at once both balls rest, to the rounding of a fall at 1 m/s.
run heavy_on_light --mass 99
awk '/all at once: speeds/ { rest = $6 < 1e-15 && $8 < 1e-15 } END { exit !rest }' "$out" || fail "heavy_on_light: a ball does not rest"
expect 0 'heuristic: no contact vanishes' overbalanced_stack --forces heuristic
expect 0 'without a solution: 0' dropped_block --impulses sequential
expect 2 'side' dropped_block --side below
expect 2 'at most 0.1 s' first_order --step 1
for picture in svg html; do
    expect 0 '^#' dominoes --time 0.2 --$picture "$out.$picture"
    grep -q -e 'domino' -e 'Dominoes' "$out.$picture" || fail "dominoes --$picture: no picture"
    rm -f "$out.$picture"
done
# Discs: 0 and 1 elastic, c^2 of the energy; the answer depends on which disc is hit first.
last_row 2 'x == 0' two_discs
last_row 4 'x == 1' two_discs
last_row 4 'x == 0.5' two_discs --mass 3
last_row 7 'x > 0.999999 && x < 1.000001' two_discs --offset 0.5 --mass 0.3 --speed 7
expect 0 '^0.5 0.25 0 0.75 0 1 0.25$' two_discs
expect 0 'momentum_x\[kg_m/s\]' two_discs
expect 0 '^# conclusion: .* at c = 1 that is 1[.]$' two_discs
last_row 2 'x > sqrt(3) / 2 && x < sqrt(3) / 2 + 1e-6' nondeterministic_billiards --aim 1e-6
last_row 3 'x < sqrt(3) / 4 && x > sqrt(3) / 4 - 2e-6' nondeterministic_billiards --aim 1e-6
last_row 6 'x < 3 * sqrt(3) / 16 && x > 3 * sqrt(3) / 16 - 1e-6' nondeterministic_billiards --aim 1e-6
expect 0 '^0 0.692820323[0-9]* 0.692820323[0-9]* 1 0.346410161[0-9]* 0.346410161[0-9]* 1$' nondeterministic_billiards
expect 2 'miss' two_discs --offset 1
expect 2 'restitution' nondeterministic_billiards --restitution 2
# Animation: the stack stands still.
last_row 13 'x < 1e-9' stack
last_row 14 'x < 1e-6' stack --frames 60 --rule least_energy
# Animation, small versions: no overlap, a place for the bodies in every frame; the row of the thesis beside ours.
placed='without a placement: 0,'
expect 0 "$placed" cs_stack --bodies 4
expect 0 '^# published     12    600     11.8' cs_stack --bodies 2
expect 0 '^# published .* 0.64 *0.05$' cs_stack --bodies 2
expect 0 'published seconds over the speed of the processors' stack --cubes 2 --clock on --freezing on
expect 0 "$placed" cubejam --cubes 8 --frames 200
expect 0 'cubes past the top shelf: 8 of 8' cubejam --cubes 8 --frames 200
expect 0 "$placed" wall --courses 3 --bricks 3
expect 0 'bricks off the wall: [1-9] of 9' wall --courses 3 --bricks 3
expect 0 "$placed" jacks --jacks 6
last_row 14 'x < 1e-6' jacks --jacks 6
expect 0 "$placed" sphereglass --balls 27
last_row 14 'x < 1e-6' sphereglass --balls 27
expect 0 "$placed" cubeglass --cubes 27
expect 0 'below the neck: 27 of 27' cubeglass --cubes 27
expect 0 "$placed" hybrid --cubes 20 --frames 60
expect 0 'between the plates: 20 of 20' hybrid --cubes 20 --frames 60
expect 0 "$placed" robot --bodies 16
expect 0 'largest lag 0.[1-9]' robot --bodies 16
last_row 11 'x < 1e-9' robot --bodies 16
last_row 12 'x < 1e-3' robot --bodies 16
last_row 14 'x < 1e-6' robot --bodies 16
expect 0 'steps of the active sets grow like pairs^' packages --cubes 36 --frames 60
expect 0 "$placed" office_toy --balls 3
last_row 14 'x < 1e-6' office_toy
expect 0 "$placed" stick_pendulum
# At rest, to the last digits: no rocking from edge to edge.
last_row 13 'x < 1e-9' cs_stack
last_row 13 'x < 1e-9' jacks --jacks 6 --frames 200
last_row 13 'x < 1e-9' hybrid --cubes 20 --frames 200
last_row 13 'x < 1e-9' wall --courses 3 --bricks 3 --frames 400
# A beat of A = 0.1 m and frictions 1 and 9 N s/m: 2 A (9 - 1)/(9 + 1) = 0.16 m; A = 0.2: 0.32 m; 1 and 1: none.
expect 0 'a beat carried it 0.16[0-9]* m' critter
expect 0 'a beat carried it 0.32[0-9]* m' critter --stretch 0.2
last_row 4 'x < 1e-12 && x > -1e-12' critter --backward 1
expect 2 'stretch' critter --stretch 0.5
# Ten balls of 1 and 4 kg with 1 m/s: 5 / 2 + 20 / 2 = 12.5 J, to rounding, after a thousand hits.
last_row 3 'x > 12.5 - 1e-12 && x < 12.5 + 1e-12' balls_in_box
last_row 2 'x > 900' balls_in_box
last_row 3 'x < 1' balls_in_box --restitution 0.9
expect 2 'restitution' balls_in_box --restitution 0.01
# A time of 0: the state at t = 0.
expect 0 '^0 2.09439510239' pendulum --time 0
expect 0 '^#' cloth --time 0
expect 2 'no step' pendulum --time 1e-9
expect 2 'FILE\|name of a file' dominoes --svg ''
# Bad knobs get one line and status 2.
expect 2 'restitution' block_at_edge --restitution 2
expect 2 'angle' block_on_incline --angle 90
expect 2 'mass' springs --mass -1
expect 2 'cell' springs --cell 0
expect 2 'length' pendulum --length 0
expect 2 'stiffness' mouse_spring --stiffness nan
expect 2 'restitution' bouncing_particle --restitution 1.5
expect 2 'angle' sliding_friction --angle 90
expect 2 'eccentricity' adaptive_steps --eccentricity 1
expect 2 'particles' swarm --particles 0
expect 2 'euler|midpoint\|no.*verlet\|"verlet"' circle --method verlet

echo "scenes: $checks checks, $failures failed"
[ "$failures" -eq 0 ]
