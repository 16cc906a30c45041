#!/bin/sh
# Snakemake runs this script in the environment that it creates from puzzlesat.yaml, which contains
# the libraries. The script installs the commands from the workflow's folder
# (workflow/rules/common.smk sets its path).
set -eu
if [ ! -f "$PUZZLESAT_ROOT/pyproject.toml" ]; then
    echo "--sdm conda needs a clone of the repository: there is no $PUZZLESAT_ROOT/pyproject.toml" >&2
    exit 1
fi
exec python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    -e "$PUZZLESAT_ROOT"
