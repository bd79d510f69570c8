#!/bin/sh
# Plays motions in a real browser, without a window: tests/io/player.sh COMMAND [BROWSER]
# Presses the pages' buttons and keys by tests/io/player.js, which is added to them, and looks at what the pages then say.
set -eu
command=$1
browser=${2:-chromium}
command -v "$browser" >/dev/null || { echo "player.sh: no $browser here; skipped"; exit 0; }
tests=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$command" tower diamond 5 >"$folder/diamond.tower"
"$command" collapse "$folder/diamond.tower" --time 1 --html "$folder/one.html" >/dev/null
"$command" compare "$folder/diamond.tower" --time 0.2 --steps 0.002 0.004 --html "$folder/two.html" >/dev/null

failed=0
# play PAGE WIDTH: runs the checks in a window of that width; each is a line of the page's title.
play() {
    # A window is never narrower than 500 px: the page is, from its first line on, so that its first view is that of this width.
    { sed "s|^</style>|body { max-width: $(($2 - 16))px; margin: 0; } &|; /^<\/body>/,\$d" "$folder/$1.html"; echo '<script>'; cat "$tests/player.js"; echo '</script></body></html>'; } >"$folder/played.html"
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --window-size="$2,800" \
        --virtual-time-budget=4000 --dump-dom "file://$folder/played.html" 2>/dev/null >"$folder/dom"
    sed -n '/<pre id="results">/,/<\/pre>/p' "$folder/dom" | sed 's/<[^>]*>//g; s/&gt;/>/g; s/&lt;/</g' | sed '/^$/d' >"$folder/results"
    echo "$1, $2 px:"
    cat "$folder/results"
    grep -q '^done' "$folder/results" || { echo "FAILED  the page did not come to its end"; failed=1; }
    if grep -q '^FAILED' "$folder/results"; then failed=1; fi
}
play one 1200
play one 375
play two 1200
exit $failed
