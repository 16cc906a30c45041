#!/bin/sh
# Snakemake creates an environment with the libraries from puzzlesat.yaml, and runs this script in
# it. The script installs the commands from the clone of the repository; workflow/rules/common.smk
# sets PUZZLESAT_ROOT, the path of the clone.
set -eu
if [ ! -f "$PUZZLESAT_ROOT/pyproject.toml" ]; then
    echo "--sdm conda needs a clone of the repository: there is no $PUZZLESAT_ROOT/pyproject.toml" >&2
    exit 1
fi
exec python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    -e "$PUZZLESAT_ROOT"
