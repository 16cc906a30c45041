"""Run a step of a study (`Step` in src/puzzlesat_studies/core/study.py)."""

from pkgutil import resolve_name

from puzzlesat_studies.core.run import load_study, run
from puzzlesat_studies.core.script import log_to
from puzzlesat_studies.core.study import Files

log_to(snakemake.log[0])
params = snakemake.params
module, kind, name = params.step
step = load_study(module).steps[kind, name]
files = {
    key.removeprefix("of_"): paths
    for key, paths in snakemake.input.items()
    if key.startswith("of_")
}
inputs = {
    key: Files(
        [paths] if isinstance(paths, str) else list(paths),
        resolve_name(params.models[key]) if key in params.models else None,
    )
    for key, paths in files.items()
}
outputs, extra = list(snakemake.output), snakemake.output.get("extra", "")
if extra:
    outputs.remove(extra)
run(step, step.load_values(params["values"]), inputs, outputs, extra)
