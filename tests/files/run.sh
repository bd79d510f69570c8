#!/usr/bin/env bash
# tests/files/run.sh COMMAND: the command among real files, pipes, disks and locales. Is the exit status right, is there
# one line that says why, and is what it leaves behind whole?
set -u
command=$(realpath "${1:?usage: tests/files/run.sh COMMAND}")
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0 checks=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect STATUS MESSAGE SHELL-COMMAND: the status, and a message (a pattern for grep) on the only line of standard error;
# an empty MESSAGE is no line at all. $r is the command.
expect() {
    checks=$((checks + 1))
    r=$command bash -c "$3" >out 2>err
    local got=$?
    [ "$got" = "$1" ] || fail "$3: status $got, not $1"
    if [ -z "$2" ]; then [ ! -s err ] || fail "$3: $(head -1 err)"; return; fi
    [ "$(wc -l <err)" = 1 ] || fail "$3: $(wc -l <err) lines on standard error"
    grep -q -e "$2" err || fail "$3: nothing like '$2' but '$(head -1 err)'"
}

# same WHAT: the last output is that of the plain run.
same() { cmp -s out plain || fail "$1: other bytes than without"; }

# only FILE...: nothing is in pictures/ but these files.
only() { [ "$(ls pictures | tr '\n' ' ')" = "${*:+$* }" ] || fail "pictures/ holds $(ls pictures | tr '\n' ' ')"; }

"$command" tower diamond 3 >a.tower
run='"$r" collapse a.tower --time 0.1'
expect 0 '' "$run"
cp out plain
mkdir pictures locked

# Text: line ends of another system, a byte-order mark; in towers and in programs.
sed 's/$/\r/' a.tower >crlf.tower
{ printf '\357\273\277'; cat a.tower; } >bom.tower
printf '%s' "$(cat a.tower)" >cut.tower # no newline at the end
for kind in crlf bom cut; do
    expect 0 '' "\"\$r\" collapse $kind.tower --time 0.1"
    diff <(grep -v '^#' out) <(grep -v '^#' plain) >diff || fail "$kind: $(head -2 diff)"
done
printf 'NAME p\nROWS\n N f\n G g\nCOLUMNS\n x f 1.5 g 1\nRHS\n rhs g 2.5\nENDATA\n' >p.mps
{ printf '\357\273\277'; sed 's/$/\r/' p.mps; } >crlf.mps
expect 0 '' '"$r" lp crlf.mps'
grep -qx 'objective 3.75' out || fail "crlf.mps: $(grep objective out)"
sed 's/1.5/1,5/' p.mps >comma.mps
expect 2 '^comma.mps:6: .*"1,5" is not a number: the decimal sign is a point$' '"$r" lp comma.mps'

# Locales: the decimal sign is a comma there, and thousands are grouped.
if command -v localedef >/dev/null; then
    for locale in de_DE fr_FR; do
        localedef -i $locale -f UTF-8 "$folder/$locale.UTF-8" 2>/dev/null || continue
        checks=$((checks + 1))
        LOCPATH=$folder LC_ALL=$locale.UTF-8 "$command" collapse a.tower --time 0.1 >out 2>err || fail "$locale: $?"
        same "LC_ALL=$locale"
    done
fi

# Input that is too large, no file, nothing, or a folder. 200 MB of memory are enough to refuse 1 GB.
truncate -s 1G large.tower
expect 2 '^large.tower:1: the input is larger than 16 MiB$' 'ulimit -v 200000; "$r" stability large.tower'
expect 2 '^<stdin>:1: the input is larger than 16 MiB$' 'ulimit -v 200000; "$r" stability - </dev/zero'
expect 2 '^large.tower:1: the input is larger than 256 MiB$' 'ulimit -v 200000; "$r" lp large.tower'
expect 2 '^/: cannot be read: Is a directory$' '"$r" stability /'
expect 2 '^<stdin>: cannot be read' '"$r" stability - <&-'
expect 2 '^nowhere.tower: cannot be opened: No such file or directory$' '"$r" stability nowhere.tower'
expect 2 '^/dev/null:1: ' '"$r" lp /dev/null'
expect 2 '^/dev/null:1: no brick and no polygon in the file$' '"$r" stability /dev/null'

# Standard output: a full disk, a pipe that nobody reads any more, a closed one.
for words in "stability a.tower" "accelerate a.tower" "collapse a.tower" "tower wall 9 9" "lp p.mps" "--help" "--version"; do
    expect 4 'standard output could not be written: No space left on device$' "\"\$r\" $words >/dev/full"
    expect 0 '' "{ sleep 0.1; \"\$r\" $words; } | true; exit \${PIPESTATUS[0]}"
    expect 4 'standard output could not be written' "\"\$r\" $words >&-"
done

# Pictures: the disk is full in the middle (a limit of 4 kB stands for it); the folder may not be written to; the name
# is a folder's. Nothing half written is left, nothing that was there is lost.
for option in svg html save forces; do
    expect 4 "pictures/x could not be written: File too large\$" \
        "trap '' XFSZ; ulimit -f 1; \"\$r\" collapse <(\"\$r\" tower wall 9 9) --time 0.02 --$option pictures/x >/dev/null"
    only
done
echo precious >pictures/x
expect 4 'pictures/x could not be written: File too large$' \
    "trap '' XFSZ; ulimit -f 1; $run --html pictures/x >/dev/null"
grep -qx precious pictures/x || fail "a run that failed took the old picture away"
only x
# One file under two spellings, or the input as an output: refused, and nothing is lost.
for option in svg html save forces; do
    expect 2 'a.tower" and --'$option' name the same file' "\"\$r\" collapse a.tower --$option ./a.tower"
    expect 2 '"-" and --'$option' name the same file' "\"\$r\" collapse - --$option a.tower <a.tower"
    [ -s a.tower ] || fail "--$option: the input is gone"
done
expect 2 'svg and --html name the same file' "$run --svg pictures/y --html ./pictures/../pictures/y"
expect 4 '^restraint collapse: locked could not be written: Is a directory$' "$run --svg locked"
expect 0 '' "$run --svg /dev/null"
chmod 555 locked
user=
[ "$(id -u)" != 0 ] || user='setpriv --reuid=65534 --regid=65534 --clear-groups' # root may write anywhere
if $user true 2>/dev/null; then
    chmod 755 "$folder"
    for option in svg html save forces; do
        expect 4 'locked/x could not be written: Permission denied$' \
            "$user \"\$r\" collapse a.tower --time 0.1 --$option locked/x"
    done
    [ -z "$(ls locked)" ] || fail "locked/ is not empty"
fi

echo "files: $checks checks, $failures failed"
[ "$failures" = 0 ]
