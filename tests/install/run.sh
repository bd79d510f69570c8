#!/bin/sh
# tests/install/run.sh [MAKE]: installs into an empty folder, builds a program of another project against what is there
# and nothing else, and uninstalls again. CXX is the compiler, as for make.
set -eu
make=${1:-make}
cd "$(dirname "$0")/../.."
here=$(pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix="$folder/a place/of its own"
say() { echo "check-install: $*"; }
fail() { say "FAILED: $*"; exit 1; }

"$make" -s install DESTDIR= PREFIX="$prefix"
version=$("$prefix/bin/restraint" --version)
[ "$version" = "restraint $(sed -n 's/.*RESTRAINT_VERSION "\(.*\)"/\1/p' "$prefix/include/restraint/version.h")" ] ||
    fail "the command says it is '$version'"

# The flags of restraint.pc, by pkg-config where there is one, else by reading the file.
pc="$prefix/lib/pkgconfig/restraint.pc"
field() { sed -n "s/^$1: *//p" "$pc" | sed "s|\${prefix}|$prefix|g"; }
[ "restraint $(field Version)" = "$version" ] || fail "restraint.pc has another version: $(field Version)"
if command -v pkg-config >/dev/null; then
    flags() { PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config "--$1" restraint; }
    [ "$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --modversion restraint)" = "$(field Version)" ]
else
    flags() { [ "$1" = cflags ] && field Cflags || field Libs; }
fi
cp "$here/tests/install/program.cpp" "$folder/program.cpp"
cd "$folder"
eval "${CXX:-g++} $(flags cflags) -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror program.cpp $(flags libs) -o program"
./program || fail "the program answers wrongly"
say "a program was built with: $(flags cflags) ... $(flags libs)" | sed "s|$folder|FOLDER|g"
cd "$here"

# A package: staged below DESTDIR, but knowing the PREFIX that it will have.
"$make" -s install DESTDIR="$folder/stage" PREFIX=/usr
grep -qx 'prefix=/usr' "$folder/stage/usr/lib/pkgconfig/restraint.pc" || fail "restraint.pc does not hold the PREFIX"
if grep -rl "$here" "$folder/stage"; then fail "what is installed names the folder where it was built"; fi

# What another project put beside stays.
touch "$prefix/bin/other"
"$make" -s uninstall DESTDIR= PREFIX="$prefix"
"$make" -s uninstall DESTDIR="$folder/stage" PREFIX=/usr
left=$(find "$prefix" "$folder/stage" -type f)
[ "$left" = "$prefix/bin/other" ] || fail "uninstall leaves $left"
say "ok: installed, used, staged, uninstalled"
