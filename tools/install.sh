#!/bin/sh
# Install the pinned libraries and this folder's package into the environment of a Python:
#   tools/install.sh .venv/bin/python
# Without a C++ compiler, the one of the package ziglang builds the engine; its first build takes minutes.
set -eu
cd "$(dirname "$0")/.."
python=$1
install() { "$python" -m pip install --quiet --disable-pip-version-check "$@"; }

install -r requirements.lock
compiler=
for name in "${CXX:-c++}" g++ clang++; do
    [ -n "$compiler" ] || compiler=$(command -v "$name" || true)
done
if [ -z "$compiler" ]; then
    echo "no C++ compiler is installed: building with the one of the package ziglang, which takes some minutes"
    install ziglang==0.17.1
    wrappers=$(dirname "$("$python" -c 'import sys; print(sys.executable)')")
    for language in cc c++; do
        printf '#!/bin/sh\nexec "%s/python" -m ziglang %s "$@"\n' "$wrappers" "$language" > "$wrappers/zig-$language"
        chmod +x "$wrappers/zig-$language"
    done
    export CC="$wrappers/zig-cc" CXX="$wrappers/zig-c++"
fi
install --no-build-isolation --no-deps -e .
# pip compiles the libraries that it installs, but not an editable package, which would start slowly.
"$python" -m compileall -q src
