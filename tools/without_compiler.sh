#!/bin/sh
# Set up a clone without a C++ compiler, and solve a board with the engine that ziglang builds.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
for program in $(echo "$PATH" | tr : '\n' | grep -v "^$PWD/.venv/" | sed 's|$|/*|'); do
    case ${program##*/} in
        cc | c++ | c89* | c99* | cpp* | *gcc* | *g++* | *clang*) ;;
        *) [ ! -x "$program" ] || ln -s "$program" "$folder/bin" 2> /dev/null || true ;;
    esac
done
git clone --quiet . "$folder/puzzlesat"
cd "$folder/puzzlesat"
PATH="$folder/bin" make setup | tee "$folder/output"
grep -q "no C++ compiler" "$folder/output"
printf '0120\n1203\n3321\n0012\n' | PATH="$folder/bin" .venv/bin/floodit solve - --json --quiet |
    grep '"minimum": 7'
echo "the engine that was built without an installed compiler solves a board"
