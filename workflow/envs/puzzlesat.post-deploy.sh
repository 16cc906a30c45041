#!/bin/sh
# Snakemake runs this in the environment that it has made of puzzlesat.yaml. The libraries are there;
# the commands are those of the folder that the workflow is in (workflow/rules/common.smk names it).
set -eu
if [ ! -f "$PUZZLESAT_ROOT/pyproject.toml" ]; then
    echo "--sdm conda needs a clone of the repository: there is no $PUZZLESAT_ROOT/pyproject.toml" >&2
    exit 1
fi
exec python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    -e "$PUZZLESAT_ROOT"
