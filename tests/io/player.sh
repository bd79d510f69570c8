#!/bin/sh
# Plays a collapse in a real browser, without a window: tests/io/player.sh COMMAND [BROWSER]
# Presses the page's buttons by a script that is added to it, and looks at what the page then says.
set -eu
command=$1
browser=${2:-chromium}
command -v "$browser" >/dev/null || { echo "player.sh: no $browser here; skipped"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$command" tower diamond 5 | "$command" collapse - --time 1 --html "$folder/film.html" >/dev/null

# press SCRIPT: the page's text after the script has run in it
press() {
    sed "s|</body>|<script>window.onerror = m => { document.title = 'ERROR ' + m; };</script><script>$1</script></body>|" \
        "$folder/film.html" > "$folder/pressed.html"
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
        --virtual-time-budget=3000 --dump-dom "file://$folder/pressed.html" 2>/dev/null
}

failed=0
# expect NAME SCRIPT TEXT: after the script the page holds the text
expect() {
    if press "$2" | grep -q "$3"; then echo "ok      $1"; else echo "FAILED  $1"; failed=1; fi
}
expect "starts at 0, paused"          ""                                                    'clock">t = 0.000 s'
expect "plays when told to"           'get("play").click();'                                'space)">pause<'
expect "plays to the end and stops"   'playing = true; last = performance.now() - 100; time = 0.95; tick(performance.now());' \
                                      'space)">play<'
expect "steps on"                     'get("forward").click(); get("forward").click();'     'clock">t = 0.032 s'
expect "steps back"                   'go(0.5); get("back").click();'                       'clock">t = 0.496 s'
expect "is scrubbed"                  'get("scrub").value = 0.25; get("scrub").oninput({target: get("scrub")});' \
                                      'clock">t = 0.250 s'
expect "draws what can be switched"   'for (const id of ["forces", "velocities", "names"]) get(id).click(); go(0.7);' \
                                      'clock">t = 0.700 s'
expect "zooms, moves, and comes back" 'const before = view.scale; stage.onwheel({preventDefault() {}, deltaY: -300, offsetX: 9, offsetY: 9}); stage.onpointermove({buttons: 1, movementX: 5, movementY: 5}); const zoomed = view.scale > before; get("home").click(); get("title").textContent = zoomed \&\& view.scale === before ? "came back" : "lost";' \
                                      '>came back<'
expect "shows no error"               'go(0.5);'                                            '<title>restraint collapse'
exit $failed
