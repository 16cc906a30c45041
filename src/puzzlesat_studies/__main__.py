"""Run a step of a study, as the workflow does: ``python -m puzzlesat_studies run STUDY …``."""

import json
from pathlib import Path

import click

from puzzlesat.common.command import SETTINGS, Output, Program
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat_studies import MODULES


@click.group("puzzlesat", cls=Program, invoke_without_command=False, **SETTINGS)
def main() -> None:
    """Run the steps of studies."""


@main.command("run")
@click.argument("module", metavar="STUDY")
@click.argument("kind", type=click.Choice(["rows", "table", "figure", "text"]))
@click.argument("name")
@click.argument("item", default="")
@click.option("--params", required=True, metavar="FILE", help="The parameters of the study.")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    type=(str, str),
    metavar="NAME FILE",
    help="An input file; may be repeated. By default, the files of the configuration.",
)
@click.option(
    "--extra-output", default="", metavar="PATH", help="The other output of an item, if any."
)
@click.option("-o", "--output", "outputs", cls=Output, several=True, required=True, metavar="FILE")
def run_step(
    module: str,
    kind: str,
    name: str,
    item: str,
    params: str,
    inputs: tuple[tuple[str, str], ...],
    extra_output: str,
    outputs: tuple[str, ...],
) -> None:
    """Run a step of STUDY, such as floodit.hardness, and write its output.

    Snakemake writes the parameters to results/STUDY/params.json. ITEM is the part of the rows that
    is measured, such as n8_k6.
    """
    from puzzlesat_studies.core.run import load_config, load_study, prefix_of, run

    if module not in MODULES:
        raise InputError(f"there is no study {module}; choose from {', '.join(MODULES)}")
    study = load_study(module)
    steps = {step.name: step for step in study.steps.values() if step.kind == kind}
    if name not in steps:
        raise InputError(f"{module} has no {kind} {name}; choose from {', '.join(steps)}")
    input_paths: dict[str, list[str]] = {}
    for input_name, path in inputs:
        input_paths.setdefault(input_name, []).append(path)
    config, prefix = load_config(params, study), prefix_of(params, study)
    run(steps[name], config, item, input_paths, outputs, extra_output, prefix)


@main.command("config")
@click.argument("config")
@click.option("-o", "--output", cls=Output, required=True, metavar="FILE")
def write_config(config: str, output: str) -> None:
    """Write a CONFIG, given as JSON, as YAML."""
    import yaml

    with atomic_write(output) as file:
        yaml.safe_dump(json.loads(config), file, sort_keys=False)


@main.command("record")
@click.argument("params")
@click.argument("times", nargs=-1)
@click.option("-o", "--output", cls=Output, required=True, metavar="FILE")
def write_record(params: str, times: tuple[str, ...], output: str) -> None:
    """Write versions, machine, date and PARAMS, and where the rows in TIMES were measured."""
    from puzzlesat_studies.core.provenance import record

    run_record = record(json.loads(Path(params).read_text(encoding="utf-8")), times)
    with atomic_write(output) as file:
        file.write(json.dumps(run_record, indent=2, ensure_ascii=False) + "\n")


@main.command("instance")
@click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Number of colours.")
@click.option("--seed", required=True, type=click.IntRange(0), help="Seed of the sample.")
@click.option("--board", required=True, type=click.IntRange(0), help="Number of the board.")
@click.option("--moves", required=True, type=click.IntRange(0), help="Moves allowed.")
@click.option("--encoding", default="minimal", show_default=True)
@click.option("--variant", default="corrected", show_default=True)
@click.option("-o", "--output", cls=Output, required=True, metavar="FILE")
def write_instance_file(
    n: int, k: int, seed: int, board: int, moves: int, encoding: str, variant: str, output: str
) -> None:
    """Write the instance of a board of a sample. The same arguments give the same bytes.

    The output file is compressed if its name ends in .gz, .xz, .bz2 or .zst.
    """
    from puzzlesat_studies.floodit.instances import sampled_instance, write_instance

    instance = sampled_instance(seed, n, k, board, moves, encoding, variant)
    write_instance(instance, seed, board, output)


class NothingComparedError(click.ClickException):
    """Two runs have no board in common, which has a status of its own."""

    exit_code = 3


@main.command("compare")
@click.argument("results", default="results/thesis")
@click.argument("reference", default="reference/thesis")
def compare_runs(results: str, reference: str) -> None:
    """Compare the thesis's tables of a run with the reference; the minima must be identical.

    RESULTS is the folder of the run (default: results/thesis). REFERENCE is the folder of the
    reference run (default: reference/thesis). The status is 1 if a minimum differs, and 3 if the
    runs have no board in common.
    """
    from puzzlesat_studies.floodit.thesis import NoSharedBoardError, compare

    try:
        for line in compare(results, reference):
            click.echo(line)
    except NoSharedBoardError as error:
        raise NothingComparedError(str(error)) from None


if __name__ == "__main__":
    main()
